import Documents
import JSON

extension OpenAPISchema {
    /// Describes the values of a schema, in which a type with a component of its own is a reference.
    init(_ schema: JSONSchema, in contract: ClientContract) {
        self.init(schema)
        json = Self.refer(to: contract, for: schema, in: json)
    }

    /// Returns a reference to the component of a part, or else its description.
    private static func part(_ schema: JSONSchema, _ json: JSONValue?, _ contract: ClientContract) -> JSONValue {
        if let name = contract.name(of: schema) { return ref(name).value }
        if case .nullable(let inner) = schema.kind, let name = contract.name(of: inner) {
            var nullable = nullable(.ref(name))
            if let title = schema.title { nullable = nullable.with("title", .string(title)) }
            return nullable.described(schema.description).value
        }
        return .object(refer(to: contract, for: schema, in: json?.objectValue ?? [:]))
    }

    /// Returns the description of a schema with references in the places of its parts.
    private static func refer(to contract: ClientContract, for schema: JSONSchema, in json: JSONObject) -> JSONObject {
        var json = json
        switch schema.kind {
        case .nullable(let inner): return refer(to: contract, for: inner, in: json)
        case .array(let rules): json["items"] = part(rules.items, json["items"], contract)
        case .object(let rules):
            var properties = json["properties"]?.objectValue ?? [:]
            for property in rules.properties {
                properties[property.name] = part(property.schema, properties[property.name], contract)
            }
            json["properties"] = .object(properties)
            if let others = rules.others, others != .any || others.isReference {
                json["additionalProperties"] = part(others, json["additionalProperties"], contract)
            }
        case .any, .null, .boolean, .integer, .number, .string, .enumeration: break
        }
        return json
    }
}
