public import JSON

/// Something that a kind of screen can report, with the type of what it hands over.
///
/// ```swift
/// static let citySelected = Output<Cities, City>("citySelected")
/// static let selectCity = Output<UserEdit, Nothing>("selectCity")
/// ```
public struct Output<Source: Screen, Value: Payload>: ScreenOutput {
    /// The name in the state and in the address that clients post to.
    public let name: String

    /// Declares an output under a name that is unique in its screen.
    public init(_ name: String) {
        self.name = name
    }

    /// The screen that declares this output.
    public var source: any Screen.Type { Source.self }

    /// What the payload looks like; `nil` when there is none.
    public var schema: JSONSchema? { Value.self == Nothing.self ? nil : Value.schema }

    /// Turns what a client sent into the payload.
    ///
    /// - Throws: ``PayloadError`` with every place that does not fit.
    public func payload(from json: JSONValue?) throws(PayloadError) -> any Sendable {
        guard let schema else {
            // A client that always sends a body sends `{}` or `null` here.
            switch json {
            case nil, .null?: return Nothing()
            case .object(let object)? where object.isEmpty: return Nothing()
            default: throw PayloadError(violations: [.unexpectedPayload(of: name)])
            }
        }
        guard let json else { throw PayloadError(violations: [.missingPayload(of: name)]) }
        let violations = schema.violations(of: json)
        guard violations.isEmpty else { throw PayloadError(violations: violations.map(PayloadError.Violation.init)) }
        do {
            return try JSONCoding.decode(Value.self, from: json)
        } catch {
            throw PayloadError(violations: [.init(undecodable: error)])
        }
    }
}

/// An output of some screen, its types put aside; what lists of outputs hold.
public protocol ScreenOutput: Sendable {
    /// The name in the state and in the address that clients post to.
    var name: String { get }

    /// The screen that declares this output.
    var source: any Screen.Type { get }

    /// What the payload looks like; `nil` when there is none.
    var schema: JSONSchema? { get }

    /// Turns what a client sent into the payload.
    ///
    /// - Throws: ``PayloadError`` with every place that does not fit.
    func payload(from json: JSONValue?) throws(PayloadError) -> any Sendable
}

/// A payload that does not fit the output it was sent to.
public struct PayloadError: Error, Equatable {
    /// One place that does not fit.
    public struct Violation: Equatable, Sendable {
        /// The place, as a JSON Pointer into the payload (RFC 6901); empty for the whole.
        public let pointer: String
        /// A stable name for programs, such as `required`.
        public let code: String
        /// What is wrong, in a sentence that quotes no secret.
        public let detail: String

        /// Describes a place that does not fit.
        public init(pointer: String, code: String, detail: String) {
            self.pointer = pointer
            self.code = code
            self.detail = detail
        }
    }

    /// Every place that does not fit, never empty.
    public let violations: [Violation]

    /// Collects what does not fit.
    public init(violations: [Violation]) {
        self.violations = violations
    }
}

extension PayloadError.Violation {
    init(_ violation: JSONSchemaViolation) {
        self.init(
            pointer: violation.pointer.description,
            code: violation.code.rawValue,
            detail: violation.sentence
        )
    }

    init(undecodable error: any Error) {
        let problem = (error as? DecodingError).map(JSONDecodingProblem.init)
        self.init(
            pointer: problem?.pointer.description ?? "",
            code: "value",
            detail: problem?.sentence ?? "This value is not one that is expected here."
        )
    }

    static func unexpectedPayload(of output: String) -> Self {
        Self(pointer: "", code: "unexpected", detail: "The output '\(output)' takes no payload; send an empty body.")
    }

    static func missingPayload(of output: String) -> Self {
        Self(pointer: "", code: "required", detail: "The output '\(output)' needs a payload; send it as the JSON body.")
    }
}
