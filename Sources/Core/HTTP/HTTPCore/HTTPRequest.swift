/// A request, complete with its body, or with a stream of it for a handler that takes it in pieces.
public struct HTTPRequest: Sendable {
    /// The request method.
    public var method: HTTPMethod
    /// The path and the query.
    public var target: HTTPTarget {
        didSet { route = nil }
    }
    /// The header fields, in order.
    public var fields: HTTPFields
    /// The body, empty when there is none.
    public var body: [UInt8]
    /// The body of a request to a streamed route, or `nil` if the request has none or is complete with it.
    public var stream: HTTPRequestStream?
    /// The numeric address of the other end of the connection, without port.
    ///
    /// Behind a proxy it is the proxy's address. Without a socket it is empty.
    public var peer: String
    /// The client's address, for limits and the log, or `nil` without a socket.
    ///
    /// It is the peer's address, unless a ``TrustedProxyFilter`` replaces it with the address that a proxy reports.
    public var client: ClientAddress?
    /// The id of the request in the log and the response, empty until a filter such as ``RequestIDFilter`` sets it.
    public var id: String

    /// The route that the path matches, once it was looked for.
    package var route: RouteTable.Match?

    /// The time at which a filter began to measure the request, or `nil` unless one did.
    package var began: ContinuousClock.Instant?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - target: Path and query, as in the request line.
    ///   - fields: The header fields.
    ///   - body: The bytes of the body.
    ///   - peer: The numeric address of the other end of the connection.
    ///   - client: The client's address.
    ///   - id: The id of the request in the log.
    public init(
        method: HTTPMethod = .get,
        target: HTTPTarget,
        fields: HTTPFields = [:],
        body: [UInt8] = [],
        peer: String = "",
        client: ClientAddress? = nil,
        id: String = ""
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.peer = peer
        self.client = client
        self.id = id
    }
}
