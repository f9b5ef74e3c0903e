import JSON

/// The schema of a member of a part of a view.
package enum MemberSchema {
    /// A plain value.
    case value(JSONSchema)
    /// The component with a name.
    case component(String)
    /// An array of the component with a name.
    case array(of: String)

    static func cases<Case: CaseIterable & RawRepresentable<String>>(of type: Case.Type) -> Self {
        .value(.enumeration(type.allCases.map(\.rawValue)))
    }
}

/// A type of the values of members.
protocol MemberValue: Sendable {
    /// The schema of the values.
    static var memberSchema: MemberSchema { get }
    /// Whether a member of this type is always there.
    static var isRequired: Bool { get }

    /// Writes a member with this value.
    func write(member name: StaticString, to writer: inout PartWriter)
    /// Collects what the value contains.
    func collect(into contents: inout PartContents)
}

extension MemberValue {
    static var isRequired: Bool { true }
    func collect(into contents: inout PartContents) {}
}

extension String: MemberValue {
    static var memberSchema: MemberSchema { .value(.string) }
    func write(member name: StaticString, to writer: inout PartWriter) { writer.json.member(name, self) }
}

extension Bool: MemberValue {
    static var memberSchema: MemberSchema { .value(.boolean) }
    func write(member name: StaticString, to writer: inout PartWriter) { writer.json.member(name, self) }
}

extension Int: MemberValue {
    static var memberSchema: MemberSchema { .value(.integer) }
    func write(member name: StaticString, to writer: inout PartWriter) { writer.json.member(name, self) }
}

extension Double: MemberValue {
    static var memberSchema: MemberSchema { .value(.number) }
    func write(member name: StaticString, to writer: inout PartWriter) { writer.json.member(name, self) }
}

extension Timestamp: MemberValue {
    static var memberSchema: MemberSchema { .value(.string(format: "date-time")) }
    func write(member name: StaticString, to writer: inout PartWriter) { writer.json.member(name, self) }
}

extension JSONValue: MemberValue {
    static var memberSchema: MemberSchema { .value(.any) }
    func write(member name: StaticString, to writer: inout PartWriter) { writer.json.member(name, self) }
}

extension Optional: MemberValue where Wrapped: MemberValue {
    static var memberSchema: MemberSchema { Wrapped.memberSchema }
    static var isRequired: Bool { false }
    func write(member name: StaticString, to writer: inout PartWriter) { self?.write(member: name, to: &writer) }
    func collect(into contents: inout PartContents) { self?.collect(into: &contents) }
}

extension Array: MemberValue where Element: ViewPart {
    static var memberSchema: MemberSchema { .array(of: Element.component) }

    func write(member name: StaticString, to writer: inout PartWriter) {
        writer.json.key(name)
        writer.json.beginArray()
        for part in self { writer.object(part) }
        writer.json.endArray()
    }

    func collect(into contents: inout PartContents) {
        for part in self { part.collect(into: &contents) }
    }
}
