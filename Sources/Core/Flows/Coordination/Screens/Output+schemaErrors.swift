import JSON

/// An output with a schema that can be compared with the type of its payload.
protocol SchemaChecking {
    /// The differences between the schema and the type, each in a sentence.
    ///
    /// No value of the schema may lack a part that the type needs.
    var schemaErrors: [String] { get }
}

extension Output: SchemaChecking {
    var schemaErrors: [String] {
        guard let schema else { return [] }
        if schema.isNull {
            var reason = ""
            do throws(DerivedSchema.Failure) { _ = try DerivedSchema.schema(of: Value.self) } catch {
                reason = ", because \(error.reason)"
            }
            return [
                "\(Value.self), the payload of '\(name)' of '\(Source.name)', has no derived schema\(reason): declare `static let schema: JSONSchema`."
            ]
        }
        var numbers = SeededGenerator(seed: 0)
        // Each sample contains only some of the optional members.
        for _ in 0..<8 {
            do {
                _ = try JSONCoding.decode(Value.self, from: schema.sample(using: &numbers))
            } catch let error as DecodingError {
                // A type may accept fewer values than its schema, such as dates that exist.
                if case .dataCorrupted = error { continue }
                let failure = JSONDecodingFailure(error)
                let place = failure.pointer.tokens.isEmpty ? "" : " at '\(failure.pointer)'"
                return [
                    "The schema of \(Value.self), the payload of '\(name)' of '\(Source.name)', allows a value that the type can't decode\(place): \(failure.detail)."
                ]
            } catch {
                continue
            }
        }
        return []
    }
}
