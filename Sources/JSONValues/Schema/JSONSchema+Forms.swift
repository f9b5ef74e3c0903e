extension JSONSchema {
    /// Only `null`: there is no payload.
    public static let null = JSONSchema(.null)

    /// `true` or `false`.
    public static let boolean = JSONSchema(.boolean)

    /// A whole number, of any size that 64 bits hold.
    public static let integer = JSONSchema(.integer(minimum: nil, maximum: nil))

    /// Any number.
    public static let number = JSONSchema(.number(minimum: nil, maximum: nil))

    /// Any string.
    public static let string = JSONSchema.string()

    /// A whole number within bounds, which belong to it.
    public static func integer(min: Int64? = nil, max: Int64? = nil) -> JSONSchema {
        precondition((min ?? .min) <= (max ?? .max), "The least value is no greater than the greatest.")
        return JSONSchema(.integer(minimum: min, maximum: max))
    }

    /// A number within bounds, which belong to it.
    public static func number(min: Double? = nil, max: Double? = nil) -> JSONSchema {
        precondition(
            (min ?? -.infinity) <= (max ?? .infinity),
            "The least value is no greater than the greatest."
        )
        return JSONSchema(.number(minimum: min, maximum: max))
    }

    /// A string; lengths are in Unicode scalars, `format` is not checked, a secret is never shown.
    public static func string(
        minLength: Int? = nil,
        maxLength: Int? = nil,
        pattern: StringPattern? = nil,
        format: String? = nil,
        secret: Bool = false
    ) -> JSONSchema {
        precondition((minLength ?? 0) <= (maxLength ?? .max), "The least length is no greater than the greatest.")
        return JSONSchema(
            .string(
                StringRules(
                    minLength: minLength,
                    maxLength: maxLength,
                    pattern: pattern,
                    format: format,
                    isSecret: secret
                )
            )
        )
    }

    /// One of these strings, of which there is at least one.
    public static func enumeration(_ choices: [String]) -> JSONSchema {
        precondition(!choices.isEmpty, "There is something to choose from.")
        return JSONSchema(.enumeration(choices))
    }

    /// A list.
    public static func array(
        _ items: JSONSchema,
        minItems: Int? = nil,
        maxItems: Int? = nil,
        uniqueItems: Bool = false
    ) -> JSONSchema {
        precondition((minItems ?? 0) <= (maxItems ?? .max), "The least count is no greater than the greatest.")
        return JSONSchema(
            .array(ArrayRules(items: items, minItems: minItems, maxItems: maxItems, uniqueItems: uniqueItems))
        )
    }

    /// An object of these members and no others; naming one twice is a programmer error.
    public static func object(_ properties: [Property]) -> JSONSchema {
        precondition(Set(properties.map(\.name)).count == properties.count, "An object declares each member once.")
        return JSONSchema(.object(ObjectRules(properties: properties)))
    }

    /// An object of these members and no others.
    ///
    /// - Parameters:
    ///   - properties: The members, in order.
    ///   - required: The names of those that must be there, each one of the members; `nil` when all must.
    public static func object(
        _ properties: KeyValuePairs<String, JSONSchema>,
        required: [String]? = nil
    ) -> JSONSchema {
        precondition(
            required?.allSatisfy { name in properties.contains { $0.key == name } } ?? true,
            "What is required is declared."
        )
        return object(properties.map { Property($0.key, $0.value, isRequired: required?.contains($0.key) ?? true) })
    }

    /// `null`, or what the schema wants.
    public static func nullable(_ schema: JSONSchema) -> JSONSchema {
        JSONSchema(.nullable(schema))
    }
}
