internal import Glibc
public import HTTPCore
internal import Threads

/// An HTTP/1.1 server.
///
/// ```swift
/// let server = HTTPServer(configuration)
/// try server.start(routes)
/// print("listening at \(server.address):\(server.port)")
/// await server.stop(grace: .seconds(10))
/// ```
///
/// It has one event loop a core, each with a thread, a listening socket and its connections. A handler is called on the
/// thread of its connection's loop, so it must not block. It gets requests that are complete and unambiguous; any other is
/// answered with a problem (RFC 9457), and the connection closed. A request with a body in chunks is the last one of its
/// connection. Every response passes the server's filters.
///
/// A client that leaves while its request waits isn't noticed before the response is written, so a request is given up only
/// when its deadline has passed or the server stops. `Forwarded` and `X-Forwarded-*` mean nothing to the server.
///
/// libmicrohttpd 0.9.75 answers some requests by itself, before the validator sees them: those of another major version of
/// HTTP (505), those whose `Content-Length` is not a number or too large for 64 bits (400, 413), and those whose head has more
/// than 32 KiB or more than a few hundred cookies (414, 431, or no response). Its responses are HTML, have none of the
/// filters' fields, and those about a length have their head twice. It closes the connection after each, so no bytes after
/// such a request are ever taken for another one.
public final class HTTPServer: Sendable {
    /// How many cores the process may use.
    public static let coreCount = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))

    /// Where the server listens, and every limit it has.
    public let configuration: Configuration

    private struct State {
        var phase = Phase.idle
        var address = ""
        var port = 0
        var loops: [EventLoop] = []
        var threads: [NamedThread] = []
        var runningLoops = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private enum Phase { case idle, running, stopping }

    private let state = Lock(State())

    /// Makes a server that doesn't listen yet.
    ///
    /// - Parameter configuration: Where it will listen, and its limits.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// The address that the server listens at, in numbers; empty before it was started.
    public var address: String { state.withLock { $0.address } }

    /// The port that the server listens at; 0 before it was started.
    public var port: Int { state.withLock { $0.port } }

    /// Starts to listen and to answer.
    ///
    /// The process may open as many files as the connection limit needs afterwards, if the system lets it.
    ///
    /// - Parameters:
    ///   - handler: Handles all requests.
    ///   - filters: See each request before the handler, and each response after it, refusals of the server included.
    /// - Throws: ``HTTPServerError``; nothing listens then, and the server can be started again. It is a programmer error to
    ///   start a server that was started.
    public func start(_ handler: any HTTPHandler, filters: HTTPFilters = HTTPFilters()) throws(HTTPServerError) {
        precondition(configuration.loopCount > 0, "A server needs at least one event loop")
        let isFirst = state.withLock { state in
            defer { state.phase = .running }
            return state.phase == .idle
        }
        precondition(isFirst, "The server was started before")
        do throws(HTTPServerError) {
            try startLoops(handler, filters)
        } catch {
            state.withLock { $0 = State() }
            throw error
        }
    }

    /// Stops: reports that it will, takes no more connections, lets requests finish and ends its threads.
    ///
    /// Each answer from now on closes its connection. Handlers that are still at work when the grace is over are cancelled,
    /// and their clients answered with 503. Further calls wait for the first one. A server can't be started again.
    ///
    /// - Parameter grace: How long requests may still take; a second is added at most, for clients to read the last answers.
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
            let isOver = state.withLock { state in
                if state.runningLoops > 0 { state.waiters.append(continuation) }
                return state.runningLoops == 0
            }
            if isOver { continuation.resume() }
        }
        let threads = state.withLock { state in
            defer { state.threads = [] }
            return state.threads
        }
        // The threads have done their last work, so this doesn't block for longer than it takes to end.
        for thread in threads { thread.join() }
    }

    private func startLoops(_ handler: any HTTPHandler, _ filters: HTTPFilters) throws(HTTPServerError) {
        let hardLimit = configuration.connectionLimit + max(16, configuration.connectionLimit / 8)
        try allowDescriptors(hardLimit + 64)
        let sockets = try ListeningSockets(configuration: configuration)
        var unused = sockets.descriptors[...]
        let count = ConnectionCount(limit: configuration.connectionLimit, hardLimit: hardLimit)
        state.withLock { state in
            state.address = sockets.address
            state.port = sockets.port
        }
        do throws(HTTPServerError) {
            for (number, descriptor) in sockets.descriptors.enumerated() {
                let loop = try EventLoop()
                state.withLock { $0.runningLoops += 1 }
                // The loop closes its socket, also when it can't start.
                unused = unused.dropFirst()
                do throws(HTTPServerError) {
                    let thread = try loop.start(
                        listeningSocket: descriptor,
                        configuration: configuration,
                        handler: handler,
                        filters: filters,
                        count: count,
                        hardLimit: hardLimit,
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

    /// Raises the number of files that the process may open, where it is too low.
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
