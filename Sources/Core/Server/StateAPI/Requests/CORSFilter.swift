import HTTPCore

/// A filter that lets pages of listed origins use the API from a browser (the Fetch standard's CORS protocol).
struct CORSFilter: HTTPFilter {
    let allowed: [String]

    func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
        guard request.method == .options, origin(of: request) != nil, request.fields.contains(.requestMethod)
        else { return nil }
        var response = HTTPResponse(.noContent)
        response.fields.append(.allowMethods, "GET, HEAD, POST, PATCH, DELETE, OPTIONS")
        response.fields.append(
            .allowHeaders,
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Screen, Last-Event-ID, "
                + "Prefer, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id, traceparent"
        )
        response.fields.append(.maxAge, "600")
        return response
    }

    func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        if let origin = origin(of: request) {
            response.fields.append(.allowOrigin, origin)
            response.fields.append(
                .exposeHeaders,
                "ETag, Location, Retry-After, Idempotency-Replayed, Credential-Renewed, Preference-Applied, X-Request-Id, "
                    + "Authentication-Info, Date, Tus-Resumable, Upload-Length, Upload-Offset"
            )
        }
        response.fields.append(.vary, "Origin")
    }

    /// Returns the origin of the page that sent a request if it is listed.
    private func origin(of request: HTTPRequest) -> String? {
        request.fields[.origin].flatMap { origin in allowed.first { $0.utf8.elementsEqual(origin.utf8) } }
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
