import JSON

/// A part of an element, such as a row of a list, with a key by which clients recognize it in the next state.
package protocol KeyedPart {
    /// The key that the application has set; `nil` for none.
    var key: String? { get }
    /// The key to use if the application has set none.
    var derivedKey: String { get }
}

/// The keys of the parts of one element, by which clients recognize a part in the next state.
///
/// A key that an application sets is taken as it is. Any other is derived from what the part reports, or from its text, and gets
/// a number if another part of the element has the same.
package struct ElementKeys {
    private var used: Set<String>

    /// Creates the keys of the parts of an element.
    ///
    /// - Parameter explicit: The keys that the application has set, which no other part gets.
    package init(reserving explicit: [String]) {
        used = Set(explicit)
    }

    /// Returns the key of the next part: one that no earlier part has, unless the application has set it twice.
    package mutating func next(_ part: some KeyedPart) -> String {
        if let key = part.key { return key }
        let base = part.derivedKey
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

extension String {
    /// A key from a text that the user sees.
    fileprivate init(keyFrom text: String) { self.init(text.unicodeScalars.prefix(64)) }
}

extension Row: KeyedPart {
    /// The key from the row's report, its control, or its title.
    package var derivedKey: String {
        if let report { return report.key() }
        switch control?.content {
        case .toggle(let toggle)?: return toggle.report.key(without: toggle.member)
        case .stepper(let stepper)?: return stepper.report.key(without: stepper.member)
        case .button(let button)?: return button.report.key()
        default: return String(keyFrom: title)
        }
    }
}

extension Marker: KeyedPart {
    /// The key from the marker's report, or its title.
    package var derivedKey: String { report?.key() ?? String(keyFrom: title) }
}

extension Section: KeyedPart {
    /// The key from the section's header.
    package var derivedKey: String { header.map(String.init(keyFrom:)) ?? "section" }
}

extension ChoiceOption: KeyedPart {
    /// The key from the option's report, or its label.
    package var derivedKey: String { report?.key() ?? String(keyFrom: label) }
}

extension TimelineStep: KeyedPart {
    /// The key from the step's title.
    package var derivedKey: String { String(keyFrom: title) }
}

extension ViewElement {
    /// The keys that the application has set twice in one list, map, grid, choice or timeline.
    package var duplicateKeys: [String] {
        switch content {
        case .list(let list):
            Self.duplicates(list.sections) + Self.duplicates(list.sections.flatMap(\.rows))
        case .map(let map): Self.duplicates(map.markers)
        case .grid(let grid): Self.duplicates(grid.cards.map(\.row))
        case .segments(let segments): Self.duplicates(segments.options)
        case .chips(let chips): Self.duplicates(chips.options)
        case .swatches(let swatches): Self.duplicates(swatches.options)
        case .timeline(let timeline): Self.duplicates(timeline.steps)
        default: []
        }
    }

    private static func duplicates(_ parts: [some KeyedPart]) -> [String] {
        var seen: Set<String> = []
        return parts.compactMap(\.key).filter { !seen.insert($0).inserted }
    }
}
