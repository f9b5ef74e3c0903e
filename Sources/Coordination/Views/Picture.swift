/// An image by its address, a symbol by its meaning, or characters to look at.
public struct Picture: Sendable {
    package enum Source { case url(String), symbol(String), characters(String) }

    package let source: Source
    package let alternative: String

    /// An image that clients load.
    ///
    /// - Parameters:
    ///   - url: An `https` address, or a path on this server.
    ///   - alternative: What it shows, in words; empty when it only decorates.
    public static func url(_ url: String, alternative: String = "") -> Self {
        Self(source: .url(url), alternative: alternative)
    }

    /// A symbol that clients draw their own way.
    ///
    /// - Parameters:
    ///   - name: What it means: `list`, `gear`, `person`, `cart`, `heart`, `house`, `phone`, `plus`, `checkmark`, `star`,
    ///     `tag`, `photo`, `warning`, `search`, `map` or `bell`. Clients draw a neutral shape for any other.
    ///   - alternative: What it shows, in words; empty when it only decorates.
    public static func symbol(_ name: String, alternative: String = "") -> Self {
        Self(source: .symbol(name), alternative: alternative)
    }

    /// One or a few characters that are drawn as a picture: an emoji, a kanji, initials.
    ///
    /// - Parameters:
    ///   - text: The characters.
    ///   - alternative: What they show, in words; empty when they only decorate.
    public static func characters(_ text: String, alternative: String = "") -> Self {
        Self(source: .characters(text), alternative: alternative)
    }
}
