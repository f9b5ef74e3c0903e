import JSON

extension String {
    /// The text as a search compares it: in lower case and in the characters of ASCII where there are wide ones or
    /// digits of other scripts, without invisible characters.
    ///
    /// A query is often pasted from an address bar or typed on a keyboard for another script.
    fileprivate var folded: String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.isASCII,
                scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
            {
                continue
            }
            scalars.append(scalar.narrow)
        }
        return String(scalars).lowercased()
    }

    /// The beginning of a text that a user searches for, at most 100 Unicode scalars: the time of a search grows with it.
    var searchText: String { String(unicodeScalars.prefix(100)) }
}

/// A text in which users search, made ready once.
struct SearchableText: Sendable {
    private let text: String
    private let bytes: [UInt8]

    init(_ text: String) {
        self.text = text.folded
        bytes = Array(self.text.utf8)
    }

    /// Returns whether the text contains a term, ignoring case.
    func contains(_ term: SearchTerm) -> Bool {
        // Characters take a hundred times as long to compare as bytes, because each may be written in several ways.
        term.hasMarks ? text.contains(term.text) : contains(term.bytes)
    }

    private func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= bytes.count else { return false }
        return (0...bytes.count - part.count).contains { start in
            bytes[start] == first && bytes[start..<start + part.count].elementsEqual(part)
        }
    }
}

/// A word of a text that a user searches for, in the form in which it is compared.
struct SearchTerm: Sendable {
    let text: Substring
    fileprivate let bytes: [UInt8]
    /// Whether the word has combining marks, and so may be written in another way in the text.
    fileprivate let hasMarks: Bool

    private init(_ text: Substring) {
        self.text = text
        bytes = Array(text.utf8)
        hasMarks = text.unicodeScalars.contains { $0.properties.canonicalCombiningClass != .notReordered }
    }

    /// Returns the words of a text, among its first 100 Unicode scalars only.
    static func terms(of text: String) -> [SearchTerm] {
        text.searchText.folded.split(whereSeparator: \.isWhitespace).map(SearchTerm.init)
    }
}
