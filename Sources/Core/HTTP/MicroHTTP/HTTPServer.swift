internal import Concurrency
internal import Glibc
public import HTTPCore

/// An HTTP/1.1 server, with TLS if its configuration has a certificate.
///
/// ```swift
/// let server = HTTPServer(configuration)
/// try server.start(routes)
/// print("listening at \(server.address):\(server.port)")
/// await server.stop(grace: .seconds(10))
/// ```
///
/// It has one event loop for each core, with a thread, a listening socket and connections of its own. A handler is called on
/// the thread of its connection's loop, so it must not block. It gets only complete and unambiguous requests. Any other request
/// gets a problem (RFC 9457), and its connection is closed. A request with a chunked body is the last one on its connection.
/// Every response but the responses of libmicrohttpd, which are listed below, passes through the server's filters.
///
/// The request of a client that has disconnected is cancelled within four seconds. The server itself ignores `Forwarded` and
/// `X-Forwarded-*`, which ``HTTPCore/TrustedProxyFilter`` reads.
///
/// libmicrohttpd 0.9.75 rejects some requests by itself, before the validator sees them: another major version of HTTP
/// (400, 505), a request line with more than 32 KiB (414), a line without a colon (400), a header with more than 32 KiB (431),
/// a `Content-Length` that is no number or above 64 bits (400, 413) and malformed chunks (400, 413). Its responses are fixed
/// texts in HTML and lack the filters' fields. ``Configuration/onLibraryRejection`` gets each. The connection is closed after
/// each, so following bytes are never read as another request. A blank after the digits of `Content-Length` is rejected,
/// although RFC 9112 §5.1 allows it.
public final class HTTPServer: Sendable {
    /// The number of online processors.
    public static let coreCount = processorCount

    /// The address, the limits and the timeouts.
    public let configuration: Configuration

    private struct State {
        var phase = Phase.idle
        var address = ""
        var port = 0
        var loops: [EventLoop] = []
        var threads: [NamedThread] = []
        var runningLoops = 0
        var count: ConnectionCount?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private enum Phase { case idle, running, stopping }

    private let state = Lock(State())
    private let certificate = Lock<TLSCertificate?>(nil)

    /// Creates a server that doesn't listen yet.
    ///
    /// - Parameter configuration: The address, the limits and the timeouts.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// The numeric address the server listens at, empty before a start.
    public var address: String { state.withLock { $0.address } }

    /// The port the server listens at, which is 0 before a start and never after it.
    public var port: Int { state.withLock { $0.port } }

    /// The number of open connections now.
    public var connectionCount: Int { state.withLock { $0.count }?.current ?? 0 }

    /// The number of requests now that have begun and have no complete response yet, long polls and event streams included.
    public var openRequestCount: Int { state.withLock { $0.loops }.reduce(0) { $0 + $1.openRequestCount } }

    /// Starts to listen and to serve requests.
    ///
    /// If needed, it raises the process's limit of open files (`RLIMIT_NOFILE`) to what the connection limit needs.
    ///
    /// - Parameters:
    ///   - handler: Handles all requests.
    ///   - filters: See each request before the handler, and each response, also to requests that the server has rejected.
    /// - Throws: ``HTTPServerError``. The server doesn't listen then, and can be started again. It is a programmer error to
    ///   start a server twice.
    public func start(_ handler: any HTTPHandler, filters: HTTPFilters = HTTPFilters()) throws(HTTPServerError) {
        precondition(configuration.loopCount > 0, "A server needs at least one event loop")
        let isFirst = state.withLock { state in
            defer { state.phase = .running }
            return state.phase == .idle
        }
        precondition(isFirst, "The server was already started")
        do throws(HTTPServerError) {
            try startLoops(handler, filters)
        } catch {
            state.withLock { $0 = State() }
            throw error
        }
    }

    /// Reads the files of the certificate again, for connections that start from now on.
    ///
    /// It does nothing without TLS.
    ///
    /// - Throws: ``HTTPServerError/certificateUnusable(path:reason:)``. The server continues with the old certificate then.
    public func reloadCertificate() throws(HTTPServerError) {
        guard let files = configuration.tls else { return }
        let new = try TLSCertificate(files)
        certificate.withLock { $0 = new }
    }

    /// Stops the server: calls `onStopping`, closes the listening sockets, finishes requests and ends the threads.
    ///
    /// From then on each response closes its connection. Handlers that are still running after the grace period are
    /// cancelled, and their clients get a 503. Further calls wait for the first one. A stopped server can't be started
    /// again.
    ///
    /// - Parameter grace: The time for requests to finish. Up to a second is added for clients to read the last responses.
    public func stop(grace: Duration) async {
        let (isFirst, loops) = state.withLock { state in
            defer { state.phase = .stopping }
            return (state.phase == .running, state.loops)
        }
        if isFirst {
            configuration.onStopping?()
            for loop in loops { loop.stop(grace: grace) }
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let hasEnded = state.withLock { state in
                if state.runningLoops > 0 { state.waiters.append(continuation) }
                return state.runningLoops == 0
            }
            if hasEnded { continuation.resume() }
        }
        let threads = state.withLock { state in
            defer { state.threads = [] }
            return state.threads
        }
        // Each thread has called `loopEnded` as its last action, so a join blocks only until the thread exits.
        for thread in threads { thread.join() }
    }

    private func startLoops(_ handler: any HTTPHandler, _ filters: HTTPFilters) throws(HTTPServerError) {
        try reloadCertificate()
        let count = ConnectionCount(configuration)
        try allowDescriptors(count.maximum + 64)
        let sockets = try ListeningSockets(configuration: configuration)
        var unused = sockets.descriptors[...]
        state.withLock { state in
            state.address = sockets.address
            state.port = sockets.port
            state.count = count
        }
        do throws(HTTPServerError) {
            for (number, descriptor) in sockets.descriptors.enumerated() {
                let loop = try EventLoop()
                state.withLock { $0.runningLoops += 1 }
                // From here on the loop closes this socket, also when it can't start.
                unused = unused.dropFirst()
                do throws(HTTPServerError) {
                    let thread = try loop.start(
                        listeningSocket: descriptor,
                        configuration: configuration,
                        handler: handler,
                        filters: filters,
                        count: count,
                        certificate: certificate,
                        number: number,
                        whenEnded: { [self] in loopEnded() }
                    )
                    state.withLock { state in
                        state.loops.append(loop)
                        state.threads.append(thread)
                    }
                } catch {
                    state.withLock { $0.runningLoops -= 1 }
                    throw error
                }
            }
        } catch {
            for descriptor in unused { close(descriptor) }
            let (loops, threads) = state.withLock { ($0.loops, $0.threads) }
            for loop in loops { loop.stop(grace: .zero) }
            for thread in threads { thread.join() }
            throw error
        }
    }

    private func loopEnded() {
        let waiters = state.withLock { state in
            state.runningLoops -= 1
            guard state.runningLoops == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Raises the process's limit of open files, if it is lower than `needed`.
    private func allowDescriptors(_ needed: Int) throws(HTTPServerError) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw .failed(call: "getrlimit", code: errno)
        }
        guard limit.rlim_cur < UInt(needed) else { return }
        guard limit.rlim_max >= UInt(needed) else {
            throw .tooFewDescriptors(needed: needed, allowed: Int(clamping: limit.rlim_max))
        }
        limit.rlim_cur = UInt(needed)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw .failed(call: "setrlimit", code: errno)
        }
    }
}
