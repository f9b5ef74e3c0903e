import JSON

extension Payload {
    /// The schema with the name of its type, or `nil` for ``Nothing``, which has none.
    static var publishedSchema: JSONSchema? { Self.self == Nothing.self ? nil : schema.named(after: Self.self) }

    /// Decodes canonical JSON after it was compared with the schema.
    ///
    /// - Throws: ``PayloadError`` with every part that does not match.
    static func value(from json: JSONValue, _ schema: JSONSchema) throws(PayloadError) -> Self {
        let violations = schema.violations(of: json)
        guard violations.isEmpty else { throw PayloadError(violations: violations.map(PayloadError.Violation.init)) }
        do {
            return try JSONCoding.decode(Self.self, from: json)
        } catch {
            throw PayloadError(violations: [.init(undecodable: error)])
        }
    }

    /// Returns the differences between the schema and the type, each in a sentence that begins with the subject.
    ///
    /// No value of the schema may lack a part that the type needs.
    static func errors(in schema: JSONSchema, of subject: String) -> [String] {
        if schema.isUnderivable {
            do throws(DerivedSchemaFailure) { _ = try DerivedSchema.schema(of: Self.self) } catch {
                return ["\(subject) has no derived schema, because \(error.reason): \(error.remedy)."]
            }
            return ["\(subject) has the schema of null: declare `static let schema: JSONSchema`."]
        }
        var numbers = SeededGenerator(seed: 0)
        // Each sample contains only some of the optional members.
        for _ in 0..<8 {
            do {
                _ = try JSONCoding.decode(Self.self, from: schema.sample(using: &numbers))
            } catch let error as DecodingError {
                // A type may accept fewer values than its schema, such as dates that exist.
                if case .dataCorrupted = error { continue }
                let failure = JSONDecodingFailure(error)
                let place = failure.pointer.tokens.isEmpty ? "" : " at '\(failure.pointer)'"
                return [
                    "The schema of \(subject) allows a value that the type can't decode\(place): \(failure.detail)."
                ]
            } catch {
                continue
            }
        }
        return []
    }
}

extension JSONSchema {
    /// Whether this is the schema of a payload's type from which none can be derived, or of an array of it.
    fileprivate var isUnderivable: Bool {
        if case .array(let rules) = kind { rules.items.isUnderivable } else { isNull }
    }
}
