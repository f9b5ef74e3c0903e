import Concurrency
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("A stop") struct StopTests {
        private static let ask = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

        private static func server(_ handler: any HTTPHandler, loops: Int = 2) throws -> HTTPServer {
            var configuration = HTTPServer.Configuration()
            configuration.port = 0
            configuration.loopCount = loops
            let server = HTTPServer(configuration)
            try server.start(handler)
            return server
        }

        @Test("a request in flight completes, and its connection is closed")
        func inFlight() async throws {
            let gate = Gate()
            let server = try StopTests.server(
                ClosureHandler { _ in
                    await gate.pass()
                    return .text("finished")
                }
            )
            let client = try RawClient(port: server.port)
            try client.send(StopTests.ask)
            _ = await blocking { gate.waitForArrivals(1) }
            async let stopped: Void = server.stop(grace: .seconds(10))
            let port = server.port
            // New connections are refused while the old one is still served.
            #expect(try await blocking { try eventually { (try? RawClient(port: port)) == nil } }.get())
            gate.open()
            await stopped
            let response = try #require(try client.readResponse())
            #expect(response.text == "finished")
            #expect(response.field("connection")?.lowercased() == "close")
            #expect(try client.readToEnd() == "")
        }

        @Test("requests that outlast the grace period are cancelled and get 503", arguments: [1, 20])
        func suspended(count: Int) async throws {
            let gate = Gate()
            let cancelled = Monitor(0)
            let server = try StopTests.server(
                ClosureHandler { _ in
                    await gate.pass()
                    cancelled.withLock { $0 += Task.isCancelled ? 1 : 0 }
                    return .text("too late")
                }
            )
            let clients = try (0..<count).map { _ in try RawClient(port: server.port) }
            for client in clients { try client.send(StopTests.ask) }
            _ = await blocking { gate.waitForArrivals(count) }
            await server.stop(grace: .zero)
            for client in clients {
                #expect(try client.readResponse()?.status == 503)
                #expect(try client.readToEnd() == "")
            }
            // Handlers that outlive the server finish on other threads, without effect.
            gate.open()
            _ = await blocking { cancelled.wait(while: { $0 < count }) { _ in } }
        }

        @Test("an incomplete request is closed at the end of the grace period")
        func incomplete() async throws {
            let server = try StopTests.server(echo)
            let client = try RawClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n")
            #expect(try client.peek(12).hasPrefix("HTTP/1.1 100"))
            await server.stop(grace: .milliseconds(20))
            #expect(!(try client.readToEnd()).contains("200"))
        }

        @Test("an idle connection is closed at once")
        func idle() async throws {
            let server = try StopTests.server(echo)
            let client = try RawClient(port: server.port)
            try client.send(StopTests.ask)
            #expect(try client.readResponse()?.status == 200)
            await server.stop(grace: .seconds(60))
            #expect(try client.readToEnd() == "")
        }

        @Test("a stop is announced first, while the server still responds")
        func announced() async throws {
            let response = Lock<Int?>(nil)
            let holder = Lock<Int>(0)
            var configuration = HTTPServer.Configuration()
            configuration.port = 0
            configuration.onStopping = {
                let port = holder.withLock { $0 }
                let client = try? RawClient(port: port)
                try? client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let status = try? client?.readResponse()?.status
                response.withLock { $0 = status }
            }
            let server = HTTPServer(configuration)
            try server.start(echo)
            holder.withLock { $0 = server.port }
            await server.stop(grace: .seconds(1))
            #expect(response.withLock { $0 } == 200)
        }

        @Test("a second stop waits for the first")
        func twice() async throws {
            let server = try StopTests.server(echo)
            async let first: Void = server.stop(grace: .zero)
            async let second: Void = server.stop(grace: .zero)
            _ = await (first, second)
            await server.stop(grace: .zero)
            #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
        }

        @Test("a request that becomes complete after the grace period gets 503 and no handler", arguments: 0..<20)
        func pipelinedBehindASlowReader(_ round: Int) async throws {
            let content = [UInt8](repeating: 65, count: 20_000_000)
            let (gate, lateRequests, isWaiting) = (Gate(), Lock(0), Monitor(false))
            let server = try StopTests.server(
                ClosureHandler { request in
                    if request.target.path == Array("/large".utf8) { return HTTPResponse(.ok, body: .bytes(content)) }
                    if request.target.path == Array("/late".utf8) {
                        lateRequests.withLock { $0 += 1 }
                    } else {
                        isWaiting.withLock { $0 = true }
                    }
                    await gate.pass()
                    return .text("too late")
                },
                loops: 1
            )
            let port = server.port
            let clients = Task {
                try await blocking {
                    let slow = try RawClient(port: port)
                    try slow.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /late HTTP/1.1\r\nHost: a\r\n\r\n")
                    _ = try slow.peek(1)
                    let waiting = try RawClient(port: port)
                    try waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
                    // This response is sent at the end of the grace period. The second request is read after the first
                    // response.
                    #expect(try waiting.readResponse()?.status == 503)
                    return try slow.readToEnd()
                }.get()
            }
            _ = await blocking { isWaiting.wait(while: { !$0 }) { _ in } }
            await server.stop(grace: .milliseconds(round))
            gate.open()
            let text = try await clients.value
            #expect(text.hasPrefix("HTTP/1.1 200"))
            #expect(String(text.suffix(1_000)).contains("HTTP/1.1 503"))
            #expect(lateRequests.withLock { $0 } == 0)
        }

        @Test("a stop under load resets no request and loses no response", arguments: 0..<5)
        func underLoad(_ round: Int) async throws {
            let server = try StopTests.server(
                ClosureHandler { request in
                    if request.target.path == Array("/slow".utf8) { await Task.yield() }
                    return .text("\(request.target)")
                }
            )
            let port = server.port
            let started = Monitor(0)
            let clients = (0..<4).map { number in
                Task {
                    try await blocking {
                        let client = try RawClient(port: port)
                        let path = number.isMultiple(of: 2) ? "/slow" : "/fast"
                        while true {
                            // An idle connection may be closed at any time. Only a truncated response is a fault.
                            do { try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") } catch { return }
                            guard let response = try client.readResponse() else { return }
                            #expect(response.text == path)
                            started.withLock { $0 += 1 }
                        }
                    }.get()
                }
            }
            _ = await blocking { started.wait(while: { $0 < 100 }) { _ in } }
            await server.stop(grace: .seconds(5))
            for client in clients { try await client.value }
        }
    }

    @Suite("A start") struct StartTests {
        @Test("a start at a port in use fails, with any numbers of loops", arguments: [1, 2], [1, 2])
        func inUse(first: Int, second: Int) async throws {
            try await withServer(loops: first) { server in
                var configuration = HTTPServer.Configuration()
                configuration.port = server.port
                configuration.loopCount = second
                let other = HTTPServer(configuration)
                let error = HTTPServerError.portInUse(host: "127.0.0.1", port: server.port)
                #expect(throws: error) { try other.start(echo) }
                #expect(error.description == "Port \(server.port) of 127.0.0.1 is already in use; choose another port.")
            }
        }

        @Test("a start at another machine's address fails and names the call")
        func foreign() throws {
            var configuration = HTTPServer.Configuration()
            configuration.host = "192.0.2.1"
            configuration.port = 0
            let error = #expect(throws: HTTPServerError.self) { try HTTPServer(configuration).start(echo) }
            #expect(error?.description.contains("bind failed with errno 99") == true)
        }

        @Test(
            "a start with an invalid address or port fails",
            arguments: [("not an address", 0), ("127.0.0.1", 65536)]
        )
        func unusable(host: String, port: Int) throws {
            var configuration = HTTPServer.Configuration()
            configuration.host = host
            configuration.port = port
            #expect(throws: HTTPServerError.self) { try HTTPServer(configuration).start(echo) }
        }

        @Test("a failed start can be repeated")
        func again() async throws {
            let blocker = HTTPServer(.onAnyPort)
            try blocker.start(echo)
            var configuration = HTTPServer.Configuration()
            configuration.port = blocker.port
            let server = HTTPServer(configuration)
            #expect(throws: HTTPServerError.self) { try server.start(echo) }
            await blocker.stop(grace: .zero)
            try server.start(echo)
            await server.stop(grace: .zero)
        }

        @Test("a start with more connections than the process may have descriptors fails")
        func descriptors() throws {
            var configuration = HTTPServer.Configuration.onAnyPort
            configuration.connectionLimit = 1 << 30
            let error = #expect(throws: HTTPServerError.self) { try HTTPServer(configuration).start(echo) }
            guard case .tooFewDescriptors = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }

        @Test("a thousand starts and stops leave no descriptors behind")
        func thousand() async throws {
            let before = try descriptorCount()
            for round in 0..<1000 {
                var configuration = HTTPServer.Configuration.onAnyPort
                configuration.loopCount = 1 + round % 2
                let server = HTTPServer(configuration)
                try server.start(echo)
                let client = try RawClient(port: server.port)
                try client.send("GET /\(round) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                #expect(try client.readResponse()?.text == "GET /\(round) ")
                await server.stop(grace: .seconds(1))
            }
            #expect(try descriptorCount() <= before + 8)
        }
    }
}

extension HTTPServer.Configuration {
    static var onAnyPort: HTTPServer.Configuration {
        var configuration = HTTPServer.Configuration()
        configuration.port = 0
        return configuration
    }
}
