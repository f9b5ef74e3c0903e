public import JSON

/// Rows in sections (`list`).
///
/// ```swift
/// List(cities) { city in Row(city.name).reports(Cities.citySelected, city) }
/// ```
public struct List: ViewElement {
    /// How the rows hang together.
    public enum Style: String, Sendable {
        /// One run of rows.
        case plain
        /// Sections as groups of their own.
        case grouped
    }

    private let sections: [Section]
    private let style: Style
    private let empty: Empty?

    /// A list of sections.
    public init(style: Style = .grouped, sections: [Section], empty: Empty? = nil) {
        self.style = style
        self.sections = sections
        self.empty = empty
    }

    /// A list of one section with a row for each element.
    ///
    /// - Parameters:
    ///   - elements: What the rows stand for.
    ///   - style: How the rows hang together.
    ///   - empty: What to show when there are no rows.
    ///   - row: Makes the row of an element.
    public init<Element>(
        _ elements: some Sequence<Element>,
        style: Style = .plain,
        empty: Empty? = nil,
        row: (Element) -> Row
    ) {
        self.init(style: style, sections: [Section(rows: elements.map(row))], empty: empty)
    }

    /// `list`.
    public var kind: String { "list" }

    /// What the rows report.
    public var reports: [Report] {
        sections.flatMap { $0.rows.flatMap(\.reports) } + (empty?.reports ?? [])
    }

    /// Writes `style`, `sections` and `empty`.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("style", style.rawValue)
        writer.key("sections")
        writer.beginArray()
        for section in sections where !section.rows.isEmpty || section.footer != nil { section.write(to: &writer) }
        writer.endArray()
        guard let empty, sections.allSatisfy(\.rows.isEmpty) else { return }
        writer.key("empty")
        writer.beginObject()
        empty.writeMembers(to: &writer)
        writer.endObject()
    }
}

/// Rows that belong together in a ``List``.
public struct Section: Sendable {
    let header: String?
    let footer: String?
    let rows: [Row]

    /// A section with its rows.
    public init(_ header: String? = nil, footer: String? = nil, rows: [Row]) {
        self.header = header
        self.footer = footer
        self.rows = rows
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("header", header)
        writer.member("footer", footer)
        writer.key("rows")
        writer.beginArray()
        for row in rows { row.write(to: &writer) }
        writer.endArray()
        writer.endObject()
    }
}
