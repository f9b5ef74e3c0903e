/// The language in which a state is drawn, with the rules of its region.
///
/// It is one reference to constant values, because each text that is drawn gets a copy.
public struct Localization: Sendable {
    private final class Values: Sendable {
        let language: String
        let catalog: StringCatalog?
        let format: any TextFormat
        let isRightToLeft: Bool
        /// The marks around texts of the catalog, or `nil` for a drawing that a user sees.
        let marks: TextMarks?

        init(_ language: String, _ catalog: StringCatalog?, _ format: any TextFormat, _ marks: TextMarks? = nil) {
            self.language = language
            self.catalog = catalog
            self.format = format
            isRightToLeft = format.isRightToLeft
            self.marks = marks
        }
    }

    private let values: Values

    /// Creates a localization.
    ///
    /// - Parameters:
    ///   - language: One of the languages of the catalog, as a tag of BCP 47.
    ///   - catalog: The translations, or `nil` for texts in the source language.
    ///   - format: The rules for values in texts.
    public init(_ language: String, catalog: StringCatalog?, format: any TextFormat) {
        values = Values(language, catalog, format)
    }

    /// Creates a localization in the source language that marks the texts of a catalog, for a check.
    package init(_ catalog: StringCatalog, marking marks: TextMarks) {
        values = Values(catalog.sourceLanguage, catalog, PlainTextFormat(), marks)
    }

    /// The language of the texts, as a tag of BCP 47.
    public var language: String { values.language }

    /// Whether texts run from right to left.
    public var isRightToLeft: Bool { values.isRightToLeft }

    private static let source = Localization("en", catalog: nil, format: PlainTextFormat())

    @TaskLocal private static var drawing: Localization?

    /// The localization of the drawing in progress, or of the source language outside of a drawing.
    static var current: Localization { drawing ?? source }

    /// Draws with this localization: ``Swift/String/init(localized:)`` translates in the closure.
    public func draw<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$drawing.withValue(self, operation: body)
    }

    /// Draws asynchronously with this localization.
    package func draw<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Self.$drawing.withValue(self, operation: body)
    }

    /// Returns the translation of a text, or the text itself for a key without one.
    public func string(_ text: LocalizedText) -> String {
        let known = values.catalog?[text.key, language]
        let string = string(text, known ?? .text(text.key))
        return values.marks?.mark(string, of: text, isKnown: known != nil) ?? string
    }

    private func string(_ text: LocalizedText, _ entry: StringCatalog.Entry) -> String {
        guard !text.arguments.isEmpty else { return entry.text(for: .other) }
        let number = text.arguments.lazy.compactMap { if case .integer(let number) = $0 { number } else { nil } }.first
        let template = entry.text(for: number.map(values.format.plural) ?? .other)
        return FormatTemplate(template).filled(with: text.arguments.map(string))
    }

    private func string(_ argument: LocalizedText.Argument) -> String {
        switch argument {
        case .text(let text): text
        case .integer(let number): values.format.string(number)
        case .price(let price): marked(values.format.string(price))
        case .time(let time, let style): marked(values.format.string(time, style: style))
        case .zonedTime(let time, let style): marked(values.format.string(time, style: style))
        case .day(let day): marked(values.format.string(day))
        case .localized(let text): string(text)
        }
    }

    /// Returns a value between marks, because a value that each language writes in its own way counts as translated.
    private func marked(_ value: String) -> String { values.marks == nil ? value : TextMarks.mark(value) }
}
