public import JSON

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
    /// The `kind` by which clients know the element.
    var kind: String { get }

    /// What clients can do with the element: the outputs it reports, with the payload where it is fixed.
    var reports: [Report] { get }

    /// An element that says the same for clients that don't know this kind; `nil` for the kinds of version 1.
    var fallback: (any ViewElement)? { get }

    /// Writes the members besides `kind` and `fallback`.
    func writeMembers(to writer: inout JSONWriter)
}

extension ViewElement {
    /// Nothing.
    public var reports: [Report] { [] }

    /// None.
    public var fallback: (any ViewElement)? { nil }
}

extension ScreenView: JSONWritable {
    /// Writes the array of elements.
    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in elements { element.write(to: &writer) }
        writer.endArray()
    }
}

extension ViewElement {
    /// Writes the element with its `kind` and its `fallback`.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("kind")
        writer.string(kind)
        writeMembers(to: &writer)
        if let fallback {
            writer.key("fallback")
            fallback.write(to: &writer)
        }
        writer.endObject()
    }
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

extension JSONWriter {
    /// Writes a member, or nothing where there is no value.
    mutating func member(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }

    /// Writes a member, or nothing where there is no value.
    mutating func member(_ key: StaticString, _ number: Double?) {
        guard let number else { return }
        self.key(key)
        self.number(number)
    }

    /// Writes a member, or nothing where there is no value.
    mutating func member(_ key: StaticString, _ integer: Int?) {
        guard let integer else { return }
        self.key(key)
        self.integer(integer)
    }

    /// Writes a member that is there only when it is true.
    mutating func flag(_ key: StaticString, _ isTrue: Bool) {
        guard isTrue else { return }
        self.key(key)
        bool(true)
    }

    /// Writes a member, or nothing where there is no value.
    mutating func member(_ key: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return }
        self.key(key)
        value.write(to: &self)
    }
}
