/// The case-insensitive name of a header field (RFC 9110 §5.1).
///
/// Define the fields of an application as constants, so that a misspelling doesn't compile:
///
/// ```swift
/// extension HTTPFieldName {
///     static let incident: HTTPFieldName = "X-Incident"
/// }
/// ```
public struct HTTPFieldName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as written in a response.
    let bytes: [UInt8]
    /// The name reduced to a number, by which fields are compared first.
    let tag: HTTPFieldTag

    /// Creates a name from a client's or a configuration's text.
    ///
    /// - Parameter name: The name. The result is `nil` when it isn't an RFC 9110 token of 1 to 256 bytes.
    public init?(_ name: String) {
        guard (1...256).contains(name.utf8.count), name.utf8.allSatisfy(\.isTokenByte) else { return nil }
        let bytes = Array(name.utf8)
        self.bytes = bytes
        tag = HTTPFieldTag(of: bytes.span)
    }

    /// Creates a name from a literal.
    ///
    /// It is a programmer error to use a literal that isn't a token.
    public init(stringLiteral name: StaticString) {
        guard let name = HTTPFieldName("\(name)") else {
            preconditionFailure("\(name) is not a valid header field name")
        }
        self = name
    }

    /// The name as written in a response.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Compares names, ignoring case.
    public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool { left.names(right.bytes.span) }

    /// Hashes the name, ignoring case.
    public func hash(into hasher: inout Hasher) { hasher.combine(tag.number) }

    /// Returns whether bytes are this name, ignoring case.
    package func names(_ other: Span<UInt8>) -> Bool { bytes.span.equalsIgnoringCase(other) }

    /// The media types that the client accepts (RFC 9110 §12.5.1).
    public static let accept: HTTPFieldName = "Accept"
    /// The content codings that the client accepts (RFC 9110 §12.5.3).
    public static let acceptEncoding: HTTPFieldName = "Accept-Encoding"
    /// The languages that the user prefers (RFC 9110 §12.5.4).
    public static let acceptLanguage: HTTPFieldName = "Accept-Language"
    /// The methods that a resource supports (RFC 9110 §10.2.1).
    public static let allow: HTTPFieldName = "Allow"
    /// A credential (RFC 9110 §11.6.2).
    public static let authorization: HTTPFieldName = "Authorization"
    /// The rules for caches (RFC 9111 §5.2).
    public static let cacheControl: HTTPFieldName = "Cache-Control"
    /// Whether the connection stays open (RFC 9110 §7.6.1), set by the server.
    public static let connection: HTTPFieldName = "Connection"
    /// The resources that a page may load and run (CSP level 3).
    public static let contentSecurityPolicy: HTTPFieldName = "Content-Security-Policy"
    /// The codings of the content, such as `gzip` (RFC 9110 §8.4).
    public static let contentEncoding: HTTPFieldName = "Content-Encoding"
    /// The content's length (RFC 9110 §8.6), set by the server.
    public static let contentLength: HTTPFieldName = "Content-Length"
    /// The content's media type (RFC 9110 §8.3).
    public static let contentType: HTTPFieldName = "Content-Type"
    /// The cookies that a browser stores for the server (RFC 6265).
    public static let cookie: HTTPFieldName = "Cookie"
    /// Whether a page shares its process with pages that open it (HTML Living Standard §7.1.3).
    public static let crossOriginOpenerPolicy: HTTPFieldName = "Cross-Origin-Opener-Policy"
    /// The sites with pages that may embed the resource (the Fetch standard §3.6).
    public static let crossOriginResourcePolicy: HTTPFieldName = "Cross-Origin-Resource-Policy"
    /// The date of the response (RFC 9110 §6.6.1), set by the server.
    public static let date: HTTPFieldName = "Date"
    /// The validator of a representation (RFC 9110 §8.8.3).
    public static let entityTag: HTTPFieldName = "ETag"
    /// The client's expectation before it sends the body, such as `100-continue` (RFC 9110 §10.1.1).
    public static let expect: HTTPFieldName = "Expect"
    /// The host name of the server as the client uses it (RFC 9110 §7.2).
    public static let host: HTTPFieldName = "Host"
    /// A key that identifies retries of one request (draft-ietf-httpapi-idempotency-key-header).
    public static let idempotencyKey: HTTPFieldName = "Idempotency-Key"
    /// The condition that the representation has one of these tags (RFC 9110 §13.1.1).
    public static let ifMatch: HTTPFieldName = "If-Match"
    /// The condition that the representation has none of these tags (RFC 9110 §13.1.2).
    public static let ifNoneMatch: HTTPFieldName = "If-None-Match"
    /// The condition that a screen is in front, and unchanged since a revision (the state API).
    public static let ifScreen: HTTPFieldName = "If-Screen"
    /// The id of the last event that a client of an event stream received (HTML Living Standard §9.2).
    public static let lastEventID: HTTPFieldName = "Last-Event-ID"
    /// The URL of a new or moved resource (RFC 9110 §10.2.2).
    public static let location: HTTPFieldName = "Location"
    /// The origin of the page that caused a browser's request (RFC 6454 §7).
    public static let origin: HTTPFieldName = "Origin"
    /// The client's preferences for the response (RFC 7240).
    public static let prefer: HTTPFieldName = "Prefer"
    /// The preferences that the server has applied (RFC 7240 §3).
    public static let preferenceApplied: HTTPFieldName = "Preference-Applied"
    /// The policy for the `Referer` field that a browser sends from a page.
    public static let referrerPolicy: HTTPFieldName = "Referrer-Policy"
    /// The number of seconds after which to retry (RFC 9110 §10.2.3).
    public static let retryAfter: HTTPFieldName = "Retry-After"
    /// The relation of a browser's request to the page that caused it (Fetch Metadata).
    public static let secFetchSite: HTTPFieldName = "Sec-Fetch-Site"
    /// A cookie for a browser to store (RFC 6265 §4.1).
    public static let setCookie: HTTPFieldName = "Set-Cookie"
    /// The trace that a request belongs to (W3C Trace Context).
    public static let traceparent: HTTPFieldName = "traceparent"
    /// The transfer coding of a message (RFC 9112 §6.1), set by the server.
    public static let transferEncoding: HTTPFieldName = "Transfer-Encoding"
    /// The request fields that select the representation (RFC 9110 §12.5.5).
    public static let vary: HTTPFieldName = "Vary"
    /// The authentication scheme that the client must use (RFC 9110 §11.6.1).
    public static let wwwAuthenticate: HTTPFieldName = "WWW-Authenticate"
    /// With `nosniff`, prevents a browser from guessing a media type.
    public static let xContentTypeOptions: HTTPFieldName = "X-Content-Type-Options"
    /// The id of a request in the log.
    public static let xRequestID: HTTPFieldName = "X-Request-Id"
}

/// The length of a field's name and a hash of its letters in lower case.
///
/// Names with different tags are different, so fields are found by comparing one number for each line.
struct HTTPFieldTag: Sendable {
    /// The hash in the upper half, the length in the lower one.
    let number: UInt32

    /// Computes the tag of a name of less than 64 KiB.
    @inline(__always)
    init(of name: Span<UInt8>) {
        // FNV-1a, which takes two instructions for a byte.
        var hash: UInt32 = 0x811C_9DC5
        for index in name.indices { hash = (hash ^ UInt32(name[index] | 0x20)) &* 0x0100_0193 }
        number = hash & 0xFFFF_0000 | UInt32(truncatingIfNeeded: name.count & 0xFFFF)
    }

    init(number: UInt32) {
        self.number = number
    }

    /// The length of the name in bytes.
    var count: Int { Int(number & 0xFFFF) }

    /// One bit of 64.
    var kind: UInt64 { 1 &<< UInt64(number >> 26) }
}
