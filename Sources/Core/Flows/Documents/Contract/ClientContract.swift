package import Coordination
import JSON

/// The props of screens and the payloads of their outputs, with the names of the Swift types that they share.
///
/// Both the OpenAPI document of a server and the types that `usher types` writes are made from it, so a type has one name in them.
package struct ClientContract: Sendable {
    /// An application with its screens.
    package struct Application: Sendable {
        /// The name of the application.
        package let name: String
        /// The kinds of screens.
        package let screens: [Screen]
        /// The schema of the input of a session, or `nil` if there is none.
        package let input: JSONSchema?
        /// The schema of the result of a session, or `nil` if there is none.
        package let result: JSONSchema?
    }

    /// A kind of screen.
    package struct Screen: Sendable {
        /// The name of the screen in its application.
        package let name: String
        /// The schema of the props, or `nil` for a screen from which none can be derived.
        package let props: JSONSchema?
        /// The outputs that the application wires.
        package let outputs: [Output]
    }

    /// An output of a screen.
    package struct Output: Sendable {
        /// The name of the output in its screen.
        package let name: String
        /// The schema of the payload, or `nil` for an output without one.
        package let payload: JSONSchema?
    }

    /// A type that occurs inside of props and payloads.
    package struct SharedType: Sendable {
        /// The name of the component with its schema.
        package let name: String
        /// The schema, in which other such types are whole.
        package let schema: JSONSchema
    }

    /// The applications in their order on the server.
    package let applications: [Application]
    /// The types inside of their props and payloads, by their names.
    ///
    /// A type in both can have two schemas, because a payload is limited in size and has no further members. Then the name of the
    /// second one ends in `.payload`.
    package let types: [SharedType]

    private let names: [ValueType: String]
    private let forms: SharedForms

    /// Describes applications.
    ///
    /// - Parameters:
    ///   - applications: All applications of a server.
    ///   - components: The names of other components, with the names of their members.
    package init(_ applications: [Coordination.Application], components: [String: Set<String>] = [:]) {
        self.applications = applications.map { application in
            Application(
                name: application.name,
                screens: application.screens.map { screen in
                    let outputs = application.outputs(of: screen).map { Output(name: $0.name, payload: $0.schema) }
                    return Screen(name: screen.name, props: try? screen.propsSchema(), outputs: outputs)
                },
                input: application.interface.input,
                result: application.interface.result
            )
        }
        let screens = self.applications.flatMap(\.screens)
        var forms = SharedForms()
        for screen in screens { screen.props.map { forms.collectParts(of: $0, in: \.props) } }
        for output in screens.flatMap(\.outputs) { output.payload.map { forms.collectParts(of: $0, in: \.payloads) } }
        for schema in self.applications.flatMap({ [$0.input, $0.result] }) {
            schema.map { forms.collectParts(of: $0, in: \.payloads) }
        }
        let names = SharedNames(of: forms, components: components).names
        self.forms = forms
        self.names = names
        types = forms.types.flatMap { type -> [SharedType] in
            let name = names[type] ?? ""
            let schemas = [forms.props[type], forms.payloads[type]].compactMap(\.self)
            return zip(schemas, [name, Self.payloadName(name)]).map { SharedType(name: $1, schema: $0) }
        }
        .sorted { $0.name < $1.name }
    }

    /// Returns the name of the component for the values of a schema, or `nil` for values that are described where they occur.
    package func name(of schema: JSONSchema) -> String? {
        guard let type = schema.valueType, let name = names[type] else { return nil }
        if let known = forms.props[type], known.describesSameValues(as: schema) { return name }
        guard let known = forms.payloads[type], known.describesSameValues(as: schema) else { return nil }
        return forms.props[type] == nil ? name : Self.payloadName(name)
    }

    private static func payloadName(_ name: String) -> String { name + ".payload" }
}

/// The schemas of the types inside of props and payloads.
struct SharedForms {
    /// The types in the order in which they occur.
    private(set) var types: [ValueType] = []
    /// The schemas inside of props.
    var props: [ValueType: JSONSchema] = [:]
    /// The schemas inside of payloads that differ from those inside of props.
    var payloads: [ValueType: JSONSchema] = [:]

    /// Returns the names of the members of a type, or none for an enumeration.
    func members(of type: ValueType) -> Set<String> {
        guard case .object(let rules) = (props[type] ?? payloads[type])?.kind else { return [] }
        return Set(rules.properties.map(\.name))
    }

    mutating func collectParts(of schema: JSONSchema, in forms: WritableKeyPath<Self, [ValueType: JSONSchema]>) {
        switch schema.kind {
        case .array(let rules): collect(rules.items, in: forms)
        case .nullable(let inner): collect(inner, in: forms)
        case .object(let rules):
            for property in rules.properties { collect(property.schema, in: forms) }
            if let others = rules.others { collect(others, in: forms) }
        case .any, .null, .boolean, .integer, .number, .string, .enumeration: break
        }
    }

    private mutating func collect(_ schema: JSONSchema, in forms: WritableKeyPath<Self, [ValueType: JSONSchema]>) {
        if let type = schema.valueType, !schema.isReference, self[keyPath: forms][type] == nil {
            if props[type] == nil, payloads[type] == nil { types.append(type) }
            if props[type].map({ $0.describesSameValues(as: schema) }) != true { self[keyPath: forms][type] = schema }
        }
        collectParts(of: schema, in: forms)
    }
}

extension JSONSchema {
    /// Whether two schemas are the same when a type inside of itself counts as that type.
    fileprivate func describesSameValues(as other: JSONSchema) -> Bool {
        if isReference || other.isReference { return valueType == other.valueType }
        guard title == other.title, description == other.description else { return false }
        switch (kind, other.kind) {
        case (.nullable(let one), .nullable(let two)): return one.describesSameValues(as: two)
        case (.array(let one), .array(let two)):
            return one.minItems == two.minItems && one.maxItems == two.maxItems && one.uniqueItems == two.uniqueItems
                && one.items.describesSameValues(as: two.items)
        case (.object(let one), .object(let two)):
            guard one.properties.count == two.properties.count else { return false }
            let areSame = zip(one.properties, two.properties).allSatisfy {
                $0.name.hasSameBytes(as: $1.name) && $0.isRequired == $1.isRequired
                    && $0.schema.describesSameValues(as: $1.schema)
            }
            guard areSame, let others = one.others, let otherOthers = two.others else {
                return areSame && one.others == two.others
            }
            return others.describesSameValues(as: otherOthers)
        default: return kind == other.kind
        }
    }
}
