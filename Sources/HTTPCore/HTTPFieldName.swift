/// The name of a header field; upper and lower case are the same (RFC 9110 §5.1).
///
/// Name the fields of an application as constants, so that a misspelling doesn't compile:
///
/// ```swift
/// extension HTTPFieldName {
///     static let incident: HTTPFieldName = "X-Incident"
/// }
/// ```
public struct HTTPFieldName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it is written in an answer.
    public let description: String

    /// Makes a name from what a client or a configuration wrote.
    ///
    /// - Parameter name: The name; `nil` comes back when it isn't an RFC 9110 token of 1 to 256 bytes.
    public init?(_ name: String) {
        guard (1...256).contains(name.utf8.count), name.utf8.allSatisfy(\.isTokenByte) else { return nil }
        description = name
    }

    /// Makes a name from a literal; one that isn't a token is a programmer error.
    public init(stringLiteral name: StaticString) {
        guard let name = HTTPFieldName("\(name)") else { preconditionFailure("\(name) is not a field name") }
        self = name
    }

    /// Names are the same whatever their case.
    public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool {
        left.description.utf8Span.span.equalsIgnoringCase(right.description.utf8Span.span)
    }

    /// Hashes the name whatever its case.
    public func hash(into hasher: inout Hasher) {
        for byte in description.utf8 {
            hasher.combine(byte.lowercased)
        }
    }

    /// What the client takes (RFC 9110 §12.5.1).
    public static let accept: HTTPFieldName = "Accept"
    /// The languages the user reads (RFC 9110 §12.5.4).
    public static let acceptLanguage: HTTPFieldName = "Accept-Language"
    /// The methods a resource supports (RFC 9110 §10.2.1).
    public static let allow: HTTPFieldName = "Allow"
    /// A credential (RFC 9110 §11.6.2).
    public static let authorization: HTTPFieldName = "Authorization"
    /// Who may keep an answer, and for how long (RFC 9111 §5.2).
    public static let cacheControl: HTTPFieldName = "Cache-Control"
    /// Whether the connection stays (RFC 9110 §7.6.1); set by the server.
    public static let connection: HTTPFieldName = "Connection"
    /// What a page may load and run (CSP level 3).
    public static let contentSecurityPolicy: HTTPFieldName = "Content-Security-Policy"
    /// The content's length (RFC 9110 §8.6); set by the server.
    public static let contentLength: HTTPFieldName = "Content-Length"
    /// The content's media type (RFC 9110 §8.3).
    public static let contentType: HTTPFieldName = "Content-Type"
    /// Small state that a browser keeps (RFC 6265).
    public static let cookie: HTTPFieldName = "Cookie"
    /// When the answer was made (RFC 9110 §6.6.1); set by the server.
    public static let date: HTTPFieldName = "Date"
    /// The validator of a representation (RFC 9110 §8.8.3).
    public static let entityTag: HTTPFieldName = "ETag"
    /// What the client expects of the server before it goes on (RFC 9110 §10.1.1).
    public static let expect: HTTPFieldName = "Expect"
    /// The name the client has for this server (RFC 9110 §7.2).
    public static let host: HTTPFieldName = "Host"
    /// What makes a retried request recognisable (draft-ietf-httpapi-idempotency-key-header).
    public static let idempotencyKey: HTTPFieldName = "Idempotency-Key"
    /// Only if the representation is one of these (RFC 9110 §13.1.1).
    public static let ifMatch: HTTPFieldName = "If-Match"
    /// Only if the representation is none of these (RFC 9110 §13.1.2).
    public static let ifNoneMatch: HTTPFieldName = "If-None-Match"
    /// The last event that a client of an event stream has seen (HTML Living Standard §9.2).
    public static let lastEventID: HTTPFieldName = "Last-Event-ID"
    /// Where a new or moved resource is (RFC 9110 §10.2.2).
    public static let location: HTTPFieldName = "Location"
    /// Where a browser says a request comes from (RFC 6454 §7).
    public static let origin: HTTPFieldName = "Origin"
    /// How the client would like to be served (RFC 7240).
    public static let prefer: HTTPFieldName = "Prefer"
    /// Which preferences were heeded (RFC 7240 §3).
    public static let preferenceApplied: HTTPFieldName = "Preference-Applied"
    /// What a browser tells of the page a link was on.
    public static let referrerPolicy: HTTPFieldName = "Referrer-Policy"
    /// When to try again, in seconds (RFC 9110 §10.2.3).
    public static let retryAfter: HTTPFieldName = "Retry-After"
    /// How a browser's request relates to the page that made it (Fetch Metadata).
    public static let secFetchSite: HTTPFieldName = "Sec-Fetch-Site"
    /// Has a browser keep a cookie (RFC 6265 §4.1).
    public static let setCookie: HTTPFieldName = "Set-Cookie"
    /// The trace that a request belongs to (W3C Trace Context).
    public static let traceparent: HTTPFieldName = "traceparent"
    /// How a message is framed (RFC 9112 §6.1); set by the server.
    public static let transferEncoding: HTTPFieldName = "Transfer-Encoding"
    /// Which request fields chose the representation (RFC 9110 §12.5.5).
    public static let vary: HTTPFieldName = "Vary"
    /// How to authenticate (RFC 9110 §11.6.1).
    public static let wwwAuthenticate: HTTPFieldName = "WWW-Authenticate"
    /// Keeps a browser from guessing a media type.
    public static let xContentTypeOptions: HTTPFieldName = "X-Content-Type-Options"
    /// The id under which a request is logged.
    public static let xRequestID: HTTPFieldName = "X-Request-Id"
}
