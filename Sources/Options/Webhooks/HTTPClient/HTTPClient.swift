internal import CCurl

/// A client of HTTP servers, which posts content and gets it.
///
/// ```swift
/// let status = try HTTPClient().post(
///     Array(#"{"sum": 12}"#.utf8),
///     to: "https://gateway.example/orders",
///     fields: [("Content-Type", "application/json")]
/// )
/// ```
///
/// Each request has a connection of its own. Over HTTPS the certificate of the server is verified. Redirections are not
/// followed, and the content of a response is read up to a limit and discarded. As in other programs with libcurl, the
/// variables `https_proxy` and `no_proxy` of the environment name a proxy.
public struct HTTPClient: Sendable {
    /// The time in which a connection must be established, including TLS, by default 3 seconds.
    public var connectTimeout: Duration = .seconds(3)
    /// The time in which the response must be complete, including the connection, by default 5 seconds.
    public var timeout: Duration = .seconds(5)
    /// The maximum number of bytes of a response that are read, including its header, by default 64 KiB.
    public var responseLimit = 65_536
    /// The path of a file with the certificates of trusted authorities (PEM).
    ///
    /// With `nil`, which is the default, the authorities of the system are trusted.
    public var authorities: String?

    /// Creates a client with the default limits.
    public init() {}

    private static let isInitialized = usher_curl_initialize() == CURLE_OK

    /// Posts content, and blocks the thread until the response or an error.
    ///
    /// - Parameters:
    ///   - content: The content of the request.
    ///   - url: The address, with the scheme `http` or `https`.
    ///   - fields: The header fields of the request, in addition to `Host` and `Content-Length`.
    /// - Returns: The status of the response, 200 or higher. The rest of the response may be incomplete, malformed or
    ///   longer than the limit.
    /// - Throws: ``HTTPClientError`` when no status was received.
    public func post(
        _ content: [UInt8],
        to url: String,
        fields: [(name: String, value: String)] = []
    ) throws(HTTPClientError) -> Int {
        // Without a value libcurl leaves the field out: no `Expect: 100-continue`, which would wait for a response.
        try unsafe send(fields + [("Expect", "")]) { list, limits, reason in
            unsafe usher_curl_post(url, list, content, content.count, authorities, limits, reason)
        }
    }

    /// Gets the content of a resource, and blocks the thread until the response or an error.
    ///
    /// - Parameters:
    ///   - url: The address, with the scheme `http` or `https`.
    ///   - limit: The largest content in bytes.
    ///   - fields: The header fields of the request, in addition to `Host` and `Accept`.
    /// - Returns: The response, with a status of 200 or higher.
    /// - Throws: ``HTTPClientError`` when no status was received, or when the content is larger or incomplete.
    public func get(
        _ url: String,
        limit: Int,
        fields: [(name: String, value: String)] = []
    ) throws(HTTPClientError) -> HTTPClientResponse {
        var status = 0
        var failure: HTTPClientError?
        let content = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var content = unsafe usher_curl_content(bytes: buffer.baseAddress, capacity: limit, count: 0)
            do throws(HTTPClientError) {
                status = try unsafe send(fields, isWhole: true) { list, limits, reason in
                    unsafe usher_curl_get(url, list, authorities, limits, &content, reason)
                }
                count = unsafe content.count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return HTTPClientResponse(status: status, content: content)
    }

    /// Sends a request, and returns the status of the response.
    ///
    /// - Parameters:
    ///   - fields: The header fields.
    ///   - isWhole: Whether a response that is incomplete is an error.
    ///   - request: Sends the request with the list of its fields, its limits, and the memory for a reason.
    /// - Returns: The status, 200 or higher.
    /// - Throws: ``HTTPClientError``.
    private func send(
        _ fields: [(name: String, value: String)],
        isWhole: Bool = false,
        _ request: (UnsafeMutablePointer<curl_slist>?, usher_curl_limits, UnsafeMutablePointer<CChar>) ->
            usher_curl_outcome
    ) throws(HTTPClientError) -> Int {
        guard Self.isInitialized else {
            throw HTTPClientError(reason: "libcurl can't be initialized.", mayBeSent: false)
        }
        var list: UnsafeMutablePointer<curl_slist>?
        for (name, value) in fields {
            unsafe list = curl_slist_append(list, value.isEmpty ? "\(name):" : "\(name): \(value)")
        }
        defer { unsafe curl_slist_free_all(list) }
        let limits = usher_curl_limits(
            connect_milliseconds: Self.milliseconds(connectTimeout),
            milliseconds: Self.milliseconds(timeout),
            response_bytes: responseLimit
        )
        var reason = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let outcome = unsafe request(list, limits, &reason)
        // A status below 200 announces another response.
        if outcome.status >= 200, !isWhole || outcome.code == CURLE_OK { return outcome.status }
        let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw HTTPClientError(
            reason: text.isEmpty ? "libcurl error \(outcome.code.rawValue)." : "\(text).",
            mayBeSent: outcome.sent_bytes > 0
        )
    }

    /// Returns a timeout of at least one millisecond, because 0 would mean no timeout.
    private static func milliseconds(_ duration: Duration) -> Int { max(1, Int(duration / .milliseconds(1))) }
}

/// A response with its content.
public struct HTTPClientResponse: Sendable {
    /// The status, 200 or higher.
    public let status: Int
    /// The content, as many bytes as the limit allows.
    public let content: [UInt8]
}

/// An error of a request that got no response.
public struct HTTPClientError: Error, CustomStringConvertible {
    /// A sentence that describes the failure, without the content of the request.
    public let reason: String
    /// Whether the server may have received the request.
    public let mayBeSent: Bool

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: A sentence that describes the failure.
    ///   - mayBeSent: Whether the server may have received the request.
    public init(reason: String, mayBeSent: Bool) {
        self.reason = reason
        self.mayBeSent = mayBeSent
    }

    /// The reason, as a sentence.
    public var description: String { reason }
}
