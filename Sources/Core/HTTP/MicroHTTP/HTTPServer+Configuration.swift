internal import Glibc
public import HTTPCore

extension HTTPServer {
    /// The address, the limits and the timeouts of a server.
    public struct Configuration: Sendable {
        /// The address or host name to listen at, or `"::"` or `"0.0.0.0"` for all addresses.
        public var host = "127.0.0.1"
        /// The port, or 0 to let the system choose a free one.
        public var port = 8080
        /// Whether a server at an IPv6 address also accepts IPv4 clients.
        public var isDualStack = true
        /// The number of event loops, each with its own thread, by default one for each core.
        ///
        /// A loop never waits for a handler, so more loops than cores only take turns.
        public var loopCount = HTTPServer.coreCount

        /// The files of the certificate, or `nil` for a server without TLS.
        ///
        /// The server speaks TLS 1.2 and 1.3. The handshake counts against ``headerDeadline``.
        public var tls: TLSFiles?

        /// The maximum size of a request's target in bytes, above which it gets a 414.
        public var targetBytesLimit = 4096
        /// The maximum size of a request's fields in bytes, above which it gets a 431.
        ///
        /// It is the limit of common proxies (`large_client_header_buffers` of nginx), so a request that passes one also passes here.
        public var headerBytesLimit = 8192
        /// The maximum number of lines in a request's header, above which it gets a 431.
        public var headerCountLimit = 100
        /// The maximum size of a request's body in bytes, above which it gets a 413.
        public var bodyBytesLimit = 65536
        /// The number of bytes of a too large body that are read and discarded, so that its client can read the 413.
        ///
        /// A body without a length that is longer than this has its connection closed instead.
        public var bodyDiscardLimit = 1 << 20
        /// The maximum number of connections, above which requests get a 503, except requests for ``probePaths``.
        public var connectionLimit = 4096
        /// The maximum number of connections from one address, or IPv6 network of 64 bits, or 0 for no limit.
        ///
        /// Requests on further ones get a 429. It does not apply to ``trustedProxies``.
        public var addressConnectionLimit = 1024
        /// The addresses of reverse proxies, which send requests of many clients on a connection.
        public var trustedProxies: [AddressRange] = []
        /// The paths of health checks, which are also served on connections above the limit.
        ///
        /// So a full server is not restarted for being full. A probe that speaks HTTP/1.0 needs no `Host` for them.
        public var probePaths: [String] = []

        /// The maximum time from the end of a request to the next request line, after which the connection is closed.
        ///
        /// The default is above the 60 seconds for which load balancers reuse an idle connection by default. If the server
        /// closed first, a balancer could send a request on a connection that is just being closed, and its client would get 502.
        public var idleTimeout = Duration.seconds(75)
        /// The maximum time to receive a header, after which the connection is closed.
        ///
        /// It starts with the connection for the first request, and with the request line for each later one. A header fits one
        /// packet or a few, and a packet that is lost is sent again within seconds.
        public var headerDeadline = Duration.seconds(10)
        /// The maximum time to receive a body, after which the connection is closed.
        ///
        /// The largest body by default, of 64 KiB, takes it at 18 kbit/s.
        public var bodyDeadline = Duration.seconds(30)
        /// The maximum time for a handler, after which the request is cancelled and the client gets a 503.
        public var requestDeadline = Duration.seconds(60)
        /// The maximum time for a client to read a response, after which the connection is closed.
        public var responseDeadline = Duration.seconds(60)

        /// The names allowed in the `Host` field, without port.
        ///
        /// An empty list allows any. A request for any other host gets a 421, and so does an HTTP/1.0 request without a host.
        /// This prevents DNS rebinding, in which a web page makes its own name resolve to this server and then sends requests
        /// to it.
        public var hostNames: [String] = []

        /// Returns the time for the `Date` field, in seconds since 1970.
        ///
        /// By default it is the system's time. Use the clock of the times in the responses, so that a client which compares the
        /// two is right even if the system's clock is changed.
        public var date: @Sendable () -> Int64 = { Int64(time(nil)) }

        /// Called when a stop begins, while requests are still served, to report the server as not ready.
        public var onStopping: (@Sendable () -> Void)?
        /// Called when a connection or a request is ended at a deadline, with the address of the connection.
        ///
        /// It runs on an event loop's thread, so it must not block.
        public var onDeadline: (@Sendable (Deadline, ClientAddress?) -> Void)?
        /// Called when a connection is closed at once, because there are too many even for a response that says so.
        ///
        /// It gets the limit and the address of the connection. It runs on an event loop's thread, so it must not block.
        public var onRefusedConnection: (@Sendable (ConnectionLimit, ClientAddress?) -> Void)?
        /// Called when libmicrohttpd rejects a request by itself, so that neither a filter nor a handler sees it.
        ///
        /// It gets the status of the response. The library does not name the connection. It runs on an event loop's thread, so it
        /// must not block.
        public var onLibraryRejection: (@Sendable (Int) -> Void)?
        /// Whether a connection that would be closed at once takes the place of the oldest one of its address without a complete
        /// request.
        ///
        /// Set it where few clients connect and each must get through, such as for health checks: connections that send nothing
        /// then can't keep others out, because each new one ends one of them.
        public var replacesUnfinishedConnections = false
        /// Called with each notice to log, on an event loop's thread, so it must not block.
        public var log: (@Sendable (HTTPServerLogEvent) -> Void)?

        /// Whether only this machine can reach the address.
        public var isLoopback: Bool { host == "localhost" || ClientAddress(host)?.isLoopback == true }

        /// Creates a configuration with the defaults.
        public init() {}
    }
}

extension HTTPServer {
    /// The deadlines of ``Configuration`` at which a connection is closed, or a request is cancelled.
    public enum Deadline: String, Sendable, CaseIterable {
        /// No further request has begun within ``Configuration/idleTimeout``.
        case idle
        /// The header was not complete within ``Configuration/headerDeadline``.
        case header
        /// The body was not complete within ``Configuration/bodyDeadline``.
        case body
        /// The handler has not responded within ``Configuration/requestDeadline``.
        case request
        /// The client has not read the response within ``Configuration/responseDeadline``.
        case response
    }
}

extension HTTPServer {
    /// The limits of ``Configuration`` on connections.
    public enum ConnectionLimit: Sendable {
        /// The server has ``Configuration/connectionLimit`` connections.
        case total
        /// The address has ``Configuration/addressConnectionLimit`` connections.
        case address
    }
}

/// A server event to be logged.
public enum HTTPServerLogEvent: Sendable {
    /// A line of libmicrohttpd's own log, such as a reset connection.
    case library(String)
    /// A handler released its ``HTTPCore/HTTPReply`` without a response, which is a bug, and the client got a 500.
    case droppedReply(method: HTTPMethod, path: [UInt8], id: String)
}
