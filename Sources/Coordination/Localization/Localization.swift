/// The language in which a state is drawn, with the rules of its region.
public struct Localization: Sendable {
    /// The language of the texts, as a tag of BCP 47.
    public let language: String
    private let catalog: StringCatalog?
    private let format: any TextFormat
    /// The marks around texts of the catalog; `nil` for a drawing that a user sees.
    private let marks: TextMarks?

    /// Creates a localization.
    ///
    /// - Parameters:
    ///   - language: One of the languages of the catalog, as a tag of BCP 47.
    ///   - catalog: The translations; `nil` for texts in the source language.
    ///   - format: The rules for values in texts.
    public init(_ language: String, catalog: StringCatalog?, format: any TextFormat) {
        self.language = language
        self.catalog = catalog
        self.format = format
        marks = nil
    }

    /// Creates a localization in the source language that marks the texts of a catalog, for a check.
    package init(_ catalog: StringCatalog, marking marks: TextMarks) {
        language = catalog.sourceLanguage
        self.catalog = catalog
        format = PlainTextFormat()
        self.marks = marks
    }

    private static let source = Localization("en", catalog: nil, format: PlainTextFormat())

    @TaskLocal private static var drawing: Localization?

    /// The localization of the drawing in progress, or that of the source language.
    static var current: Localization { drawing ?? source }

    /// Draws with this localization: ``Swift/String/init(localized:)`` translates in the closure.
    public func draw<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$drawing.withValue(self, operation: body)
    }

    /// Draws asynchronously with this localization.
    package func draw<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Self.$drawing.withValue(self, operation: body)
    }

    /// Returns the translation of a text; the text itself for a key without one.
    public func string(_ text: LocalizedText) -> String {
        let known = catalog?[text.key, language]
        let string = string(text, known ?? .text(text.key))
        return marks?.mark(string, of: text, isKnown: known != nil) ?? string
    }

    private func string(_ text: LocalizedText, _ entry: StringCatalog.Entry) -> String {
        guard !text.arguments.isEmpty else { return entry.text(for: .other) }
        let number = text.arguments.lazy.compactMap { if case .integer(let number) = $0 { number } else { nil } }.first
        let template = entry.text(for: number.map(format.plural) ?? .other)
        return FormatTemplate(template).filled(with: text.arguments.map(string))
    }

    /// Whether texts run from right to left.
    public var isRightToLeft: Bool { format.isRightToLeft }

    private func string(_ argument: LocalizedText.Argument) -> String {
        switch argument {
        case .text(let text): text
        case .integer(let number): format.string(number)
        case .price(let price): marked(format.string(price))
        case .time(let time, let style): marked(format.string(time, style: style))
        case .localized(let text): string(text)
        }
    }

    /// A value that each language writes in its own way counts as translated.
    private func marked(_ value: String) -> String { marks == nil ? value : TextMarks.mark(value) }
}
