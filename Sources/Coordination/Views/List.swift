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

    package let sections: [Section]
    package let style: Style
    package let empty: Empty?

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

    /// A list.
    public var content: ElementContent { .list(self) }

    /// What the rows report.
    public var reports: [Report] {
        sections.flatMap { $0.rows.flatMap(\.reports) } + (empty?.reports ?? [])
    }
}

/// Rows that belong together in a ``List``.
public struct Section: Sendable {
    package let header: String?
    package let footer: String?
    package let rows: [Row]

    /// A section with its rows.
    public init(_ header: String? = nil, footer: String? = nil, rows: [Row]) {
        self.header = header
        self.footer = footer
        self.rows = rows
    }
}
