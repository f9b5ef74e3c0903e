import Documents
import JSON

/// The types of an application, while its screens are read.
struct TypeCollection {
    private(set) var types: [ClientTypes.NamedType] = []

    private let contract: ClientContract
    /// The schemas of the shared types by the names of their components.
    private let shared: [String: JSONSchema]
    /// The names in the source by the names of the components.
    private var names: [String: String] = [:]
    private var free = FreeNames(taken: Self.languageNames)

    /// The names that mean something else in the source of a language.
    ///
    /// The list is the same for all languages, so that a type has the same name in all of them.
    private static let languageNames: Set<String> = [
        "Any", "AnyValue", "Array", "Boolean", "Bool", "Codable", "CodingKey", "CodingKeys", "Data", "Date",
        "Decodable",
        "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error", "Function", "Indirect", "Int",
        "JSONDecoder", "JSONEncoder", "LinkedHashMap", "List", "Long", "Map", "Nothing", "Null", "Number", "Object",
        "Optional",
        "Pair", "Promise", "Protocol", "Record", "ReadonlySet", "Outputs", "Result", "Screens", "Self", "Sendable",
        "Set",
        "String", "Symbol", "Type", "Unit", "Void",
    ]

    init(_ contract: ClientContract) {
        self.contract = contract
        shared = Dictionary(contract.types.map { ($0.name, $0.schema) }) { first, _ in first }
        // Shared types have their names first, so that a further screen changes none.
        for type in contract.types where !isPayloadOfOther(type.name) {
            names[type.name] = free.take(type.name.upperCamelCase)
        }
        for type in contract.types where isPayloadOfOther(type.name) {
            let other = String(type.name.dropLast(Self.payloadSuffix.count))
            // A type of payloads has limits of size that a type of the source does not have.
            let isSame = shared[other] == type.schema.withoutLimits
            names[type.name] = isSame ? names[other] : free.take(type.name.upperCamelCase)
        }
    }

    private static let payloadSuffix = ".payload"

    private func isPayloadOfOther(_ name: String) -> Bool { name.hasSuffix(Self.payloadSuffix) }

    /// Returns the screens, after their types are declared.
    mutating func screens(_ screens: [ClientContract.Screen]) -> [ClientTypes.Screen] {
        // The types of all screens have their names first, because the name of a screen can end like an output.
        let names = screens.map { screen in
            let name = screen.name.upperCamelCase
            return (
                props: free.take(name + "Props"), instance: free.take(name + "Screen"),
                outputs: free.take(name + "Output")
            )
        }
        return zip(screens, names).map { screen, names in
            declare(screen.props ?? .object([]), as: names.props)
            return ClientTypes.Screen(
                name: screen.name,
                instance: names.instance,
                props: names.props,
                outputType: names.outputs,
                outputs: screen.outputs.map { output(of: screen, $0) }
            )
        }
    }

    private mutating func output(of screen: ClientContract.Screen, _ output: ClientContract.Output)
        -> ClientTypes.Output
    {
        let name = screen.name.upperCamelCase + output.name.upperCamelCase
        return ClientTypes.Output(
            name: output.name,
            instance: free.take(name + "Output"),
            payload: output.payload.map { value(of: $0, suggesting: name) }
        )
    }

    /// Returns the values of a schema, after its types are declared.
    mutating func value(of schema: JSONSchema, suggesting name: String) -> ClientTypes.Value {
        // The limits of a payload are not a part of its type.
        let component = contract.name(of: schema) ?? contract.name(of: schema.withoutLimits)
        if let component, let known = names[component] {
            if !types.contains(where: { $0.name == known }), let schema = shared[component] {
                declare(schema, as: known)
            }
            return .named(known)
        }
        switch schema.kind {
        case .any, .null: return .any
        case .boolean: return .boolean
        case .integer: return .integer
        case .number: return .number
        case .string: return .string
        case .array(let rules): return .array(value(of: rules.items, suggesting: name + "Item"))
        case .nullable(let inner):
            let value = value(of: inner, suggesting: name)
            if case .nullable = value { return value }
            return value == .any ? .any : .nullable(value)
        case .object(let rules):
            if rules.properties.isEmpty, let others = rules.others {
                return .dictionary(value(of: others, suggesting: name + "Value"))
            }
            let own = free.take(name)
            declare(schema, as: own)
            return .named(own)
        case .enumeration:
            let own = free.take(name)
            declare(schema, as: own)
            return .named(own)
        }
    }

    private mutating func declare(_ schema: JSONSchema, as name: String) {
        switch schema.kind {
        case .enumeration(let choices): types.append(.init(name: name, form: .enumeration(choices)))
        case .object(let rules):
            // The type is known before its members are, because it may be a part of itself.
            let index = types.count
            types.append(.init(name: name, form: .object([])))
            let members = rules.properties.map { property in
                ClientTypes.Member(
                    name: property.name,
                    value: value(of: property.schema, suggesting: name.withoutProps + property.name.upperCamelCase),
                    isRequired: property.isRequired,
                    note: property.schema.note
                )
            }
            types[index] = .init(name: name, form: .object(members))
        case .any, .null, .boolean, .integer, .number, .string, .array, .nullable: break
        }
    }
}

extension String {
    fileprivate var withoutProps: String { hasSuffix("Props") ? String(dropLast(5)) : self }
}

extension JSONSchema {
    /// The meaning of the values beyond their type.
    fileprivate var note: String? {
        if let description { return description }
        switch kind {
        case .nullable(let inner): return inner.note
        case .string(let rules) where rules.isSecret: return "A secret, which is neither shown nor stored."
        case .string(let rules) where rules.format == "date-time": return "A time as in RFC 3339."
        case .string(let rules): return rules.format.map { "A text in the format \($0)." }
        default: return nil
        }
    }
}
