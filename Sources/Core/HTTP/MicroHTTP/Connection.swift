internal import HTTPCore

/// A connection of an event loop, which only the thread of that loop touches.
final class Connection {
    /// The activity of a connection, which decides the length of its deadline.
    enum Phase {
        /// Waiting for a request, after an earlier one if `hasServed`.
        case idle(hasServed: Bool)
        /// Reading the header, after the request line.
        case head
        /// Reading the body.
        case body
        /// Waiting for a handler's response, while the connection is suspended.
        case handling
        /// Sending a response.
        case responding
        /// Waiting for the next part of a streamed response, while the connection is suspended.
        case streaming
    }

    let descriptor: CInt
    /// The client's address in numeric form.
    let peer: String
    /// The client's address, or `nil` if it is unknown.
    let address: ClientAddress?
    /// The connection limit that it exceeds, so its requests are rejected, or `nil` for none.
    let exceededLimit: HTTPServer.ConnectionLimit?
    /// The certificate of the handshake, or `nil` without TLS.
    let certificate: TLSCertificate?
    /// Whether the client had shut down its sending side at the last check for departed clients.
    var wasHalfClosed = false
    var phase = Phase.idle(hasServed: false)
    var deadline = Instant.never
    /// Whether the deadline had passed at the start of the last round of the loop.
    var isOverdue = false
    /// Whether it was disconnected for a newer one.
    var isReplaced = false
    /// The current request, or `nil` between requests.
    var exchange: Exchange?
    /// Its index in the ``ConnectionTable``.
    var index = 0

    init(
        descriptor: CInt,
        peer: String = "",
        address: ClientAddress? = nil,
        exceededLimit: HTTPServer.ConnectionLimit? = nil,
        certificate: TLSCertificate? = nil
    ) {
        self.certificate = certificate
        self.descriptor = descriptor
        self.peer = peer
        self.address = address
        self.exceededLimit = exceededLimit
    }
}
