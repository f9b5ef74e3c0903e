/// A connection as the event loop that serves it keeps it; touched on that loop's thread only.
final class Connection {
    /// What the connection is doing, and so what its deadline is for.
    enum Phase {
        /// Waiting for a request; `hasServed` once it had one.
        case idle(hasServed: Bool)
        /// A request line has come, the rest of the header hasn't.
        case head
        /// A header has come, the rest of the body hasn't.
        case body
        /// A handler is at work.
        case handling
        /// A response is being sent.
        case answering
        /// A response is being sent, and its stream has nothing to send at the moment.
        case streaming
    }

    let descriptor: CInt
    /// The client's address in numbers.
    let peer: String
    /// Whether it came when there were as many connections as are served.
    let isSurplus: Bool
    var phase = Phase.idle(hasServed: false)
    var deadline = Moment.never
    /// The request that the connection is busy with.
    var exchange: Exchange?
    /// Where it stands in its ``ConnectionTable``.
    var index = 0

    init(descriptor: CInt, peer: String, isSurplus: Bool) {
        self.descriptor = descriptor
        self.peer = peer
        self.isSurplus = isSurplus
    }
}
