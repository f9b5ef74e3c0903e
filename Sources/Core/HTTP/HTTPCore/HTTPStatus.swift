/// A status code with its reason phrase (RFC 9110 §15).
public struct HTTPStatus: Sendable, Hashable {
    /// The three digits.
    public let code: Int
    /// The registered reason phrase.
    public let reason: String

    /// Creates a status.
    ///
    /// - Parameters:
    ///   - code: From 200 to 599. It is a programmer error to pass another number.
    ///   - reason: The reason phrase.
    public init(code: Int, reason: String) {
        precondition((200...599).contains(code), "\(code) is not a final status code (200 to 599)")
        self.code = code
        self.reason = reason
    }

    /// Compares the codes only.
    public static func == (left: HTTPStatus, right: HTTPStatus) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Whether a response with this status never has content (RFC 9110 §6.4.1).
    public var hasNoContent: Bool { code == 204 || code == 304 }

    /// The request succeeded.
    public static let ok = HTTPStatus(code: 200, reason: "OK")
    /// A resource was created, and `Location` has its URL.
    public static let created = HTTPStatus(code: 201, reason: "Created")
    /// The request was accepted, but is not finished.
    public static let accepted = HTTPStatus(code: 202, reason: "Accepted")
    /// The request succeeded, and there is no content.
    public static let noContent = HTTPStatus(code: 204, reason: "No Content")
    /// The client has this representation already.
    public static let notModified = HTTPStatus(code: 304, reason: "Not Modified")
    /// The resource has moved temporarily, so the client repeats the request with the same method there.
    public static let temporaryRedirect = HTTPStatus(code: 307, reason: "Temporary Redirect")
    /// The resource has moved permanently, so the client repeats the request with the same method there.
    public static let permanentRedirect = HTTPStatus(code: 308, reason: "Permanent Redirect")
    /// The request is malformed.
    public static let badRequest = HTTPStatus(code: 400, reason: "Bad Request")
    /// A credential is missing or wrong.
    public static let unauthorized = HTTPStatus(code: 401, reason: "Unauthorized")
    /// The server understood the request and rejects it.
    public static let forbidden = HTTPStatus(code: 403, reason: "Forbidden")
    /// There is no resource at the path.
    public static let notFound = HTTPStatus(code: 404, reason: "Not Found")
    /// The resource doesn't support the method, and `Allow` lists the methods that it supports.
    public static let methodNotAllowed = HTTPStatus(code: 405, reason: "Method Not Allowed")
    /// There is no representation that the client accepts.
    public static let notAcceptable = HTTPStatus(code: 406, reason: "Not Acceptable")
    /// The client took too long to send its request.
    public static let requestTimeout = HTTPStatus(code: 408, reason: "Request Timeout")
    /// The current state of the resource doesn't allow the request.
    public static let conflict = HTTPStatus(code: 409, reason: "Conflict")
    /// The resource has been removed permanently.
    public static let gone = HTTPStatus(code: 410, reason: "Gone")
    /// A condition in the request's fields is false.
    public static let preconditionFailed = HTTPStatus(code: 412, reason: "Precondition Failed")
    /// The body exceeds the server's limit.
    public static let contentTooLarge = HTTPStatus(code: 413, reason: "Content Too Large")
    /// The target exceeds the server's limit.
    public static let uriTooLong = HTTPStatus(code: 414, reason: "URI Too Long")
    /// The resource doesn't accept the body's media type.
    public static let unsupportedMediaType = HTTPStatus(code: 415, reason: "Unsupported Media Type")
    /// The server doesn't serve the requested host.
    public static let misdirectedRequest = HTTPStatus(code: 421, reason: "Misdirected Request")
    /// The content is well formed, but not valid for the resource.
    public static let unprocessableContent = HTTPStatus(code: 422, reason: "Unprocessable Content")
    /// The request must be conditional (RFC 6585 §3).
    public static let preconditionRequired = HTTPStatus(code: 428, reason: "Precondition Required")
    /// The client has sent too many requests in a given time (RFC 6585 §4).
    public static let tooManyRequests = HTTPStatus(code: 429, reason: "Too Many Requests")
    /// The fields exceed the server's limit (RFC 6585 §5).
    public static let requestHeaderFieldsTooLarge = HTTPStatus(code: 431, reason: "Request Header Fields Too Large")
    /// The server failed unexpectedly.
    public static let internalServerError = HTTPStatus(code: 500, reason: "Internal Server Error")
    /// The server doesn't support the method or the transfer coding.
    public static let notImplemented = HTTPStatus(code: 501, reason: "Not Implemented")
    /// Another server that is needed sent an invalid response.
    public static let badGateway = HTTPStatus(code: 502, reason: "Bad Gateway")
    /// The server is overloaded or stopping.
    public static let serviceUnavailable = HTTPStatus(code: 503, reason: "Service Unavailable")
    /// Another server that is needed didn't respond in time.
    public static let gatewayTimeout = HTTPStatus(code: 504, reason: "Gateway Timeout")
    /// The server doesn't support the HTTP version.
    public static let httpVersionNotSupported = HTTPStatus(code: 505, reason: "HTTP Version Not Supported")
    /// The server has no space to store the representation (RFC 4918 §11.5).
    public static let insufficientStorage = HTTPStatus(code: 507, reason: "Insufficient Storage")
}
