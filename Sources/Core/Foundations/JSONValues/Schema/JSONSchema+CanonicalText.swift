extension JSONSchema {
    /// Returns a value with the canonical form of every text, as it is to be validated and decoded.
    ///
    /// ```swift
    /// JSONSchema.string(pattern: .digits(6)).canonical("123 456")  // "123456"
    /// ```
    ///
    /// - Parameter value: A value as a client sent it, which need not conform to the schema.
    /// - Returns: The value, in which the parts that have no text, or do not conform, are unchanged.
    public func canonical(_ value: JSONValue) -> JSONValue { changed(value) ?? value }

    /// Returns the canonical value, or `nil` if the value is canonical, so that nothing is copied for most payloads.
    private func changed(_ value: JSONValue) -> JSONValue? {
        switch (kind, value) {
        case (.string(let rules), .string(let text)):
            let canonical = rules.canonical(text)
            return canonical.hasSameBytes(as: text) ? nil : .string(canonical)
        case (.nullable(let schema), _): return schema.changed(value)
        case (.array(let rules), .array(var elements)):
            var hasChanged = false
            for index in elements.indices {
                guard let element = rules.items.changed(elements[index]) else { continue }
                elements[index] = element
                hasChanged = true
            }
            return hasChanged ? .array(elements) : nil
        case (.object(let rules), .object(var object)):
            var hasChanged = false
            for member in object.members {
                let property = rules.properties.first { $0.name.hasSameBytes(as: member.key) }
                guard let changed = (property?.schema ?? rules.others)?.changed(member.value) else { continue }
                object[member.key] = changed
                hasChanged = true
            }
            return hasChanged ? .object(object) : nil
        default: return nil
        }
    }
}

extension JSONSchema.StringRules {
    /// Returns the canonical form of a text by the pattern, or else by the kind of text.
    public func canonical(_ text: String) -> String { pattern?.canonical(text) ?? form.canonical(text) }
}
