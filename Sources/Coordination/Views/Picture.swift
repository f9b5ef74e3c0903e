public import JSON

/// An image by its address, a symbol by its meaning, or characters to look at.
public struct Picture: Sendable {
    private enum Source { case url(String), symbol(String), characters(String) }

    private let source: Source
    private let alternative: String

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

    func writeMembers(to writer: inout JSONWriter) {
        switch source {
        case .url(let url): writer.member("url", url)
        case .symbol(let name): writer.member("symbol", name)
        case .characters(let text): writer.member("characters", text)
        }
        writer.member("alt", alternative)
    }
}

extension Picture: JSONWritable {
    /// Writes `{"url": …, "alt": …}`, or `symbol` or `characters` in the place of `url`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }
}
