/// An image by its URL, a symbol by its meaning, or a few characters drawn as a picture.
///
/// ```swift
/// Card("Ridge shell", picture: .url("/ridge.svg", alternative: "A rain jacket with a hood"))
/// Row("Your cart", picture: .symbol("cart"))
/// Row("Japanese", picture: .characters("日本").language("ja"))
/// ```
public struct ImageSource: Sendable, ViewPart {
    package enum Source { case url(String), symbol(String), characters(String) }

    static let component = "Picture"
    package let source: Source
    package let alternative: String
    package private(set) var language: String?

    /// Returns the picture with the language of its characters, as a tag of BCP 47 such as `ja`.
    public func language(_ tag: String) -> Self {
        var picture = self
        picture.language = tag
        return picture
    }

    private init(source: Source, alternative: String) {
        self.source = source
        self.alternative = alternative
    }

    /// Creates a picture from an image that clients load.
    ///
    /// - Parameters:
    ///   - url: An `https` address, or a path on this server.
    ///   - alternative: A description in words, which is empty for a decoration.
    /// - Returns: A picture with an image that a client loads when it shows the screen.
    public static func url(_ url: String, alternative: String = "") -> Self {
        Self(source: .url(url), alternative: alternative)
    }

    /// Creates a picture from a symbol that each client draws in its own style.
    ///
    /// - Parameters:
    ///   - name: The meaning: `bag`, `bell`, `book`, `calendar`, `card`, `cart`, `checkmark`, `clock`, `close`, `doc`,
    ///     `envelope`, `filter`, `gear`, `heart`, `house`, `info`, `list`, `lock`, `map`, `minus`, `pencil`, `person`,
    ///     `phone`, `photo`, `pin`, `plus`, `search`, `share`, `star`, `tag`, `trash` or `warning`. Clients draw a neutral
    ///     shape for any other.
    ///   - alternative: A description in words, which is empty for a decoration.
    /// - Returns: A picture that needs no image.
    public static func symbol(_ name: String, alternative: String = "") -> Self {
        Self(source: .symbol(name), alternative: alternative)
    }

    /// Creates a picture from one or a few characters: an emoji, a kanji, initials.
    ///
    /// - Parameters:
    ///   - text: The characters.
    ///   - alternative: A description in words, which is empty for a decoration.
    /// - Returns: A picture that clients draw as text.
    public static func characters(_ text: String, alternative: String = "") -> Self {
        Self(source: .characters(text), alternative: alternative)
    }
    static var explanation: String? { "An image, a symbol or some characters." }

    func visit(_ members: inout some Members) {
        members.value("url", url)
        members.value("symbol", symbol)
        members.value("characters", characters, "To be drawn large.")
        members.text("alt", alternative, "A description in words; empty for a decoration.")
        members.language(language)
    }

    private var url: String? { if case .url(let url) = source { url } else { nil } }
    private var symbol: String? { if case .symbol(let name) = source { name } else { nil } }
    private var characters: String? { if case .characters(let text) = source { text } else { nil } }
}

/// A picture on its own line (`image`).
///
/// ```swift
/// Image(.url("/map.png", alternative: "The way to the shop"), aspect: 1.5)
/// ```
public struct Image: ViewElement, ContractElement {
    static let kind = "image"
    package let picture: ImageSource
    package let aspect: Double?

    /// Creates an image.
    ///
    /// - Parameters:
    ///   - picture: The picture to show.
    ///   - aspect: The width divided by the height, so that clients can reserve space before the picture is loaded.
    public init(_ picture: ImageSource, aspect: Double? = nil) {
        self.picture = picture
        self.aspect = aspect
    }

    /// The content as an ``ElementContent/image(_:)``.
    public var content: ElementContent { .image(self) }

    func visit(_ members: inout some Members) {
        picture.visit(&members)
        members.value("aspect", aspect, "The width divided by the height.")
    }
}
