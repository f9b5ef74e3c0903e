import Concurrency
import Glibc
import HTTPCore
import MicroHTTP
import Programs
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("Load") struct LoadTests {
        // libmicrohttpd's own epoll threads stall when exactly 128 connections are ready at once.
        @Test(
            "connections that all send at once all get responses, round after round",
            arguments: [128, 256, 384],
            [1, 2]
        )
        func stall(count: Int, loops: Int) async throws {
            let blocker = ThreadBlocker()
            let handler = ClosureHandler { request in
                if request.target.path == Array("/plug".utf8) { blocker.block() }
                return await echo.respond(to: request)
            }
            try await withServer(handler, loops: loops) { server in
                let timeout = Sanitizer.isRunning ? 10 : 1
                let clients = try (0..<count).map { _ in try RawClient(port: server.port, timeout: timeout) }
                let plugger = try RawClient(port: server.port)
                var slowRounds = 0
                for round in 0..<50 {
                    // While the handler blocks the loop, the requests of all other connections become ready at once.
                    blocker.arm()
                    try plugger.send("GET /plug HTTP/1.1\r\nHost: a\r\n\r\n")
                    blocker.waitUntilBlocking()
                    let began = ContinuousClock.now
                    for client in clients {
                        try client.send("POST /\(round) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
                    }
                    blocker.release()
                    #expect(try plugger.readResponse()?.text == "GET /plug ")
                    for client in clients {
                        #expect(try client.readResponse()?.text == "POST /\(round) hi")
                    }
                    if ContinuousClock.now - began >= .seconds(1) { slowRounds += 1 }
                }
                // A stall would come back in each round and last until the loop next looks for departed clients, every two
                // seconds. A sanitizer on a busy machine also delays a round now and then.
                #expect(slowRounds <= (Sanitizer.isRunning ? 4 : 0))
            }
        }

        @Test("each response belongs to its request, on any threads on which handlers suspend")
        func matching() async throws {
            let workers = try WorkerThreads(count: 3, name: "worker")
            let handler = ClosureHandler { request in
                switch request.target.path.count % 4 {
                case 0: await Task.yield()
                case 1: await withCheckedContinuation { done in workers.submit { done.resume() } }
                case 2: await Task.detached {}.value
                default: break
                }
                return .text("\(request.target) \(String(decoding: request.body, as: UTF8.self))")
            }
            try await withServer(handler) { server in
                let port = server.port
                let threads = try (0..<8).map { thread in
                    try NamedThread(name: "client-\(thread)") {
                        #expect(throws: Never.self) {
                            let client = try RawClient(port: port)
                            for number in 0..<500 {
                                let path = "/\(thread)/\(number)\(String(repeating: "x", count: number % 5))"
                                let body = String(repeating: "\(number),", count: number % 50)
                                let length = body.utf8.count
                                try client.send(
                                    "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n\(body)"
                                )
                                #expect(try client.readResponse()?.text == "\(path) \(body)")
                            }
                        }
                    }
                }
                for thread in threads { thread.join() }
            }
            workers.stop()
        }

        @Test("a client that leaves while its handler suspends does not affect others")
        func leaving() async throws {
            let gate = Gate()
            let handler = ClosureHandler { request in
                if request.target.path == Array("/wait".utf8) { await gate.pass() }
                return .text("\(request.target)")
            }
            try await withServer(handler) { server in
                for _ in 0..<50 {
                    let client = try RawClient(port: server.port)
                    try client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                gate.waitForArrivals(50)
                gate.open()
                let client = try RawClient(port: server.port)
                try client.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.readResponse()?.text == "/next")
            }
        }

        @Test("handlers run on the server's threads, before and after they suspend")
        func threads() async throws {
            let names = Lock<Set<String>>([])
            let handler = ClosureHandler { _ in
                _ = names.withLock { $0.insert(currentThreadName()) }
                await Task.detached {}.value
                _ = names.withLock { $0.insert(currentThreadName()) }
                return HTTPResponse(.noContent)
            }
            try await withServer(handler, loops: 1) { server in
                let client = try RawClient(port: server.port)
                for _ in 0..<20 {
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try client.readResponse()?.status == 204)
                }
            }
            #expect(names.withLock { $0 } == ["http-0"])
        }
    }
}

/// A switch that blocks the thread of a handler until the test releases it.
private final class ThreadBlocker: Sendable {
    private enum State { case armed, blocking, released }

    private let state = Monitor(State.released)

    func arm() { state.withLock { $0 = .armed } }
    func release() { state.withLock { $0 = .released } }
    func waitUntilBlocking() { state.wait(while: { $0 != .blocking }) { _ in } }

    func block() {
        state.withLock { $0 = .blocking }
        state.wait(while: { $0 == .blocking }) { _ in }
    }
}

/// Returns the kernel's name of the current thread.
private func currentThreadName() -> String {
    let file = unsafe open("/proc/thread-self/comm", O_RDONLY)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = unsafe read(file, &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, count - 1)], as: UTF8.self)
}
