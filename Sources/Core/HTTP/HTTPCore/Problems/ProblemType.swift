/// A type of problem that a response can report (RFC 9457 §3.1.1).
///
/// The name is part of the API: clients compare it. A server publishes all its types at `/problems`, and sends no problem of
/// another type.
///
/// ```swift
/// extension ProblemType {
///     static let outOfStock = ProblemType("out-of-stock", .conflict, "Sold out", advice: "Choose another item.")
/// }
/// ```
public struct ProblemType: Sendable, Hashable {
    /// The last segment of the type's URI.
    public let name: String
    /// The status of the response.
    public let status: HTTPStatus
    /// The problem in a few words.
    public let title: String
    /// The remedy for clients, in a sentence that is also the default detail of a problem.
    public let advice: String

    /// Creates a type.
    ///
    /// - Parameters:
    ///   - name: Lower-case letters, digits and hyphens. It is a programmer error to use other characters.
    ///   - status: The status of the response.
    ///   - title: The problem in a few words.
    ///   - advice: The remedy for clients, in a sentence.
    public init(_ name: String, _ status: HTTPStatus, _ title: String, advice: String) {
        precondition(
            !name.isEmpty && name.unicodeScalars.allSatisfy(Self.isNameCharacter),
            "'\(name)' is not a valid problem name; use only a-z, 0-9 and hyphens."
        )
        self.name = name
        self.status = status
        self.title = title
        self.advice = advice
    }

    private static func isNameCharacter(_ character: Unicode.Scalar) -> Bool {
        switch character {
        case "a"..."z", "0"..."9", "-": true
        default: false
        }
    }

    /// The URI of the type, relative to the server.
    public var uri: String { "/problems/\(name)" }
}

extension ProblemType {
    /// The problems of the server itself, of routing and of static files.
    public static let http: [ProblemType] = [
        .malformedRequest, .crossSite, .notFound, .methodNotAllowed, .preconditionFailed, .bodyTooLarge, .targetTooLong,
        .misdirectedRequest, .tooManyRequests, .headerTooLarge, .incident, .notImplemented, .unavailable,
        .versionNotSupported,
    ]

    /// The request is ambiguous or violates HTTP.
    public static let malformedRequest = ProblemType(
        "malformed-request",
        .badRequest,
        "The request is malformed",
        advice: "Correct the request; 'detail' describes the error."
    )
    /// A page of another origin made a browser send the request.
    public static let crossSite = ProblemType(
        "cross-site",
        .forbidden,
        "A cross-site request was rejected",
        advice: "Pages of other origins need a token, and their origin must be one that the server lists."
    )
    /// There is no resource at the path.
    public static let notFound = ProblemType(
        "not-found",
        .notFound,
        "There is no resource at this path",
        advice: "Check the path; GET /v1/apps lists the applications."
    )
    /// The resource doesn't support the method.
    public static let methodNotAllowed = ProblemType(
        "method-not-allowed",
        .methodNotAllowed,
        "The method is not allowed at this path",
        advice: "Use one of the methods in the Allow field."
    )
    /// A condition of the request is false for a file.
    public static let preconditionFailed = ProblemType(
        "precondition-failed",
        .preconditionFailed,
        "A precondition of the request failed",
        advice: "The resource has changed; GET it again and use its new ETag."
    )
    /// The body exceeds the server's limit.
    public static let bodyTooLarge = ProblemType(
        "body-too-large",
        .contentTooLarge,
        "The body is too large",
        advice: "Send a smaller body."
    )
    /// The target exceeds the server's limit.
    public static let targetTooLong = ProblemType(
        "target-too-long",
        .uriTooLong,
        "The request target is too long",
        advice: "Shorten the URL; send data in the body instead."
    )
    /// The `Host` field has a name that the server doesn't serve.
    public static let misdirectedRequest = ProblemType(
        "misdirected-request",
        .misdirectedRequest,
        "The server does not serve this host",
        advice: "Use a host name that the server is configured to serve."
    )
    /// The client exceeds a limit on requests, connections or waits.
    public static let tooManyRequests = ProblemType(
        "too-many-requests",
        .tooManyRequests,
        "Too many requests",
        advice: "Retry after the time in Retry-After; RateLimit-Policy has the limit."
    )
    /// The header exceeds the server's limits.
    public static let headerTooLarge = ProblemType(
        "header-too-large",
        .requestHeaderFieldsTooLarge,
        "The header is too large",
        advice: "Send fewer or shorter header fields, such as cookies."
    )
    /// The server has a bug, and the log has the details.
    public static let incident = ProblemType(
        "incident",
        .internalServerError,
        "Internal server error",
        advice: "Report the incident id in 'instance', or the X-Request-Id, to the operators; the log has the details."
    )
    /// The server doesn't support the method or the transfer coding.
    public static let notImplemented = ProblemType(
        "not-implemented",
        .notImplemented,
        "The method or the transfer coding is not supported",
        advice: "Use another method, or send the body with Content-Length."
    )
    /// The server can't handle the request now.
    public static let unavailable = ProblemType(
        "unavailable",
        .serviceUnavailable,
        "The service is temporarily unavailable",
        advice: "Retry the same request with the same idempotency key after the time in Retry-After."
    )
    /// The HTTP version is neither 1.1 nor 1.0.
    public static let versionNotSupported = ProblemType(
        "http-version-not-supported",
        .httpVersionNotSupported,
        "The HTTP version is not supported",
        advice: "Use HTTP/1.1 or HTTP/1.0."
    )
}
