public import JSON

/// The types of the input that a session of an application takes, and of the result that it gives.
///
/// They follow from the application coordinator's ``ApplicationCoordinating/Input`` and ``Coordinating/Finish``.
public struct SessionInterface: Sendable {
    /// The schema of the input, or `nil` if the application takes none.
    public let input: JSONSchema?
    /// Whether a session can start without input.
    public let isInputOptional: Bool
    /// The schema of the result, or `nil` if the application has none.
    public let result: JSONSchema?

    /// The errors in the schemas, each in a sentence.
    let errors: [String]
    private let decode: @Sendable (JSONValue) throws(PayloadError) -> any Sendable
    private let accept: @Sendable (BaseCoordinator, any Sendable) throws -> Void
    private let encode: @Sendable (any Sendable) throws -> JSONValue?

    init<Root: ApplicationCoordinating>(of root: Root.Type) {
        let result = Root.Finish.self as? any Payload.Type
        let schema = Root.Input.publishedSchema
        input = schema
        isInputOptional = Root.isInputOptional
        self.result = result?.publishedSchema
        var errors: [String] = []
        if result == nil {
            errors.append(
                "\(Root.Finish.self), the result of \(root.name), is sent to clients, so it must be a Payload."
            )
        }
        let types: [(String, (any Payload.Type)?, JSONSchema?)] = [
            ("input", Root.Input.self, schema), ("result", result, self.result),
        ]
        for (subject, type, schema) in types {
            guard let type, let schema else { continue }
            errors += type.errors(in: schema, of: "\(type), the \(subject) of \(root.name),")
            guard schema.containsSecret else { continue }
            errors.append("The \(subject) of \(root.name) has a secret, but it is stored with the session.")
        }
        self.errors = errors
        decode = { json throws(PayloadError) in
            guard let schema else { return Nothing() }
            return try Root.Input.value(from: json, schema)
        }
        accept = { coordinator, input in
            guard let coordinator = coordinator as? Root, let input = input as? Root.Input else { return }
            try coordinator.accept(input)
        }
        encode = { result in
            guard let result = result as? any Payload, !(result is Nothing) else { return nil }
            return try JSONValue(parsing: JSONCoding.encode(result), limits: .stored)
        }
    }

    /// Validates the input of a new session, whose texts become canonical.
    ///
    /// - Throws: ``PayloadError`` with pointers that begin with `/input`.
    func validated(_ json: JSONValue?) throws(PayloadError) -> (json: JSONValue, value: any Sendable)? {
        guard let json else {
            guard input == nil || isInputOptional else { throw PayloadError(violations: [.missingInput]) }
            return nil
        }
        guard let input else { throw PayloadError(violations: [.unexpectedInput]) }
        do throws(PayloadError) {
            let canonical = input.canonical(json)
            return (canonical, try decode(canonical))
        } catch {
            throw PayloadError(
                violations: error.violations.map {
                    .init(pointer: "/input" + $0.pointer, code: $0.code, detail: $0.detail)
                }
            )
        }
    }

    /// Lets the application coordinator take the input of a new session.
    ///
    /// - Throws: A ``Rejection``, or any error of the coordinator.
    func deliver(_ input: any Sendable, to coordinator: BaseCoordinator) throws { try accept(coordinator, input) }

    /// Returns a result as JSON, or `nil` for a session that ends without one.
    ///
    /// - Throws: `EncodingError` for a value that JSON can't express.
    func encoded(_ result: any Sendable) throws -> JSONValue? { try encode(result) }
}

extension PayloadError.Violation {
    fileprivate static let missingInput = Self(
        pointer: "/input",
        code: "required",
        detail: "This application needs an input."
    )
    fileprivate static let unexpectedInput = Self(
        pointer: "/input",
        code: "unexpected",
        detail: "This application takes no input."
    )
}
