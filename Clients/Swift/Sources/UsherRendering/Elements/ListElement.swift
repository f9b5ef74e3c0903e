import UsherClient

/// Rows in sections.
public struct ListElement: Sendable, Hashable {
    /// The looks of a list.
    public enum Style: String, Sendable {
        /// Rows below each other without a frame.
        case plain
        /// Sections with a frame each.
        case grouped
    }

    /// A source of rows that are not in the state.
    public struct Source: Sendable, Hashable {
        /// The name of the source.
        public let name: String
        /// The version of its rows, which are read again when it changes.
        public let version: String
    }

    /// The look of the list.
    public let style: Style
    /// The sections in their order.
    public let sections: [ListSection]
    /// The button that asks for further rows.
    public let more: ButtonElement?
    /// The notice in place of rows, if there are none.
    public let empty: EmptyElement?
    /// The source of the rows, if they are not in the state.
    public let source: Source?

    /// Whether the list has no rows in the state.
    public var isEmpty: Bool { sections.allSatisfy(\.rows.isEmpty) }

    init(_ document: JSONValue) {
        style = document["style"]?.string.flatMap(Style.init) ?? .grouped
        sections = (document["sections"]?.array ?? []).enumerated().map { ListSection($1, index: $0) }
        more = ButtonElement(part: document["more"])
        empty = document["empty"].map(EmptyElement.init)
        source = document["source"].flatMap { source in
            guard let name = source["name"]?.string, let version = source["version"]?.string else { return nil }
            return Source(name: name, version: version)
        }
    }

    init(style: Style = .grouped, sections: [ListSection]) {
        self.style = style
        self.sections = sections
        (more, empty, source) = (nil, nil, nil)
    }
}

/// A section of a list.
public struct ListSection: Sendable, Hashable, Identifiable {
    /// The key, which is unique among the sections of the list.
    public let key: String
    /// The words above the rows.
    public let header: String?
    /// The words below the rows.
    public let footer: String?
    /// The rows in their order.
    public let rows: [Row]

    /// The key of the section.
    public var id: String { key }

    init(_ document: JSONValue, index: Int) {
        key = document["key"]?.string ?? "\(index)"
        header = document["header"]?.string
        footer = document["footer"]?.string
        rows = (document["rows"]?.array ?? []).enumerated().map { Row($1, index: $0) }
    }
}
