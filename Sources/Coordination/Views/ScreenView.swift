/// A screen said in semantic elements: what it is, never how it looks.
///
/// Every client draws the elements its own way, so that one which has never heard of a screen can draw it well.
public struct ScreenView: Sendable {
    /// The elements from top to bottom.
    public let elements: [any ViewElement]

    /// Collects elements.
    public init(_ elements: [any ViewElement]) {
        self.elements = elements
    }
}

/// One semantic element, such as a list or a form.
public protocol ViewElement: Sendable {
    /// The kind of the element, with its content.
    var content: ElementContent { get }

    /// What clients can do with the element: the outputs it reports, with the payload where it is fixed.
    var reports: [Report] { get }

    /// An element that says the same for clients that don't know this kind; `nil` for the kinds of version 1.
    var fallback: (any ViewElement)? { get }
}

extension ViewElement {
    /// Nothing.
    public var reports: [Report] { [] }

    /// None.
    public var fallback: (any ViewElement)? { nil }
}

/// Collects the elements of a ``ScreenView`` from a list of expressions.
@resultBuilder
public enum ViewBuilder {
    /// Takes one element.
    public static func buildExpression(_ element: any ViewElement) -> [any ViewElement] { [element] }
    /// Takes what is already a view.
    public static func buildExpression(_ view: ScreenView) -> [any ViewElement] { view.elements }
    /// Puts parts in order.
    public static func buildBlock(_ parts: [any ViewElement]...) -> [any ViewElement] { parts.flatMap { $0 } }
    /// Takes what an `if` without `else` gives.
    public static func buildOptional(_ part: [any ViewElement]?) -> [any ViewElement] { part ?? [] }
    /// Takes the first branch.
    public static func buildEither(first: [any ViewElement]) -> [any ViewElement] { first }
    /// Takes the second branch.
    public static func buildEither(second: [any ViewElement]) -> [any ViewElement] { second }
    /// Takes what a loop gives.
    public static func buildArray(_ parts: [[any ViewElement]]) -> [any ViewElement] { parts.flatMap { $0 } }
    /// Ends the list.
    public static func buildFinalResult(_ elements: [any ViewElement]) -> ScreenView { ScreenView(elements) }
}
