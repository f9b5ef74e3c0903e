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
        if schema.isUnderivable {
            do throws(DerivedSchemaFailure) { _ = try DerivedSchema.schema(of: Value.self) } catch {
                return ["\(payload) has no derived schema, because \(error.reason): \(error.remedy)."]
            }
            return ["\(payload) has the schema of null: declare `static let schema: JSONSchema`."]
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
                    "The schema of \(payload) allows a value that the type can't decode\(place): \(failure.detail)."
                ]
            } catch {
                continue
            }
        }
        return []
    }

    private var payload: String { "\(Value.self), the payload of '\(name)' of '\(Source.name)'," }
}

extension JSONSchema {
    /// Whether this is the schema of a payload's type from which none can be derived, or of an array of it.
    fileprivate var isUnderivable: Bool {
        if case .array(let rules) = kind { rules.items.isUnderivable } else { isNull }
    }
}
