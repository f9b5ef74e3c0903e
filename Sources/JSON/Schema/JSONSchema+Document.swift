extension JSONSchema: JSONWritable {
    /// Writes the schema as a JSON Schema 2020-12 document, without `$schema`, so that it can stand inside another one.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer, isNullable: false)
        writer.endObject()
    }

    private func writeMembers(to writer: inout JSONWriter, isNullable: Bool) {
        if let title { writer.member("title", title) }
        if let description { writer.member("description", description) }
        switch form {
        case .null: writer.type("null", false)
        case .boolean: writer.type("boolean", isNullable)
        case .integer(let minimum, let maximum):
            writer.type("integer", isNullable)
            if let minimum { writer.member("minimum", minimum) }
            if let maximum { writer.member("maximum", maximum) }
        case .number(let minimum, let maximum):
            writer.type("number", isNullable)
            if let minimum { writer.member("minimum", minimum) }
            if let maximum { writer.member("maximum", maximum) }
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
            // A name or explanation of the inner schema would come a second time.
            var inner = schema
            if title != nil { inner.title = nil }
            if description != nil { inner.description = nil }
            inner.writeMembers(to: &writer, isNullable: true)
        }
    }
}

extension JSONSchema.StringRules {
    fileprivate func write(to writer: inout JSONWriter) {
        if let minLength { writer.member("minLength", Int64(minLength)) }
        if let maxLength { writer.member("maxLength", Int64(maxLength)) }
        if let pattern { writer.member("pattern", pattern.regularExpression) }
        if let format { writer.member("format", format) }
        if isSecret { writer.member("writeOnly", true) }
    }
}

extension JSONSchema.ArrayRules {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.key("items")
        items.write(to: &writer)
        if let minItems { writer.member("minItems", Int64(minItems)) }
        if let maxItems { writer.member("maxItems", Int64(maxItems)) }
        if uniqueItems { writer.member("uniqueItems", true) }
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
        writer.member("additionalProperties", false)
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

    fileprivate mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    fileprivate mutating func member(_ name: StaticString, _ value: Int64) {
        key(name)
        integer(value)
    }

    fileprivate mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    fileprivate mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }
}
