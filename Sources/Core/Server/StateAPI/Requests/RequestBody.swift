package import Coordination
package import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Returns the body of a request as JSON, or `nil` if it is empty.
    ///
    /// Besides `application/json`, the body may have one of the given types.
    ///
    /// - Throws: `ProblemType.unsupportedMediaType`, `ProblemType.bodyTooLarge` or `ProblemType.malformedJSON`.
    package func body(of request: HTTPRequest, types: [String] = []) throws(APIError) -> JSONValue? {
        // RFC 8259 section 8.1: a parser may ignore a byte order mark, which some programs write before a text.
        let hasMark = request.body.starts(with: [0xEF, 0xBB, 0xBF])
        guard request.body.count > (hasMark ? 3 : 0) else { return nil }
        try checkCoding(of: request)
        guard request.isJSON || request.mediaType.map({ types.contains($0.description) }) == true else {
            throw .problem(.unsupportedMediaType)
        }
        guard request.body.count <= settings.bodyBytes else {
            throw .problem(.bodyTooLarge, "The body has more than \(settings.bodyBytes) bytes.")
        }
        let limits = JSONLimits(depth: settings.bodyDepth, bytes: settings.bodyBytes)
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: hasMark ? Array(request.body.dropFirst(3)) : request.body, limits: limits)
        } catch {
            throw .problem(.malformedJSON, "The body is not valid JSON: \(error.description).")
        }
    }

    /// Rejects a compressed body (RFC 9110 section 15.5.16).
    private func checkCoding(of request: HTTPRequest) throws(APIError) {
        let codings = request.fields.values(.contentEncoding).joined(separator: ",").lowercased().split(separator: ",")
        guard codings.contains(where: { $0.filter { $0 != " " && $0 != "\t" } != "identity" }) else { return }
        var problem = ProblemDetails(
            .unsupportedMediaType,
            detail: "The body is compressed. Send it without a content coding."
        )
        problem.fields.append(.acceptEncoding, "identity")
        throw .limit(problem)
    }

    /// Returns the body of a request as an object of a known shape, or an empty object if there is no body.
    ///
    /// - Throws: The errors of ``body(of:)``, and `NavigationError.invalidPayload` with every violation of the schema.
    package func body(of request: HTTPRequest, as schema: JSONSchema) throws(APIError) -> JSONValue {
        try Self.canonical(body(of: request) ?? .object([:]), as: schema)
    }

    /// Returns a body with canonical texts.
    ///
    /// - Throws: `NavigationError.invalidPayload` with every violation of the schema.
    static func canonical(_ body: JSONValue, as schema: JSONSchema) throws(APIError) -> JSONValue {
        let body = schema.canonical(body)
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
