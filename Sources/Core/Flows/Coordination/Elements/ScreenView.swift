/// A screen described by semantic elements, which state the meaning of its content and not its appearance.
///
/// Every client renders the elements in its own style, so a client without a view of its own for a screen can still show it
/// well.
///
/// ```swift
/// var view: ScreenView {
///     Heading(item.name)
///     if let note = item.note { Text(note) }
///     Button("Edit", Self.edit)
/// }
/// ```
public struct ScreenView: Sendable {
    /// The elements from top to bottom.
    public let elements: [any ViewElement]

    /// Creates a view from its elements.
    public init(_ elements: [any ViewElement]) {
        self.elements = elements
    }
}

/// One semantic element, such as a list or a form.
///
/// An application may have elements of its own, for clients that know them:
///
/// ```swift
/// struct Rating: ViewElement {
///     let stars: Int
///     var content: ElementContent { .custom(kind: "rating", members: ["stars": .integer(Int64(stars))]) }
///     var fallback: (any ViewElement)? { Text("\(stars) of 5 stars") }
/// }
/// ```
public protocol ViewElement: Sendable {
    /// The kind of the element, with its content.
    var content: ElementContent { get }

    /// The outputs that the element can report, with the payload where it is fixed.
    var reports: [Report] { get }

    /// An equivalent element for clients that don't know this kind, or `nil` for the kinds that every client of version 1
    /// knows.
    var fallback: (any ViewElement)? { get }
}

extension ViewElement {
    /// `nil`, as every client knows the kinds of version 1.
    public var fallback: (any ViewElement)? { nil }
}

/// A result builder that collects the elements of a ``ScreenView`` from a list of expressions.
///
/// ```swift
/// @ViewBuilder
/// private var summary: ScreenView {
///     Heading("Your order")
///     for line in lines { Text(line) }
/// }
/// ```
@resultBuilder
public enum ViewBuilder {
    /// Adds one element.
    public static func buildExpression(_ element: any ViewElement) -> [any ViewElement] { [element] }
    /// Adds the elements of another view.
    public static func buildExpression(_ view: ScreenView) -> [any ViewElement] { view.elements }
    /// Concatenates the parts in order.
    public static func buildBlock(_ parts: [any ViewElement]...) -> [any ViewElement] { parts.flatMap { $0 } }
    /// Adds the result of an `if` without `else`.
    public static func buildOptional(_ part: [any ViewElement]?) -> [any ViewElement] { part ?? [] }
    /// Adds the first branch of an `if` or `switch`.
    public static func buildEither(first: [any ViewElement]) -> [any ViewElement] { first }
    /// Adds the second branch of an `if` or `switch`.
    public static func buildEither(second: [any ViewElement]) -> [any ViewElement] { second }
    /// Adds the results of a loop.
    public static func buildArray(_ parts: [[any ViewElement]]) -> [any ViewElement] { parts.flatMap { $0 } }
    /// Creates the view from the collected elements.
    public static func buildFinalResult(_ elements: [any ViewElement]) -> ScreenView { ScreenView(elements) }
}
