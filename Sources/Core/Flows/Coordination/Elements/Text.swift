/// A heading (`heading`).
///
/// ```swift
/// Heading("Your order")
/// ```
public struct Heading: ViewElement, ContractElement {
    static let kind = "heading"
    package let text: String
    package let level: Int
    package private(set) var language: String?

    /// Creates a heading with a level from 1, the highest, to 3.
    public init(_ text: String, level: Int = 1) {
        self.text = text
        self.level = level
    }

    /// Returns the heading with its language, as a tag of BCP 47 such as `ja`, if it is not the application's.
    public func language(_ tag: String) -> Heading {
        var copy = self
        copy.language = tag
        return copy
    }

    /// The content as an ``ElementContent/heading(_:)``.
    public var content: ElementContent { .heading(self) }

    func visit(_ members: inout some Members) {
        members.text("text", text, isLocalized: language == nil)
        members.value("level", level, as: .value(.integer(min: 1, max: 3)), nil)
        members.language(language)
    }
}

/// A paragraph (`text`).
///
/// ```swift
/// Text("We deliver between 9 and 12.", style: .secondary)
/// ```
public struct Text: ViewElement, ContractElement {
    /// The importance of a text.
    public enum Style: String, Sendable, CaseIterable {
        /// The main text of the screen.
        case body
        /// An explanation of the main text.
        case secondary
        /// A minor remark.
        case caption
        /// A text that the user copies letter by letter, such as a key.
        case code
    }

    /// The origin of the text that is shown.
    package enum Source: Sendable {
        case plain(String)
        case sealed(SealedText)
    }

    static let kind = "text"
    package private(set) var source: Source
    package let style: Style
    package private(set) var language: String?

    /// Creates a paragraph, which is main text unless `style` says otherwise.
    public init(_ text: String, style: Style = .body) {
        source = .plain(text)
        self.style = style
    }

    /// Creates a paragraph with a text that is stored encrypted and that the server opens for the client.
    public init(sealed text: SealedText, style: Style = .body) {
        source = .sealed(text)
        self.style = style
    }

    /// Returns the paragraph with its language, as a tag of BCP 47 such as `ja`, if it is not the application's.
    public func language(_ tag: String) -> Text {
        var copy = self
        copy.language = tag
        return copy
    }

    /// The content as an ``ElementContent/text(_:)``.
    public var content: ElementContent { .text(self) }

    func visit(_ members: inout some Members) {
        members.text("text", plainText ?? "•••", isLocalized: language == nil && plainText != nil)
        members.value("style", style == .body ? nil : style, "Absent for body.")
        members.language(language)
    }

    /// The text, or `nil` if it is sealed.
    private var plainText: String? { if case .plain(let text) = source { text } else { nil } }

    /// Returns the paragraph with its sealed text opened, if it can be.
    func opened(by open: (SealedText) -> String?) -> Text {
        guard case .sealed(let sealed) = source, let text = open(sealed) else { return self }
        var copy = self
        copy.source = .plain(text)
        return copy
    }
}
