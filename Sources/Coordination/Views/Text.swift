public import JSON

/// A heading (`heading`).
public struct Heading: ViewElement {
    private let text: String
    private let level: Int

    /// A heading of a level from 1, the most general, to 3.
    public init(_ text: String, level: Int = 1) {
        self.text = text
        self.level = level
    }

    /// `heading`.
    public var kind: String { "heading" }

    /// Writes `text` and `level`.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("level", level)
    }
}

/// A paragraph (`text`).
public struct Text: ViewElement {
    /// How much a text matters beside the others.
    public enum Style: String, Sendable {
        /// What the screen says.
        case body
        /// What explains it.
        case secondary
        /// What may be overlooked.
        case caption
    }

    private let text: String
    private let style: Style

    /// A paragraph.
    public init(_ text: String, style: Style = .body) {
        self.text = text
        self.style = style
    }

    /// `text`.
    public var kind: String { "text" }

    /// Writes `text`, and `style` when it is not body.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("style", style == .body ? nil : style.rawValue)
    }
}

/// A picture that stands by itself (`image`).
public struct Image: ViewElement {
    private let picture: Picture
    private let aspect: Double?

    /// A picture.
    ///
    /// - Parameters:
    ///   - picture: What to show.
    ///   - aspect: Width divided by height, so that clients can leave room for it before it is loaded.
    public init(_ picture: Picture, aspect: Double? = nil) {
        self.picture = picture
        self.aspect = aspect
    }

    /// `image`.
    public var kind: String { "image" }

    /// Writes `url` or `symbol`, `alt` and `aspect`.
    public func writeMembers(to writer: inout JSONWriter) {
        picture.writeMembers(to: &writer)
        writer.member("aspect", aspect)
    }
}
