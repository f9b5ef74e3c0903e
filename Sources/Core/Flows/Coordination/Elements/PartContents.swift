import JSON

/// The texts, reports and keys in an element.
struct PartContents: MemberVisitor, ElementVisitor {
    /// The texts that users read.
    var texts: [String] = []
    /// The outputs that the element can report.
    var reports: [Report] = []
    /// The keys that the application has set twice.
    private(set) var duplicateKeys: [String] = []
    private var keys: [ObjectIdentifier: Set<String>] = [:]

    /// Collects the contents of an element.
    init(of element: any ViewElement) { element.content.visit(&self) }

    /// Collects the contents of a part of an element.
    init(of part: some ViewPart) { part.collect(into: &self) }

    mutating func value<Value: MemberValue>(
        _ name: StaticString,
        _ value: @autoclosure () -> Value,
        as schema: @autoclosure () -> MemberSchema,
        _ description: String?
    ) {
        value().collect(into: &self)
    }

    mutating func collect(_ body: (inout PartContents) -> Void) { body(&self) }

    mutating func visit(_ element: some ContractElement) { element.collect(into: &self) }

    /// Adds the key that the application has set for a part.
    ///
    /// The keys of parts of the same type must differ.
    mutating func add(key: String?, of type: any KeyedPart.Type) {
        guard let key, !keys[ObjectIdentifier(type), default: []].insert(key).inserted else { return }
        duplicateKeys.append(key)
    }
}

extension ViewElement {
    /// The outputs that the element's members report.
    ///
    /// There are none for an element of an application's own kind.
    public var reports: [Report] { PartContents(of: self).reports }

    /// The texts of the element and of its fallbacks that users read, in order.
    ///
    /// Values that the user enters, sealed texts, and texts with a language of their own are not among them.
    package var texts: [String] { PartContents(of: self).texts + (fallback?.texts ?? []) }

    /// The keys that the application has set twice in one list, map, grid, choice or timeline.
    package var duplicateKeys: [String] { PartContents(of: self).duplicateKeys }
}
