extension JSONSchema: JSONWritable {
    /// Writes the schema as a JSON Schema 2020-12 document, without `$schema`, so it can be embedded in another document.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer, isNullable: false)
        writer.endObject()
    }

    private func writeMembers(to writer: inout JSONWriter, isNullable: Bool) {
        writer.member("title", title)
        writer.member("description", description)
        switch kind {
        case .any: break
        case .null: writer.type("null", false)
        case .boolean: writer.type("boolean", isNullable)
        case .integer(let minimum, let maximum):
            writer.type("integer", isNullable)
            writer.member("minimum", minimum)
            writer.member("maximum", maximum)
        case .number(let minimum, let maximum):
            writer.type("number", isNullable)
            writer.member("minimum", minimum)
            writer.member("maximum", maximum)
        case .string(let rules):
            writer.type("string", isNullable)
            rules.write(to: &writer)
        case .enumeration(let choices):
            writer.type("string", isNullable)
            writer.key("enum")
            writer.beginArray()
            for choice in choices { writer.string(choice) }
            if isNullable { writer.null() }
            writer.endArray()
        case .array(let rules):
            writer.type("array", isNullable)
            rules.write(to: &writer)
        case .object(let rules):
            writer.type("object", isNullable)
            rules.write(to: &writer)
        case .nullable(let schema):
            // Otherwise the title or the description of the inner schema would be written a second time.
            var inner = schema
            if title != nil { inner.title = nil }
            if description != nil { inner.description = nil }
            inner.writeMembers(to: &writer, isNullable: true)
        }
    }
}

extension JSONSchema.StringRules {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("minLength", minLength)
        writer.member("maxLength", maxLength)
        writer.member("pattern", pattern?.regularExpression)
        writer.member("format", format)
        writer.flag("writeOnly", isSecret)
    }
}

extension JSONSchema.ArrayRules {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.key("items")
        items.write(to: &writer)
        writer.member("minItems", minItems)
        writer.member("maxItems", maxItems)
        writer.flag("uniqueItems", uniqueItems)
    }
}

extension JSONSchema.ObjectRules {
    fileprivate func write(to writer: inout JSONWriter) {
        if !required.isEmpty {
            writer.key("required")
            writer.beginArray()
            for name in required { writer.string(name) }
            writer.endArray()
        }
        writer.key("properties")
        writer.beginObject()
        for property in properties {
            writer.key(named: property.name)
            property.schema.write(to: &writer)
        }
        writer.endObject()
        switch others?.kind {
        case nil: writer.member("additionalProperties", false)
        // Other members are allowed by default.
        case .any?: break
        case .some: writer.member("additionalProperties", others)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func type(_ name: String, _ isNullable: Bool) {
        guard isNullable else { return member("type", name) }
        key("type")
        beginArray()
        string(name)
        string("null")
        endArray()
    }
}
