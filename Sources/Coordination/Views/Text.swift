/// A heading (`heading`).
public struct Heading: ViewElement {
    package let text: String
    package let level: Int

    /// A heading of a level from 1, the most general, to 3.
    public init(_ text: String, level: Int = 1) {
        self.text = text
        self.level = level
    }

    /// A heading.
    public var content: ElementContent { .heading(self) }
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

    package let text: String
    package let style: Style

    /// A paragraph.
    public init(_ text: String, style: Style = .body) {
        self.text = text
        self.style = style
    }

    /// A paragraph.
    public var content: ElementContent { .text(self) }
}

/// A picture that stands by itself (`image`).
public struct Image: ViewElement {
    package let picture: Picture
    package let aspect: Double?

    /// A picture.
    ///
    /// - Parameters:
    ///   - picture: What to show.
    ///   - aspect: Width divided by height, so that clients can leave room for it before it is loaded.
    public init(_ picture: Picture, aspect: Double? = nil) {
        self.picture = picture
        self.aspect = aspect
    }

    /// An image.
    public var content: ElementContent { .image(self) }
}
