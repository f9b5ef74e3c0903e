package import JSON

/// A schema in the description of the API: JSON Schema 2020-12, as in OpenAPI 3.1.
///
/// Unlike a `JSONSchema`, which the server validates payloads with, it can refer to components and have alternatives.
package struct OpenAPISchema {
    /// A member of an object.
    package struct Member {
        let name: String
        let schema: OpenAPISchema
        let isRequired: Bool

        /// Describes a member that every object has.
        package static func always(_ name: String, _ schema: OpenAPISchema, _ description: String? = nil) -> Self {
            Self(name: name, schema: schema.described(description), isRequired: true)
        }

        /// Describes a member that may be absent.
        package static func maybe(_ name: String, _ schema: OpenAPISchema, _ description: String? = nil) -> Self {
            Self(name: name, schema: schema.described(description), isRequired: false)
        }
    }

    var json: JSONObject

    package init(_ json: JSONObject) { self.json = json }

    /// Copies the schema of a payload.
    init(_ schema: JSONSchema) {
        // The limits on JSON are for input from clients, but this schema is the application's own.
        let value = try? JSONValue(parsing: schema.json, limits: .stored)
        json = value?.objectValue ?? [:]
    }

    var value: JSONValue { .object(json) }

    /// Returns the same schema with an explanation.
    package func described(_ text: String?) -> OpenAPISchema {
        guard let text else { return self }
        return with("description", .string(text))
    }

    /// Returns the same schema with an example.
    package func example(_ value: JSONValue) -> OpenAPISchema { with("examples", [value]) }

    package func with(_ name: String, _ value: JSONValue) -> OpenAPISchema {
        var copy = self
        copy.json[name] = value
        return copy
    }
}

extension OpenAPISchema {
    package static let any = Self([:])
    package static let boolean = Self(["type": "boolean"])
    package static let string = Self(["type": "string"])
    package static let time = Self(["type": "string", "format": "date-time"])
    package static let object = Self(["type": "object"])
    package static let number = Self(["type": "number"])
    package static let integer = Self(["type": "integer"])

    /// Refers to a component.
    package static func ref(_ name: String) -> Self { Self(["$ref": .string("#/components/schemas/\(name)")]) }

    package static func const(_ value: String) -> Self { Self(["type": "string", "const": .string(value)]) }

    package static func integer(min: Int64, max: Int64? = nil) -> Self {
        var schema = Self(["type": "integer", "minimum": .integer(min)])
        if let max { schema.json["maximum"] = .integer(max) }
        return schema
    }

    package static func oneOf(_ texts: [String]) -> Self {
        Self(["type": "string", "enum": .array(texts.map { .string($0) })])
    }

    /// One of the cases of a Swift enumeration.
    package static func cases<Cases: CaseIterable & RawRepresentable>(of type: Cases.Type) -> Self
    where Cases.RawValue == String { oneOf(type.allCases.map(\.rawValue)) }

    package static func array(of items: Self) -> Self { Self(["type": "array", "items": items.value]) }

    /// An object with members of any name.
    package static func dictionary(of values: Self) -> Self {
        Self(["type": "object", "additionalProperties": values.value])
    }

    /// An object, in which clients ignore members that the schema does not list.
    package static func object(_ members: [Member]) -> Self {
        var schema: JSONObject = ["type": "object"]
        schema["properties"] = .object(JSONObject(members.map { ($0.name, $0.schema.value) }))
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return Self(schema)
    }

    /// An object of a request, in which the server rejects members that the schema does not list.
    package static func closed(_ members: [Member]) -> Self {
        object(members).with("additionalProperties", false)
    }

    package static func nullable(_ schema: Self) -> Self { Self(["anyOf": [schema.value, ["type": "null"]]]) }

    /// One of several components, which a member tells apart.
    ///
    /// - Parameters:
    ///   - member: The name of the member.
    ///   - mapping: The components by the value of the member.
    ///   - others: The component for every other value.
    /// - Returns: A schema with a discriminator.
    package static func union(by member: String, _ mapping: [(String, String)], others: String? = nil) -> Self {
        let components = mapping.map(\.1) + [others].compactMap(\.self)
        return Self([
            "oneOf": .array(components.map { ref($0).value }),
            "discriminator": [
                "propertyName": .string(member),
                "mapping": .object(
                    JSONObject(mapping.map { ($0, .string("#/components/schemas/\($1)")) })
                ),
            ],
        ])
    }
}
