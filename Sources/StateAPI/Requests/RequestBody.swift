import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// The body of a request as JSON; `nil` when it has none.
    ///
    /// - Throws: ``Problem/unsupportedMediaType``, ``Problem/bodyTooLarge`` and ``Problem/malformedJSON``.
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
            throw .problem(.malformedJSON, "The body is not JSON: \(error).")
        }
    }

    /// The body of a request as an object of a known shape; an empty object when it has none.
    ///
    /// - Throws: As ``body(of:)``, and ``Problem/invalidPayload`` with every place that does not fit.
    func body(of request: HTTPRequest, as schema: JSONSchema) throws(APIError) -> JSONValue {
        let body = try body(of: request) ?? .object([:])
        let violations = schema.violations(of: body)
        guard violations.isEmpty else { throw APIError(violations) }
        return body
    }

    /// Refuses clients that take anything but JSON.
    func checkAccept(_ request: HTTPRequest) throws(APIError) {
        guard request.accepts("application/json") else { throw .problem(.notAcceptable) }
    }
}

extension APIError {
    /// A body that does not have the shape that a call wants.
    init(_ violations: [JSONSchemaViolation]) {
        let violations = violations.map {
            PayloadError.Violation(pointer: $0.pointer.description, code: $0.code.rawValue, detail: $0.sentence)
        }
        self = .session(.navigation(.invalidPayload(PayloadError(violations: violations)), nil))
    }
}
