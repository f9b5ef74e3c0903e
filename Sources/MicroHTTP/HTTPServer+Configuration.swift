public import HTTPCore

extension HTTPServer {
    /// Where a server listens, and every limit it has.
    public struct Configuration: Sendable {
        /// The address or name to listen at; `"::"` and `"0.0.0.0"` are all addresses.
        public var host = "127.0.0.1"
        /// The port; 0 lets the system choose one.
        public var port = 8080
        /// Whether a server at an IPv6 address takes IPv4 clients too.
        public var isDualStack = true
        /// How many event loops, each with a thread of its own.
        public var loopCount = HTTPServer.coreCount

        /// How many bytes a request's target may have; more is answered with 414.
        public var targetBytesLimit = 4096
        /// How many bytes a request's fields may have; more is answered with 431.
        public var headerBytesLimit = 8192
        /// How many lines a request's header may have; more is answered with 431.
        public var headerCountLimit = 100
        /// How many bytes a request's body may have; more is answered with 413.
        public var bodyBytesLimit = 65536
        /// How many bytes of a body that is too long are read and thrown away, so that its client can read the 413.
        ///
        /// A body without a length that goes on after that has its connection cut.
        public var bodyDiscardLimit = 1 << 20
        /// How many connections are served; on those above it each request is answered with 503.
        public var connectionLimit = 4096

        /// How long a connection may wait between an answer and the end of the next request's header.
        public var idleTimeout = Duration.seconds(60)
        /// How long a client may take for a request line and header; then its connection is cut.
        public var headerDeadline = Duration.seconds(10)
        /// How long a client may take for a body; then its connection is cut.
        public var bodyDeadline = Duration.seconds(30)
        /// How long a handler may take; then its task is cancelled and the client gets 503.
        public var requestDeadline = Duration.seconds(60)
        /// How long a client may take to read an answer; then its connection is cut.
        public var answerDeadline = Duration.seconds(60)

        /// The names that a `Host` field may have, without port; empty means any.
        ///
        /// A request for any other host is answered with 421, which keeps a page at another name from talking to this
        /// server through DNS rebinding.
        public var hostNames: [String] = []

        /// Called first when the server is to stop, while it still answers: the moment to report not being ready.
        public var onStopping: (@Sendable () -> Void)?
        /// Called with everything that belongs in a log, on a loop's thread.
        public var log: (@Sendable (HTTPServerNotice) -> Void)?

        /// Makes a configuration with every default.
        public init() {}
    }
}

/// An event of a server that belongs in a log.
public enum HTTPServerNotice: Sendable {
    /// A line of libmicrohttpd's own log, such as a connection that was reset.
    case library(String)
    /// A handler released its ``HTTPCore/HTTPReply`` without a response, which is a bug of the handler; the client got
    /// status 500.
    case droppedReply(method: HTTPMethod, path: [UInt8], id: String)
}
