import JSON

/// The keys of the parts of one element, by which clients recognize a part in the next state.
///
/// A key that an application sets is taken as it is. Any other is derived from what the part reports, or from its text, and gets
/// a number if another part of the element has the same.
package struct ElementKeys {
    private var used: Set<String>

    /// Creates the keys of the parts of an element.
    ///
    /// - Parameter explicit: The keys that the application has set, which no other part gets.
    package init(reserving explicit: some Sequence<String?>) {
        used = Set(explicit.lazy.compactMap { $0 })
    }

    /// Returns the key of the next part.
    ///
    /// - Parameters:
    ///   - explicit: The key that the application has set.
    ///   - derived: The key to use if it has set none.
    /// - Returns: A key that no earlier part has, unless the application has set it twice.
    package mutating func next(_ explicit: String?, derived: @autoclosure () -> String) -> String {
        if let explicit { return explicit }
        let base = derived()
        var key = base
        var number = 1
        while !used.insert(key).inserted {
            number += 1
            key = "\(base) \(number)"
        }
        return key
    }
}

extension Report {
    /// The longest text that is a key as it is, in bytes; a longer one is hashed.
    private static let longestKey = 64

    /// Returns the text that identifies the subject of the report: the payload if it is a text or an integer, otherwise the
    /// output with a hash of the payload, without the member that the user sets.
    func key(without member: String? = nil) -> String {
        switch payload {
        case .string(let text)? where text.utf8.count <= Self.longestKey: return text
        case .integer(let number)?: return String(number)
        case .object(var object)?:
            if let member { object[member] = nil }
            // A payload that is named by one of its members has a readable key.
            if object.count == 1, case .string(let text)? = object.members.first?.value,
                text.utf8.count <= Self.longestKey
            {
                return text
            }
            return "\(output) \(Self.hash(.object(object)))"
        case nil, .null?: return output
        case let payload?: return "\(output) \(Self.hash(payload))"
        }
    }

    private static func hash(_ payload: JSONValue) -> String {
        String(StableHash.of([String(decoding: payload.json, as: UTF8.self)]), radix: 36)
    }
}

extension Row {
    /// The key that the row has unless the application sets one: from its report, its control, or its title.
    package var derivedKey: String {
        if let report { return report.key() }
        switch control?.content {
        case .toggle(let toggle)?: return toggle.report.key(without: toggle.member)
        case .stepper(let stepper)?: return stepper.report.key(without: stepper.member)
        case .button(let button)?: return button.report.key()
        default: return String(title.unicodeScalars.prefix(64))
        }
    }
}

extension Marker {
    /// The key that the marker has unless the application sets one: from its report, or its title.
    package var derivedKey: String { report?.key() ?? String(title.unicodeScalars.prefix(64)) }
}

extension Section {
    /// The key that the section has unless the application sets one: from its header.
    package var derivedKey: String { header.map { String($0.unicodeScalars.prefix(64)) } ?? "section" }
}

extension ViewElement {
    /// The keys that the application has set twice in one list, map, grid, choice or timeline.
    package var duplicateKeys: [String] {
        switch content {
        case .list(let list):
            Self.duplicates(list.sections.map(\.key)) + Self.duplicates(list.sections.flatMap { $0.rows.map(\.key) })
        case .map(let map): Self.duplicates(map.markers.map(\.key))
        case .grid(let grid): Self.duplicates(grid.cards.map(\.row.key))
        case .segments(let segments): Self.duplicates(segments.options.map(\.key))
        case .chips(let chips): Self.duplicates(chips.options.map(\.key))
        case .swatches(let swatches): Self.duplicates(swatches.options.map(\.key))
        case .timeline(let timeline): Self.duplicates(timeline.steps.map(\.key))
        default: []
        }
    }

    private static func duplicates(_ keys: [String?]) -> [String] {
        var seen: Set<String> = []
        return keys.compactMap { $0 }.filter { !seen.insert($0).inserted }
    }
}
