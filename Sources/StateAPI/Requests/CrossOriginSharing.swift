import HTTPCore

/// Lets pages of listed origins use the API from a browser (the Fetch standard's CORS protocol); nobody by default.
struct CrossOriginSharing: HTTPHandler {
    let allowed: [String]
    let next: any HTTPHandler

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard !allowed.isEmpty else { return await next.respond(to: request) }
        let origin = request.fields[.origin].flatMap { origin in allowed.first { $0.utf8.elementsEqual(origin.utf8) } }
        var response: HTTPResponse
        if let origin, request.method == .options, request.fields.contains(.requestMethod) {
            response = HTTPResponse(.noContent)
            response.fields.append(.allowMethods, "GET, POST, DELETE, OPTIONS")
            response.fields.append(
                .allowHeaders,
                "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Request-Id, traceparent"
            )
            response.fields.append(.maxAge, "600")
            response.fields.append(.allowOrigin, origin)
        } else {
            response = await next.respond(to: request)
            if let origin {
                response.fields.append(.allowOrigin, origin)
                response.fields.append(
                    .exposeHeaders,
                    "ETag, Location, Retry-After, Idempotency-Replayed, Preference-Applied, X-Request-Id"
                )
            }
        }
        response.fields.append(.vary, "Origin")
        return response
    }
}

extension HTTPFieldName {
    fileprivate static let requestMethod: HTTPFieldName = "Access-Control-Request-Method"
    fileprivate static let allowMethods: HTTPFieldName = "Access-Control-Allow-Methods"
    fileprivate static let allowHeaders: HTTPFieldName = "Access-Control-Allow-Headers"
    fileprivate static let allowOrigin: HTTPFieldName = "Access-Control-Allow-Origin"
    fileprivate static let exposeHeaders: HTTPFieldName = "Access-Control-Expose-Headers"
    fileprivate static let maxAge: HTTPFieldName = "Access-Control-Max-Age"
}
