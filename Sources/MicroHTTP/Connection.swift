/// A connection of an event loop; touched on that loop's thread only.
final class Connection {
    /// The activity of a connection, which decides the length of its deadline.
    enum Phase {
        /// Waiting for a request; `hasServed` after the first one.
        case idle(hasServed: Bool)
        /// Reading the header, after the request line.
        case head
        /// Reading the body.
        case body
        /// Waiting for a handler's response; suspended.
        case handling
        /// Sending a response.
        case responding
        /// Waiting for the next part of a streamed response; suspended.
        case streaming
    }

    let descriptor: CInt
    /// The client's address in numeric form.
    let peer: String
    /// Whether it exceeds the connection limit, so its requests get a 503.
    let isOverLimit: Bool
    var phase = Phase.idle(hasServed: false)
    var deadline = Instant.never
    /// The current request; `nil` between requests.
    var exchange: Exchange?
    /// Its index in the ``ConnectionTable``.
    var index = 0

    init(descriptor: CInt, peer: String, isOverLimit: Bool) {
        self.descriptor = descriptor
        self.peer = peer
        self.isOverLimit = isOverLimit
    }
}
