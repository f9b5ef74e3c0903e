import Concurrency
import Glibc
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

/// The parent of the server's tests, which run serially: several measure time, and each has threads of its own.
@Suite(.serialized) struct MicroHTTPTests {}

/// Starts a server on a free port, runs the body on a thread of its own, where it may block, and stops the server.
func withServer(
    _ handler: any HTTPHandler = echo,
    filters: HTTPFilters = HTTPFilters(),
    loops: Int = 2,
    configure: (inout HTTPServer.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (HTTPServer) throws -> Void
) async throws {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.loopCount = loops
    configure(&configuration)
    let server = HTTPServer(configuration)
    try server.start(handler, filters: filters)
    let result = await blocking { try body(server) }
    await server.stop(grace: .milliseconds(100))
    try result.get()
}

/// A handler that responds with the method, the target and the body of its request.
let echo = ClosureHandler { request in
    .text(.ok, "\(request.method.rawValue) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
}

/// A gate at which tasks wait until a test opens it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        var arrivals = 0
    }

    private let state = Monitor(State())

    /// Waits until the gate is open, even when cancelled.
    func pass() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isOpen = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Blocks until this many tasks have arrived at the gate.
    func waitForArrivals(_ count: Int) {
        state.wait(while: { $0.arrivals < count }) { _ in }
    }
}

/// Returns the number of the process's open file descriptors.
func descriptorCount() throws -> Int {
    guard let directory = unsafe opendir("/proc/self/fd") else { throw RawClient.Failure("opendir") }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    return count
}
