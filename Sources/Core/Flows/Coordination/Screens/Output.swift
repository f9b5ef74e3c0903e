public import JSON

/// An output that a kind of screen can report, with the type of its payload.
///
/// ```swift
/// static let citySelected = Output<Cities, City>("citySelected")
/// static let selectCity = Output<UserEdit, Nothing>("selectCity")
/// ```
public struct Output<Source: Screen, Value: Payload>: ScreenOutput {
    /// The name in the state and in the URL that clients post to.
    public let name: String
    /// The schema of the payload, or `nil` when the output has no payload.
    public let schema: JSONSchema?

    /// Declares an output with a name that is unique in its screen.
    public init(_ name: String) {
        self.name = name
        schema = Value.publishedSchema
    }

    /// The kind of screen that declares this output.
    public var source: any Screen.Type { Source.self }

    /// Validates and decodes a payload, after its texts have become canonical (``JSONSchema/canonical(_:)``).
    ///
    /// - Returns: A value of type `Value`.
    /// - Throws: ``PayloadError`` with every part that does not match the schema.
    public func payload(from json: JSONValue?) throws(PayloadError) -> any Sendable {
        guard let schema else {
            // Clients that always send a body send `{}` or `null` here.
            switch json {
            case nil, .null?: return Nothing()
            case .object(let object)? where object.isEmpty: return Nothing()
            default: throw PayloadError(violations: [.unexpectedPayload(of: name)])
            }
        }
        guard let json = json.map(schema.canonical) else {
            throw PayloadError(violations: [.missingPayload(of: name)])
        }
        return try Value.value(from: json, schema)
    }
}

/// A type-erased ``Output``, for lists of the outputs of several screens.
///
/// ```swift
/// var disabledOutputs: [any ScreenOutput] { lines.isEmpty ? [CartPage.order] : [] }
/// ```
public protocol ScreenOutput: Sendable {
    /// The name in the state and in the URL that clients post to.
    var name: String { get }

    /// The kind of screen that declares this output.
    var source: any Screen.Type { get }

    /// The schema of the payload, or `nil` when the output has no payload.
    var schema: JSONSchema? { get }

    /// Validates and decodes a payload.
    ///
    /// - Returns: A value of the output's payload type.
    /// - Throws: ``PayloadError`` with every part that does not match the schema.
    func payload(from json: JSONValue?) throws(PayloadError) -> any Sendable
}

/// The error for a payload that does not match its output.
public struct PayloadError: Error, Equatable {
    /// One part of the payload that does not match.
    public struct Violation: Equatable, Sendable {
        /// The position in the payload as a JSON Pointer (RFC 6901), which is empty for the whole payload.
        public let pointer: String
        /// A stable code for programs, such as `required`.
        public let code: String
        /// The problem in a sentence, which never contains a secret.
        public let detail: LocalizedText

        /// Creates a violation.
        public init(pointer: String, code: String, detail: LocalizedText) {
            self.pointer = pointer
            self.code = code
            self.detail = detail
        }
    }

    /// The violations, never empty.
    public let violations: [Violation]

    /// Creates an error from its violations.
    public init(violations: [Violation]) {
        self.violations = violations
    }
}

extension PayloadError.Violation {
    /// Creates the violation of a schema.
    package init(_ violation: JSONSchemaViolation) {
        self.init(
            pointer: violation.pointer.description,
            code: violation.code.rawValue,
            detail: LocalizedText(violation.detail)
        )
    }

    init(undecodable error: any Error) {
        let problem = (error as? DecodingError).map(JSONDecodingFailure.init)
        self.init(
            pointer: problem?.pointer.description ?? "",
            code: "value",
            detail: problem.map { LocalizedText(verbatim: $0.detail) } ?? "the value is not accepted here"
        )
    }

    static func unexpectedPayload(of output: String) -> Self {
        Self(pointer: "", code: "unexpected", detail: "The output '\(output)' takes no payload; send an empty body.")
    }

    static func missingPayload(of output: String) -> Self {
        Self(pointer: "", code: "required", detail: "The output '\(output)' needs a payload; send it as the JSON body.")
    }
}
