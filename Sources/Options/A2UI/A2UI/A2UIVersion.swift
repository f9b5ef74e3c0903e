import JSON

/// A version of A2UI that the server speaks.
enum A2UIVersion: String, CaseIterable, Sendable {
    /// The stable version, which clients get unless they name another.
    case stable = "0.9"
    /// The draft of the next version.
    case draft = "1.0"

    /// Finds a version by its name in a media type or in a message, such as `0.9` or `v0.9`, or returns `nil` for any other.
    ///
    /// Version 0.9.1 has the messages of 0.9.
    init?(named name: String) {
        let number = name.hasPrefix("v") ? String(name.dropFirst()) : name
        self.init(rawValue: number == "0.9.1" ? "0.9" : number)
    }

    /// The version in messages.
    var name: String { "v\(rawValue)" }

    /// The basic catalog, to which all components belong.
    var catalog: String {
        switch self {
        case .stable: "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
        case .draft: "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"
        }
    }

    /// Whether a text can be a heading by itself, and not only in Markdown.
    var hasHeadings: Bool { self == .stable }

    /// Whether fields can have an example of the input.
    var hasPlaceholders: Bool { self == .draft }

    /// Returns the reference to a value of the data model.
    func binding(_ path: String) -> JSONValue {
        switch self {
        case .stable: ["path": .string(path)]
        case .draft: ["@path": .string(path)]
        }
    }
}
