import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Returns the body of a request as JSON; `nil` if it is empty.
    ///
    /// - Throws: `ProblemType.unsupportedMediaType`, `ProblemType.bodyTooLarge` or `ProblemType.malformedJSON`.
    func body(of request: HTTPRequest) throws(APIError) -> JSONValue? {
        guard !request.body.isEmpty else { return nil }
        guard request.isJSON else { throw .problem(.unsupportedMediaType) }
        guard request.body.count <= settings.bodyBytes else {
            throw .problem(.bodyTooLarge, "The body has more than \(settings.bodyBytes) bytes.")
        }
        let limits = JSONLimits(depth: settings.bodyDepth, bytes: settings.bodyBytes)
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: request.body, limits: limits)
        } catch {
            throw .problem(.malformedJSON, "The body is not valid JSON: \(error.description).")
        }
    }

    /// Returns the body of a request as an object of a known shape; an empty object if there is no body.
    ///
    /// - Throws: The errors of ``body(of:)``, and `NavigationError.invalidPayload` with every violation of the schema.
    func body(of request: HTTPRequest, as schema: JSONSchema) throws(APIError) -> JSONValue {
        let body = try body(of: request) ?? .object([:])
        let violations = schema.violations(of: body)
        guard violations.isEmpty else { throw APIError(violations) }
        return body
    }
}

extension APIError {
    /// Makes the error for a body that violates its schema.
    init(_ violations: [JSONSchemaViolation]) {
        let error = PayloadError(violations: violations.map(PayloadError.Violation.init))
        self = .session(.navigation(.invalidPayload(error), nil))
    }
}
