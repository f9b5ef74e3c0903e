/// An output with a schema that can be compared with the type of its payload.
protocol SchemaChecking {
    /// The differences between the schema and the type, each in a sentence.
    var schemaErrors: [String] { get }
}

extension Output: SchemaChecking {
    var schemaErrors: [String] {
        schema.map { Value.errors(in: $0, of: "\(Value.self), the payload of '\(name)' of '\(Source.name)',") } ?? []
    }
}
