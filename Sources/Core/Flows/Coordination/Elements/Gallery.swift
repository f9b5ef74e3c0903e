/// Several pictures of one thing, which the user looks through (`gallery`).
///
/// ```swift
/// Gallery("Ridge shell", pictures: [
///     .url("/ridge.svg", alternative: "The front"), .url("/ridge-back.svg", alternative: "The back"),
/// ])
/// ```
public struct Gallery: ViewElement, ContractElement {
    static let kind = "gallery"
    package let label: String
    package let pictures: [ImageSource]
    package let aspect: Double?

    /// Creates a gallery.
    ///
    /// - Parameters:
    ///   - label: The name of what the pictures show, for users who can't see them.
    ///   - pictures: The pictures in order, each with an alternative text of its own.
    ///   - aspect: The width of each picture divided by its height.
    public init(_ label: String, pictures: [ImageSource], aspect: Double? = nil) {
        self.label = label
        self.pictures = pictures
        self.aspect = aspect
    }

    /// The content as an ``ElementContent/gallery(_:)``.
    public var content: ElementContent { .gallery(self) }

    /// The first picture, or an empty paragraph if there are no pictures.
    public var fallback: (any ViewElement)? {
        guard let first = pictures.first else { return Text("") }
        return Image(first, aspect: aspect)
    }

    func visit(_ members: inout some Members) {
        members.text("label", label, "The name of what the pictures show.")
        members.value("images", pictures)
        members.value("aspect", aspect, "The width of each picture divided by its height.")
    }
}
