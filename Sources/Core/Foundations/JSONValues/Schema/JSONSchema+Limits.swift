extension JSONSchema {
    /// The same schema without the limits on input: lengths, bounds, patterns, and the rejection of other members.
    ///
    /// It describes values that the server itself makes, which may be longer than what a client may send, and get members in
    /// later releases.
    package var withoutLimits: JSONSchema {
        var schema = self
        switch kind {
        case .any, .null, .boolean, .enumeration: break
        case .integer: schema.kind = .integer(minimum: nil, maximum: nil)
        case .number: schema.kind = .number(minimum: nil, maximum: nil)
        case .string(let rules):
            schema.kind = .string(StringRules(format: rules.format, isSecret: rules.isSecret, form: rules.form))
        case .array(let rules):
            schema.kind = .array(ArrayRules(items: rules.items.withoutLimits, uniqueItems: false))
        case .object(var rules):
            for index in rules.properties.indices {
                rules.properties[index].schema = rules.properties[index].schema.withoutLimits
            }
            rules.others = rules.others?.withoutLimits ?? .any
            schema.kind = .object(rules)
        case .nullable(let inner): schema.kind = .nullable(inner.withoutLimits)
        }
        schema.valueType = valueType
        return schema
    }
}
