/// The styles of texts, which grow with the size that the user has chosen for texts.
public struct TextStyle: Sendable, Hashable {
    /// The sizes of texts, named as `Font.TextStyle` has them.
    public enum Size: String, Sendable, CaseIterable {
        /// The subject of a screen.
        case title
        /// A heading of the first level.
        case title2
        /// A heading of the second level.
        case title3
        /// A heading of the third level.
        case headline
        /// The text that the user reads.
        case body
        /// Text beside a picture or a control.
        case callout
        /// A second line.
        case subheadline
        /// A note below something.
        case footnote
        /// A small note.
        case caption
        /// A small mark beside a title.
        case caption2
    }

    /// The size of the text.
    public let size: Size
    /// Whether the text has less weight than others.
    public let isSecondary: Bool
    /// Whether all characters have one width.
    public let isMonospaced: Bool
    /// Whether the text has more weight than others.
    public let isBold: Bool

    init(_ size: Size, isSecondary: Bool = false, isMonospaced: Bool = false, isBold: Bool = false) {
        self.size = size
        self.isSecondary = isSecondary
        self.isMonospaced = isMonospaced
        self.isBold = isBold
    }

    /// The style of a text element.
    public static func text(_ style: TextElement.Style) -> TextStyle {
        switch style {
        case .body: TextStyle(.body)
        case .secondary: TextStyle(.subheadline, isSecondary: true)
        case .caption: TextStyle(.caption, isSecondary: true)
        case .code: TextStyle(.body, isMonospaced: true)
        }
    }

    /// The style of a heading of a level from 1 to 3.
    public static func heading(_ level: Int) -> TextStyle {
        switch level {
        case ...1: TextStyle(.title2, isBold: true)
        case 2: TextStyle(.title3, isBold: true)
        default: TextStyle(.headline)
        }
    }

    /// The style of the title of a row or a card.
    public static let title = TextStyle(.body)
    /// The style of the second line of a row or a card.
    public static let subtitle = TextStyle(.subheadline, isSecondary: true)
    /// The style of the name of a screen's subject.
    public static let subject = TextStyle(.title, isBold: true)
    /// The style of an explanation below a field.
    public static let help = TextStyle(.footnote, isSecondary: true)
    /// The style of an error at a field.
    public static let fault = TextStyle(.footnote)
    /// The style of a price.
    public static let price = TextStyle(.callout, isBold: true)
    /// The style of a badge.
    public static let badge = TextStyle(.caption2, isBold: true)
}
