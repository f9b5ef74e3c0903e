extension JSONSchema {
    /// Only `null`: there is no payload.
    public static let null = JSONSchema(.null)

    /// Accepts any value, also `null`.
    public static let any = JSONSchema(.any)

    /// `true` or `false`.
    public static let boolean = JSONSchema(.boolean)

    /// A whole number that fits 64 bits.
    public static let integer = JSONSchema(.integer(minimum: nil, maximum: nil))

    /// Accepts any number.
    public static let number = JSONSchema(.number(minimum: nil, maximum: nil))

    /// Accepts any string.
    public static let string = JSONSchema.string()

    /// Returns the schema of a whole number within inclusive bounds.
    ///
    /// Inverted bounds are a programmer error.
    public static func integer(min: Int64? = nil, max: Int64? = nil) -> JSONSchema {
        precondition((min ?? .min) <= (max ?? .max), "The minimum must not be greater than the maximum.")
        return JSONSchema(.integer(minimum: min, maximum: max))
    }

    /// Returns the schema of a number within inclusive bounds.
    ///
    /// Inverted bounds are a programmer error.
    public static func number(min: Double? = nil, max: Double? = nil) -> JSONSchema {
        precondition(
            (min ?? -.infinity) <= (max ?? .infinity),
            "The minimum must not be greater than the maximum."
        )
        return JSONSchema(.number(minimum: min, maximum: max))
    }

    /// Returns the schema of a string.
    ///
    /// ```swift
    /// JSONSchema.string(maxLength: 80, form: .line)                  // a name
    /// JSONSchema.string(pattern: .digits(6), secret: true)           // a code, also as `123 456`
    /// JSONSchema.string(minLength: 8, maxLength: 200, secret: true)  // a password
    /// ```
    ///
    /// Inverted lengths are a programmer error. Lengths and the pattern hold for the canonical text.
    ///
    /// - Parameters:
    ///   - minLength: The minimum number of Unicode scalars.
    ///   - maxLength: The maximum number of Unicode scalars.
    ///   - pattern: The pattern that the text must match. It also determines the canonical form.
    ///   - format: The meaning for a client, which is an annotation and not checked.
    ///   - secret: Whether the value is never shown.
    ///   - form: The kind of text, which determines the canonical form of a text without a pattern. By default it is
    ///     ``TextForm/prose``, and ``TextForm/verbatim`` for a secret.
    /// - Returns: A schema of strings only, so `null` does not conform.
    public static func string(
        minLength: Int? = nil,
        maxLength: Int? = nil,
        pattern: StringPattern? = nil,
        format: String? = nil,
        secret: Bool = false,
        form: TextForm? = nil
    ) -> JSONSchema {
        precondition(
            (minLength ?? 0) <= (maxLength ?? .max),
            "The minimum length must not be greater than the maximum length."
        )
        return JSONSchema(
            .string(
                StringRules(
                    minLength: minLength,
                    maxLength: maxLength,
                    pattern: pattern,
                    format: format,
                    isSecret: secret,
                    form: form ?? (secret ? .verbatim : .prose)
                )
            )
        )
    }

    /// Returns the schema of one of these strings.
    ///
    /// An empty list is a programmer error.
    public static func enumeration(_ choices: [String]) -> JSONSchema {
        precondition(!choices.isEmpty, "An enumeration must have at least one choice.")
        return JSONSchema(.enumeration(choices))
    }

    /// Returns the schema of an array.
    ///
    /// Inverted counts are a programmer error.
    public static func array(
        _ items: JSONSchema,
        minItems: Int? = nil,
        maxItems: Int? = nil,
        uniqueItems: Bool = false
    ) -> JSONSchema {
        precondition(
            (minItems ?? 0) <= (maxItems ?? .max),
            "The minimum count must not be greater than the maximum count."
        )
        return JSONSchema(
            .array(ArrayRules(items: items, minItems: minItems, maxItems: maxItems, uniqueItems: uniqueItems))
        )
    }

    /// Returns the schema of an object with these members and no others.
    ///
    /// A repeated name is a programmer error.
    public static func object(_ properties: [Property]) -> JSONSchema {
        precondition(
            Set(properties.map { ByteKey($0.name) }).count == properties.count,
            "The properties of an object must have unique names."
        )
        return JSONSchema(.object(ObjectRules(properties: properties)))
    }

    /// Returns the schema of an object with these members and no others.
    ///
    /// - Parameters:
    ///   - properties: The members, in order.
    ///   - required: The names of the required members, which must all be declared, or `nil` when all are required.
    /// - Returns: A schema that no object with another member conforms to.
    public static func object(
        _ properties: KeyValuePairs<String, JSONSchema>,
        required: [String]? = nil
    ) -> JSONSchema {
        precondition(
            required?.allSatisfy { name in properties.contains { $0.key.hasSameBytes(as: name) } } ?? true,
            "A required member is not among the properties."
        )
        return object(properties.map { Property($0.key, $0.value, isRequired: required?.contains($0.key) ?? true) })
    }

    /// Returns the schema of an object with members of any name, and with values of one schema.
    public static func dictionary(_ values: JSONSchema) -> JSONSchema {
        JSONSchema(.object(ObjectRules(properties: [], others: values)))
    }

    /// Returns the schema of `null` or a value of another schema.
    public static func nullable(_ schema: JSONSchema) -> JSONSchema {
        JSONSchema(.nullable(schema))
    }
}
