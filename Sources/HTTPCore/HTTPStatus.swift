/// A status code with its reason phrase (RFC 9110 §15).
public struct HTTPStatus: Sendable, Hashable {
    /// The three digits.
    public let code: Int
    /// The phrase that the registry gives the code; also the default title of a problem.
    public let reason: String

    /// Makes a status.
    ///
    /// - Parameters:
    ///   - code: From 200 to 599; anything else is a programmer error.
    ///   - reason: The phrase for people.
    public init(code: Int, reason: String) {
        precondition((200...599).contains(code), "\(code) is not a final status code")
        self.code = code
        self.reason = reason
    }

    /// Statuses are the same when their codes are.
    public static func == (left: HTTPStatus, right: HTTPStatus) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Whether an answer with this status never has content (RFC 9110 §6.4.1).
    public var hasNoContent: Bool { code == 204 || code == 304 }

    /// The request succeeded.
    public static let ok = HTTPStatus(code: 200, reason: "OK")
    /// A resource was made; `Location` names it.
    public static let created = HTTPStatus(code: 201, reason: "Created")
    /// Taken, but not finished.
    public static let accepted = HTTPStatus(code: 202, reason: "Accepted")
    /// Succeeded, and there is nothing to show.
    public static let noContent = HTTPStatus(code: 204, reason: "No Content")
    /// The client has this representation already.
    public static let notModified = HTTPStatus(code: 304, reason: "Not Modified")
    /// Moved for now; the method stays.
    public static let temporaryRedirect = HTTPStatus(code: 307, reason: "Temporary Redirect")
    /// Moved for good; the method stays.
    public static let permanentRedirect = HTTPStatus(code: 308, reason: "Permanent Redirect")
    /// The request is malformed.
    public static let badRequest = HTTPStatus(code: 400, reason: "Bad Request")
    /// A credential is missing or wrong.
    public static let unauthorized = HTTPStatus(code: 401, reason: "Unauthorized")
    /// Understood and refused.
    public static let forbidden = HTTPStatus(code: 403, reason: "Forbidden")
    /// There is nothing here.
    public static let notFound = HTTPStatus(code: 404, reason: "Not Found")
    /// The resource doesn't support the method; `Allow` lists those it does.
    public static let methodNotAllowed = HTTPStatus(code: 405, reason: "Method Not Allowed")
    /// No representation that the client accepts.
    public static let notAcceptable = HTTPStatus(code: 406, reason: "Not Acceptable")
    /// The client took too long to send its request.
    public static let requestTimeout = HTTPStatus(code: 408, reason: "Request Timeout")
    /// The resource's state doesn't allow it now.
    public static let conflict = HTTPStatus(code: 409, reason: "Conflict")
    /// It was here and is gone for good.
    public static let gone = HTTPStatus(code: 410, reason: "Gone")
    /// A condition in the request's fields is false.
    public static let preconditionFailed = HTTPStatus(code: 412, reason: "Precondition Failed")
    /// The body is longer than the server takes.
    public static let contentTooLarge = HTTPStatus(code: 413, reason: "Content Too Large")
    /// The target is longer than the server takes.
    public static let uriTooLong = HTTPStatus(code: 414, reason: "URI Too Long")
    /// The body's media type isn't one the resource takes.
    public static let unsupportedMediaType = HTTPStatus(code: 415, reason: "Unsupported Media Type")
    /// The request is for a host that this server doesn't answer for.
    public static let misdirectedRequest = HTTPStatus(code: 421, reason: "Misdirected Request")
    /// Well formed, but it doesn't fit what the resource expects.
    public static let unprocessableContent = HTTPStatus(code: 422, reason: "Unprocessable Content")
    /// The request must be conditional (RFC 6585 §3).
    public static let preconditionRequired = HTTPStatus(code: 428, reason: "Precondition Required")
    /// Too many requests in a time (RFC 6585 §4).
    public static let tooManyRequests = HTTPStatus(code: 429, reason: "Too Many Requests")
    /// The fields are longer than the server takes (RFC 6585 §5).
    public static let requestHeaderFieldsTooLarge = HTTPStatus(code: 431, reason: "Request Header Fields Too Large")
    /// Something unforeseen happened.
    public static let internalServerError = HTTPStatus(code: 500, reason: "Internal Server Error")
    /// The server doesn't know the method or the transfer coding.
    public static let notImplemented = HTTPStatus(code: 501, reason: "Not Implemented")
    /// Another server that was asked answered badly.
    public static let badGateway = HTTPStatus(code: 502, reason: "Bad Gateway")
    /// Too much to do, or stopping.
    public static let serviceUnavailable = HTTPStatus(code: 503, reason: "Service Unavailable")
    /// Another server that was asked didn't answer in time.
    public static let gatewayTimeout = HTTPStatus(code: 504, reason: "Gateway Timeout")
    /// The major version isn't one this server speaks.
    public static let httpVersionNotSupported = HTTPStatus(code: 505, reason: "HTTP Version Not Supported")
    /// There is no room to store what was asked (RFC 4918 §11.5).
    public static let insufficientStorage = HTTPStatus(code: 507, reason: "Insufficient Storage")
}
