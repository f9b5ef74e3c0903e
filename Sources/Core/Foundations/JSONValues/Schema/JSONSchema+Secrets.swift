extension JSONSchema {
    /// Returns a value with every secret part replaced.
    ///
    /// - Parameters:
    ///   - value: A value that conforms to this schema.
    ///   - replacement: Returns the replacement for a part with this schema.
    /// - Returns: The value itself if the schema has no secret parts.
    package func replacingSecrets(in value: JSONValue, with replacement: (JSONSchema) -> JSONValue) -> JSONValue {
        guard containsSecret, !value.isNull else { return value }
        switch (kind, value) {
        case (.string, _): return replacement(self)
        case (.nullable(let schema), _): return schema.replacingSecrets(in: value, with: replacement)
        case (.array(let rules), .array(let elements)):
            return .array(elements.map { rules.items.replacingSecrets(in: $0, with: replacement) })
        case (.object(let rules), .object(var object)):
            for property in rules.properties where property.schema.containsSecret {
                object[property.name] = object[property.name].map {
                    property.schema.replacingSecrets(in: $0, with: replacement)
                }
            }
            if let others = rules.others, others.containsSecret {
                let declared = Set(rules.properties.map(\.name))
                for name in object.keys where !declared.contains(name) {
                    object[name] = object[name].map { others.replacingSecrets(in: $0, with: replacement) }
                }
            }
            return .object(object)
        // The value does not conform, so any part of it may be the secret.
        default: return replacement(self)
        }
    }
}
