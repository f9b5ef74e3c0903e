/// Rows in sections (`list`).
///
/// ```swift
/// List(cities) { city in Row(city.name).reports(Cities.citySelected, city) }
/// ```
public struct List: ViewElement, ContractElement {
    /// The grouping of the rows.
    public enum Style: String, Sendable, CaseIterable {
        /// All rows in one run.
        case plain
        /// Each section as a group of its own.
        case grouped
    }

    static let kind = "list"
    package let sections: [Section]
    package let style: Style
    package let empty: Empty?
    package private(set) var more: Button?
    /// The source of the rows, or `nil` if they are in the sections.
    package let source: (any RowSource)?
    private let sourceReports: [Report]

    /// Creates a list of sections.
    ///
    /// The notice `empty` is shown when there are no rows.
    public init(style: Style = .grouped, sections: [Section], empty: Empty? = nil) {
        self.style = style
        self.sections = sections
        self.empty = empty
        source = nil
        sourceReports = []
    }

    /// Creates a list with rows that clients read from a source, beside the state.
    ///
    /// - Parameters:
    ///   - source: The source of the rows.
    ///   - outputs: The outputs that the rows may report.
    ///   - style: The grouping of the rows.
    ///   - empty: The notice to show when there are no rows.
    public init(
        from source: some RowSource,
        reporting outputs: [any ScreenOutput] = [],
        style: Style = .plain,
        empty: Empty? = nil
    ) {
        sections = []
        self.style = style
        self.empty = empty
        self.source = source
        sourceReports = outputs.map { Report(entering: $0) }
    }

    /// Creates a list of one section with a row for each element.
    ///
    /// - Parameters:
    ///   - elements: The elements, in the order of the rows.
    ///   - style: The grouping of the rows.
    ///   - empty: The notice to show when there are no rows.
    ///   - row: Makes the row of an element.
    public init<Element>(
        _ elements: some Sequence<Element>,
        style: Style = .plain,
        empty: Empty? = nil,
        row: (Element) -> Row
    ) {
        self.init(style: style, sections: [Section(rows: elements.map(row))], empty: empty)
    }

    /// Returns the list with an output to report for further rows, which the application then adds to the list.
    ///
    /// Clients show the button after the last row, or report its output when the user comes to the end of the list. With `nil`,
    /// clients know that all rows are shown.
    ///
    /// ```swift
    /// List(books.prefix(shown)) { Row($0.title) }.more(shown < books.count ? Button("More", Shelf.more) : nil)
    /// ```
    public func more(_ button: Button?) -> List {
        var list = self
        list.more = button
        return list
    }

    /// The content as an ``ElementContent/list(_:)``.
    public var content: ElementContent { .list(self) }

    func visit(_ members: inout some Members) {
        members.value("style", style)
        members.value("sections", keyedSections)
        members.value(
            "source",
            source.map { RowSourceReference(name: type(of: $0).name, version: $0.version) },
            "The source of the rows, which are not in the state."
        )
        members.collect { $0.reports += sourceReports }
        members.value(
            "more",
            more,
            "Its output asks for further rows: report it at the end of the list, or show a button."
        )
        members.value(
            "empty",
            empty,
            isShown: sections.allSatisfy { $0.rows.isEmpty },
            "The notice to show if there are no rows."
        )
    }

    /// The sections that are not empty.
    ///
    /// The keys of rows are unique in the whole list, so that a row may move to another section.
    private var keyedSections: Keyed<Section> {
        let shown = sections.filter { !$0.rows.isEmpty || $0.footer != nil }
        return Keyed(shown, innerKeys: shown.flatMap { $0.rows.compactMap { $0.key } })
    }
}

/// A group of rows in a ``List``.
///
/// ```swift
/// List(sections: [
///     Section("Today", rows: today.map { Row($0.title) }),
///     Section("Earlier", footer: "Of the last 30 days", rows: earlier.map { Row($0.title) }),
/// ])
/// ```
public struct Section: Sendable, KeyedPart {
    static let component = "ListSection"
    package let header: String?
    package let footer: String?
    package let rows: [Row]
    package private(set) var key: String?

    /// Creates a section with an optional text above and below its rows.
    public init(_ header: String? = nil, footer: String? = nil, rows: [Row]) {
        self.header = header
        self.footer = footer
        self.rows = rows
    }

    /// Returns the section with a key, by which clients recognize it in the next state.
    ///
    /// Without one, the key is derived from the header. It must be unique among the sections of the list, and stay the same as
    /// long as the section is there.
    public func keyed(_ key: String) -> Section {
        var section = self
        section.key = key
        return section
    }

    func visit(_ members: inout some Members) {
        members.text("header", header)
        members.text("footer", footer)
        members.value("rows", Keyed(rows))
    }

    /// The key from the section's header.
    var derivedKey: String { header.map(String.init(keyFrom:)) ?? "section" }
}
