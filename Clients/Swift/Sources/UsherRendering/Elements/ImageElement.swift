import UsherClient

/// A picture: one with an address, a symbol, or characters that are drawn large.
public struct ImageElement: Sendable, Hashable {
    /// The contents of a picture.
    public enum Content: Sendable, Hashable {
        /// A picture with an address, which may be relative to the server.
        case url(String)
        /// A symbol by its name.
        case symbol(String)
        /// Characters to be drawn large, with their language.
        case characters(String, language: String?)
    }

    /// The content of the picture.
    public let content: Content
    /// The text for people who don't see the picture, or an empty one for a decoration.
    public let alternative: String
    /// The width by the height, or `nil` for the picture's own.
    public let aspect: Double?

    /// Creates a picture of a symbol without a meaning of its own.
    public init(symbol: String) {
        self.init(.symbol(symbol), alternative: "", aspect: nil)
    }

    init(_ content: Content, alternative: String, aspect: Double?) {
        self.content = content
        self.alternative = alternative
        self.aspect = aspect
    }

    init(_ document: JSONValue) {
        let content: Content =
            if let characters = document["characters"]?.string {
                .characters(characters, language: document["lang"]?.string)
            } else if let url = document["url"]?.string {
                .url(url)
            } else {
                .symbol(document["symbol"]?.string ?? "photo")
            }
        self.init(content, alternative: document.text("alt"), aspect: Self.aspect(document["aspect"]))
    }

    /// This picture with an aspect, unless it has one of its own.
    func shaped(_ aspect: Double?) -> ImageElement {
        ImageElement(content, alternative: alternative, aspect: self.aspect ?? aspect)
    }

    /// Reads an aspect, which is a number or a text such as `16:9`.
    static func aspect(_ value: JSONValue?) -> Double? {
        if let number = value?.double { return number > 0 ? number : nil }
        let parts = value?.string?.split { ":/".contains($0) }.map { Double($0) } ?? []
        guard let width = parts.first ?? nil, width > 0 else { return nil }
        guard parts.count > 1 else { return width }
        guard let height = parts[1], height > 0 else { return nil }
        return width / height
    }
}
