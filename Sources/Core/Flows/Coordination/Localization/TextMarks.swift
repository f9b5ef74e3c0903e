internal import Synchronization

/// The marks that a drawing puts around the texts of a catalog, so that a check sees which words are not among them.
///
/// The marks are the isolates of Unicode (U+2068 and U+2069), which can be nested and have no width.
package final class TextMarks: Sendable {
    private static let opening: Character = "\u{2068}"
    private static let closing: Character = "\u{2069}"

    private let unknown = Mutex<Set<String>>([])

    package init() {}

    /// Removes the keys that were drawn but are not in the catalog, and returns them, sorted.
    package func takeUnknownKeys() -> [String] {
        unknown.withLock { keys in
            defer { keys = [] }
            return keys.sorted()
        }
    }

    /// Returns a text between marks, or a text without words of its own as it is, because its values are data.
    func mark(_ string: String, of text: LocalizedText, isKnown: Bool) -> String {
        let hasWords =
            text.arguments.isEmpty
            ? text.key.contains(where: \.isLetter) : FormatTemplate(text.key).hasWords
        guard isKnown || hasWords else { return string }
        if !isKnown { unknown.withLock { _ = $0.insert(text.key) } }
        return Self.mark(string)
    }

    static func mark(_ string: String) -> String { "\(opening)\(string)\(closing)" }

    /// Returns the parts of a text outside of the marks.
    package static func unmarked(_ text: String) -> [String] {
        var parts = [""]
        var depth = 0
        for character in text {
            switch character {
            case opening:
                if depth == 0 { parts.append("") }
                depth += 1
            case closing: depth = max(0, depth - 1)
            default: if depth == 0 { parts[parts.count - 1].append(character) }
            }
        }
        return parts
    }
}
