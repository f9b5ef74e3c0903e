/// A request as a value, complete with its body.
public struct HTTPRequest: Sendable {
    /// What is to be done.
    public var method: HTTPMethod
    /// What it is to be done with.
    public var target: HTTPTarget
    /// The header fields, in order.
    public var fields: HTTPFields
    /// The body; empty when there is none.
    public var body: [UInt8]
    /// The client's address in numbers, without port.
    ///
    /// It is a proxy's behind a proxy, and empty when there is no socket.
    public var peer: String
    /// The id under which this request is logged and answered; empty until whoever gives ids has given one.
    public var id: String

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: What is to be done.
    ///   - target: Path and query, as they stand in the request line.
    ///   - fields: The header fields.
    ///   - body: The body's bytes.
    ///   - peer: The client's address in numbers.
    ///   - id: The id under which this request is logged.
    public init(
        method: HTTPMethod = .get,
        target: HTTPTarget,
        fields: HTTPFields = [:],
        body: [UInt8] = [],
        peer: String = "",
        id: String = ""
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.peer = peer
        self.id = id
    }
}
