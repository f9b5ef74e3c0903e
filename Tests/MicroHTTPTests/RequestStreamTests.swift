import Concurrency
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("A body that is taken in pieces") struct RequestStreamTests {
        /// What a handler has received.
        private struct Received: Sendable {
            var count = 0
            var stream: HTTPRequestStream?
            var hasBrokenOff = false
            var hasEnded = false
        }

        /// Returns routes with a streamed one, whose handler waits at the gate and then takes the whole body.
        private static func routes(_ received: Monitor<Received>, through gate: Gate) -> RouteTable {
            var routes = RouteTable()
            routes.addStreamed(.patch, "/files/:name") { request, _, reply in
                let stream = request.stream
                received.withLock { $0.stream = stream }
                Task {
                    await gate.pass()
                    do {
                        while let piece = try await stream?.next() {
                            received.withLock { $0.count += piece.count }
                        }
                    } catch {
                        received.withLock { $0.hasBrokenOff = true }
                    }
                    let count = received.withLock { received in
                        received.hasEnded = true
                        return received.count
                    }
                    if !reply.isCancelled { reply.send(.text(String(count))) }
                }
            }
            routes.add(.post, "/whole") { request, _, reply in reply.send(.text(String(request.body.count))) }
            return routes
        }

        private static func head(_ count: Int) -> String {
            "PATCH /files/a HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
        }

        @Test("it may be larger than the limit, and the server holds only a little of it", arguments: [false, true])
        func large(isChunked: Bool) async throws {
            let (received, gate) = (Monitor(Received()), Gate())
            let count = 20_000_000
            let sent = Monitor(0)
            try await withServer(Self.routes(received, through: gate)) { server in
                let client = try RawClient(port: server.port)
                // The handler begins when more has been sent than the server may hold.
                let opener = try NamedThread(name: "opener") {
                    gate.waitForArrivals(1)
                    sent.wait(while: { $0 < 1_000_000 }) { _ in }
                    // Up to 64 KiB wait, and what libmicrohttpd has read already.
                    let waiting = received.withLock { $0.stream?.waitingBytes }
                    #expect((waiting ?? .max) <= 65_536 + 32_768)
                    gate.open()
                }
                let piece = [UInt8](repeating: 7, count: 100_000)
                let coding = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(count)"
                try client.send("PATCH /files/a HTTP/1.1\r\nHost: a\r\n\(coding)\r\n\r\n")
                for _ in 0..<(count / piece.count) {
                    if isChunked { try client.send("\(String(piece.count, radix: 16))\r\n") }
                    try client.send(piece)
                    if isChunked { try client.send("\r\n") }
                    sent.withLock { $0 += piece.count }
                }
                if isChunked { try client.send("0\r\n\r\n") }
                opener.join()
                #expect(try client.readResponse()?.text == String(count))
            }
        }

        @Test("it is received while its handler runs, and other bodies of the server have their limit")
        func early() async throws {
            let (received, gate) = (Monitor(Received()), Gate())
            gate.open()
            try await withServer(Self.routes(received, through: gate)) { server in
                let client = try RawClient(port: server.port)
                try client.send(Self.head(10) + "12345")
                received.wait(while: { $0.count < 5 }) { _ in }
                try client.send("67890")
                #expect(try client.readResponse()?.text == "10")
                try client.send("POST /whole HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
                #expect(try client.readResponse()?.text == "3")
                try client.send("POST /whole HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n")
                #expect(try client.readResponse()?.status == 413)
            }
        }

        @Test("a client that goes away breaks it off")
        func departed() async throws {
            let (received, gate) = (Monitor(Received()), Gate())
            gate.open()
            try await withServer(Self.routes(received, through: gate)) { server in
                var client: RawClient? = try RawClient(port: server.port)
                try client?.send(Self.head(10) + "12345")
                received.wait(while: { $0.count < 5 }) { _ in }
                client = nil
                received.wait(while: { !$0.hasEnded }) { _ in }
                #expect(received.withLock { $0.hasBrokenOff })
            }
        }

        @Test("a client that sends nothing for longer than the deadline breaks it off, however much it has sent before")
        func slow() async throws {
            let (received, gate) = (Monitor(Received()), Gate())
            gate.open()
            try await withServer(
                Self.routes(received, through: gate),
                configure: { $0.bodyDeadline = .milliseconds(300) }
            ) { server in
                let client = try RawClient(port: server.port)
                try client.send(Self.head(10) + "12345")
                received.wait(while: { !$0.hasEnded }) { _ in }
                #expect(received.withLock { $0.hasBrokenOff })
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("a response before its end reaches a client that sends the rest")
        func answered() async throws {
            var routes = RouteTable()
            let gate = Gate()
            routes.addStreamed(.patch, "/files/:name") { _, _, reply in
                Task {
                    await gate.pass()
                    reply.send(ProblemDetails(.notFound).response)
                }
            }
            try await withServer(routes) { server in
                let client = try RawClient(port: server.port)
                try client.send(Self.head(500_000) + String(repeating: "a", count: 200_000))
                gate.open()
                try client.send(String(repeating: "a", count: 300_000))
                #expect(try client.readResponse()?.status == 404)
            }
        }

        @Test("a handler that responds at once gets no body, and the connection is closed")
        func refused() async throws {
            var routes = RouteTable()
            routes.addStreamed(.patch, "/files/:name") { _, _, reply in
                reply.send(ProblemDetails(.notFound).response)
            }
            try await withServer(routes) { server in
                let client = try RawClient(port: server.port)
                try client.send(
                    "PATCH /files/a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 20000000\r\n\r\n"
                )
                #expect(try client.readResponse()?.status == 404)
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("a stop ends it, also while the server waits for its handler", arguments: [100, 2_000_000])
        func stop(sent: Int) async throws {
            let (received, gate) = (Monitor(Received()), Gate())
            var configuration = HTTPServer.Configuration()
            configuration.port = 0
            configuration.loopCount = 1
            let server = HTTPServer(configuration)
            try server.start(Self.routes(received, through: gate))
            try await blocking {
                let client = try RawClient(port: server.port)
                // The handler takes nothing yet, so a long body fills the buffer and suspends the connection.
                try client.send(Self.head(5_000_000) + String(repeating: "a", count: sent))
                gate.waitForArrivals(1)
                Task {
                    await server.stop(grace: .milliseconds(200))
                    gate.open()
                }
                received.wait(while: { !$0.hasEnded }) { _ in }
            }.get()
            #expect(received.withLock { $0.hasBrokenOff })
        }
    }
}
