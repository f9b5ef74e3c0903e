import JSON

/// A part of a view that lists its members: an element, or a part of one such as a row.
///
/// The list is the only place that names them. The JSON for clients follows from it (``PartWriter``), and so do its schema
/// (``PartSchema``), the texts that users read, the reports, and the keys that an application has set twice (``PartContents``).
protocol ViewPart: MemberValue {
    /// The name of its schema among the components of the API, such as `Row`.
    static var component: String { get }
    /// An explanation of the schema, or `nil` for none.
    static var explanation: String? { get }

    /// Visits the members in the order of the JSON.
    func visit(_ members: inout some Members)
}

extension ViewPart {
    static var explanation: String? { nil }
    static var memberSchema: MemberSchema { .component(component) }

    func write(member name: StaticString, to writer: inout PartWriter) {
        writer.json.key(name)
        writer.object(self)
    }

    func collect(into contents: inout PartContents) { visit(&contents) }
}

/// An element of the contract, which is the same for all applications.
protocol ContractElement: ViewElement, ViewPart {
    /// The kind in JSON, such as `heading`.
    static var kind: String { get }
}

extension ContractElement {
    static var component: String { kind.prefix(1).uppercased() + kind.dropFirst() }
}

/// A visitor of members that may be a noncopyable type.
typealias Members = MemberVisitor & ~Copyable

/// A visitor of the members of a part of a view.
///
/// Values are passed unevaluated, so a visitor takes only the values that it needs. From a list and the writer, the compiler
/// makes a function of plain calls.
protocol MemberVisitor: ~Copyable {
    /// Visits a member.
    ///
    /// - Parameters:
    ///   - name: The name in JSON.
    ///   - value: The value. The member is required if its type is not optional.
    ///   - schema: The schema of the value.
    ///   - description: An explanation for authors of clients.
    mutating func value<Value: MemberValue>(
        _ name: StaticString,
        _ value: @autoclosure () -> Value,
        as schema: @autoclosure () -> MemberSchema,
        _ description: String?
    )

    /// Calls a function with the contents of the element if the visitor collects them.
    mutating func collect(_ body: (inout PartContents) -> Void)
}

extension MemberVisitor where Self: ~Copyable {
    mutating func collect(_ body: (inout PartContents) -> Void) {}

    /// Visits a member with the schema of its type.
    mutating func value<Value: MemberValue>(
        _ name: StaticString,
        _ value: @autoclosure () -> Value,
        _ description: String? = nil
    ) {
        self.value(name, value(), as: Value.memberSchema, description)
    }

    /// Visits a member that clients get only if it is shown, and with reports that are always checked.
    mutating func value<Part: ViewPart>(
        _ name: StaticString,
        _ part: @autoclosure () -> Part?,
        isShown: @autoclosure () -> Bool,
        _ description: String
    ) {
        value(name, isShown() ? part() : nil, description)
        collect { if !isShown() { part().collect(into: &$0) } }
    }

    /// Visits a member with one of the cases of an enumeration, which is absent for `nil`.
    mutating func value<Case: CaseIterable & RawRepresentable<String>>(
        _ name: StaticString,
        _ value: @autoclosure () -> Case?,
        _ description: String? = nil
    ) {
        self.value(name, value()?.rawValue, as: .cases(of: Case.self), description)
    }

    /// Visits a required member with one of the cases of an enumeration.
    mutating func value<Case: CaseIterable & RawRepresentable<String>>(
        _ name: StaticString,
        _ value: @autoclosure () -> Case
    ) {
        self.value(name, value().rawValue, as: .cases(of: Case.self), nil)
    }

    /// Visits a member that is `true` or absent.
    mutating func flag(_ name: StaticString, _ isTrue: @autoclosure () -> Bool, _ description: String? = nil) {
        value(name, isTrue() ? true : nil, description)
    }

    /// Visits a required member that is a text for users.
    ///
    /// `isLocalized` says whether it is the application's own text, in its language.
    mutating func text(
        _ name: StaticString,
        _ text: @autoclosure () -> String,
        isLocalized: @autoclosure () -> Bool = true,
        _ description: String? = nil
    ) {
        value(name, text(), description)
        collect { if isLocalized() { $0.texts.append(text()) } }
    }

    /// Visits a member that is a text for users, and absent for `nil`.
    mutating func text(_ name: StaticString, _ text: @autoclosure () -> String?, _ description: String? = nil) {
        value(name, text(), description)
        collect { if let text = text() { $0.texts.append(text) } }
    }

    /// Visits the language of a text.
    mutating func language(_ tag: @autoclosure () -> String?) {
        value("lang", tag(), "The language of the text (BCP 47), if it is not that of the application.")
    }

    /// Visits the name of the member of a payload that a control sets.
    mutating func enteredMember(_ name: @autoclosure () -> String?) {
        value("member", name(), "The member of `payload` that gets the new value; without it the value is the payload.")
    }
}
