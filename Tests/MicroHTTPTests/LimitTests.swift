import Concurrency
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("A limit") struct LimitTests {
        @Test("a body of exactly the limit is accepted, and a larger one rejected", arguments: [false, true])
        func exact(isChunked: Bool) async throws {
            try await withServer(
                ClosureHandler { .text(String($0.body.count)) },
                configure: { $0.bodyBytesLimit = 1000 }
            ) { server in
                var client = try RawClient(port: server.port)
                for (count, status) in [(999, 200), (1000, 200), (1001, 413)] {
                    if isChunked { client = try RawClient(port: server.port) }
                    let body = String(repeating: "a", count: count)
                    let head = "POST / HTTP/1.1\r\nHost: a\r\n"
                    if isChunked {
                        let size = String(count, radix: 16)
                        try client.send(head + "Transfer-Encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n0\r\n\r\n")
                    } else {
                        try client.send(head + "Content-Length: \(count)\r\n\r\n\(body)")
                    }
                    let response = try #require(try client.readResponse())
                    #expect(response.status == status)
                    if status == 200 { #expect(response.text == String(count)) }
                }
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("a body beyond the limit is rejected before it is sent")
        func early() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                try client.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 20000000\r\n\r\n"
                )
                #expect(try client.peek(12).hasPrefix("HTTP/1.1 413"))
            }
        }

        @Test("an endless chunked body is discarded for a while, and then its connection is closed")
        func endless() async throws {
            try await withServer(configure: { $0.bodyDiscardLimit = 200_000 }) { server in
                let client = try RawClient(port: server.port)
                try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = "10000\r\n\(String(repeating: "a", count: 65536))\r\n"
                #expect(throws: RawClient.Failure.self) {
                    for _ in 0..<1000 { try client.send(chunk) }
                }
            }
        }

        @Test("a connection beyond the limit gets 503 and is closed, and later ones are served when there is room")
        func connections() async throws {
            try await withServer(configure: { $0.connectionLimit = 3 }) { server in
                let ask = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
                var served: [RawClient] = []
                for _ in 0..<3 {
                    let client = try RawClient(port: server.port)
                    try client.send(ask)
                    #expect(try client.readResponse()?.status == 200)
                    served.append(client)
                }
                let surplus = try RawClient(port: server.port)
                try surplus.send(ask)
                let rejection = try #require(try surplus.readResponse())
                #expect(rejection.status == 503)
                #expect(rejection.field("retry-after") == "1")
                #expect(try surplus.readToEnd() == "")
                for client in served {
                    try client.send(ask)
                    #expect(try client.readResponse()?.status == 200)
                }
                served.removeFirst()
                #expect(
                    try eventually {
                        let client = try RawClient(port: server.port)
                        try client.send(ask)
                        return try client.readResponse()?.status == 200
                    }
                )
            }
        }

        @Test("one address can't take every connection")
        func addressLimit() async throws {
            let configure: @Sendable (inout HTTPServer.Configuration) -> Void = {
                $0.host = "::"
                $0.addressConnectionLimit = 3
            }
            try await withServer(configure: configure) { server in
                let ask = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
                var clients: [RawClient] = []
                for status in [200, 200, 200, 429] {
                    let client = try RawClient(port: server.port)
                    try client.send(ask)
                    let response = try #require(try client.readResponse())
                    #expect(response.status == status)
                    #expect(response.field("retry-after") == (status == 429 ? "1" : nil))
                    #expect(
                        response.field("ratelimit-policy")
                            == (status == 429 ? "\"address-connections\";q=3;qu=\"concurrent-requests\"" : nil)
                    )
                    #expect(
                        response.field("ratelimit") == (status == 429 ? "\"address-connections\";r=0;t=1" : nil)
                    )
                    clients.append(client)
                }
                // Beyond a second limit, connections of the address are closed at once.
                let surplus = try (0..<40).map { _ in try RawClient(port: server.port) }
                var closed = 0
                for client in surplus {
                    try? client.send(ask)
                    if (try? client.readResponse()) == nil { closed += 1 }
                }
                #expect(closed > 0)
                let other = try RawClient(port: server.port, host: "::1")
                try other.send(ask)
                #expect(try other.readResponse()?.status == 200)
            }
        }

        @Test("the limit of connections from one address does not apply to trusted proxies")
        func trustedProxy() async throws {
            let configure: @Sendable (inout HTTPServer.Configuration) -> Void = {
                $0.addressConnectionLimit = 1
                $0.trustedProxies = [AddressRange("127.0.0.0/8")].compactMap { $0 }
            }
            try await withServer(configure: configure) { server in
                let clients = try (0..<5).map { _ in try RawClient(port: server.port) }
                for client in clients {
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try client.readResponse()?.status == 200)
                }
            }
        }

        @Test("a health check of this machine is served although an address has all connections that it may have")
        func probeBesideOthers() async throws {
            let configure: @Sendable (inout HTTPServer.Configuration) -> Void = {
                $0.addressConnectionLimit = 1
                $0.probePaths = ["/healthz"]
            }
            try await withServer(configure: configure) { server in
                // 1 connection, and 16 above the limit that are told so.
                let clients = try (0..<17).map { _ in try RawClient(port: server.port) }
                for client in clients.dropFirst() { try client.send("GET / HTTP/1.1\r\nHost: a\r\n") }
                let probe = try RawClient(port: server.port)
                try probe.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try probe.readResponse()?.status == 200)
                #expect(clients.count == 17)
            }
        }

        @Test(
            "requests that never become complete keep no health check out, if a new connection replaces the oldest of them",
            arguments: [true, false]
        )
        func replaced(isReplaced: Bool) async throws {
            let configure: @Sendable (inout HTTPServer.Configuration) -> Void = {
                $0.connectionLimit = 64
                $0.addressConnectionLimit = 16
                $0.probePaths = ["/healthz"]
                $0.replacesUnfinishedConnections = isReplaced
            }
            try await withServer(loops: 1, configure: configure) { server in
                var halves: [RawClient] = []
                var served = 0
                for _ in 0..<20 {
                    for _ in 0..<10 {
                        let half = try RawClient(port: server.port)
                        try? half.send("GET / HTTP/1.1\r\nHost: a\r\n")
                        halves.append(half)
                    }
                    let probe = try RawClient(port: server.port)
                    try? probe.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                    if (try? probe.readResponse())?.status == 200 { served += 1 }
                }
                #expect(isReplaced ? served == 20 : served < 20)
                #expect(halves.count == 200)
            }
        }

        @Test("a health check is served on a connection beyond the limit, which is closed then")
        func probe() async throws {
            let configure: @Sendable (inout HTTPServer.Configuration) -> Void = {
                $0.connectionLimit = 1
                $0.probePaths = ["/healthz"]
            }
            try await withServer(configure: configure) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.readResponse()?.status == 200)
                let probe = try RawClient(port: server.port)
                try probe.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try probe.readResponse()?.status == 200)
                #expect(try probe.readToEnd() == "")
                let other = try RawClient(port: server.port)
                try other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try other.readResponse()?.status == 503)
            }
        }

        @Test("connections beyond a second limit are closed at once")
        func hardLimit() async throws {
            let refused = Lock([HTTPServer.ConnectionLimit]())
            let configure: @Sendable (inout HTTPServer.Configuration) -> Void = {
                $0.connectionLimit = 1
                $0.onRefusedConnection = { limit, address in
                    #expect(address?.description == "127.0.0.1")
                    refused.withLock { $0.append(limit) }
                }
            }
            try await withServer(configure: configure) { server in
                let clients = try (0..<40).map { _ in try RawClient(port: server.port) }
                var statuses: [Int?] = []
                for client in clients {
                    try? client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    statuses.append(try client.readResponse()?.status)
                }
                #expect(statuses.contains(200))
                #expect(statuses.contains(503))
                #expect(statuses.allSatisfy { $0 == nil || $0 == 200 || $0 == 503 })
                #expect(refused.withLock { $0 } == statuses.filter { $0 == nil }.map { _ in .total })
            }
        }
    }

    @Suite("A deadline") struct DeadlineTests {
        @Test("a connection that sends nothing is closed")
        func silent() async throws {
            try await withServer(configure: { $0.headerDeadline = .milliseconds(80) }) { server in
                let client = try RawClient(port: server.port)
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("a connection that sends its header too slowly is closed", arguments: ["", "GET / HTTP/1.1\r\n"])
        func trickledHeader(start: String) async throws {
            try await withServer(configure: { $0.headerDeadline = .milliseconds(80) }) { server in
                let client = try RawClient(port: server.port, timeout: 5)
                try client.send(start)
                // Each byte restarts libmicrohttpd's own timeout, but not ours.
                #expect(throws: RawClient.Failure.self) {
                    while true {
                        try client.send("X")
                        if try client.hasEnded(within: 5) { throw RawClient.Failure(text: "closed") }
                    }
                }
            }
        }

        @Test("a connection that sends its body too slowly is closed")
        func trickledBody() async throws {
            try await withServer(configure: { $0.bodyDeadline = .milliseconds(80) }) { server in
                let client = try RawClient(port: server.port, timeout: 5)
                try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n")
                #expect(throws: RawClient.Failure.self) {
                    while true {
                        try client.send("X")
                        if try client.hasEnded(within: 5) { throw RawClient.Failure(text: "closed") }
                    }
                }
            }
        }

        @Test("a request that arrives in time is served although the process is paused until after the deadline")
        func paused() async throws {
            let isPaused = Monitor(false)
            let handler = ClosureHandler { request in
                // A handler that blocks its loop stands for a paused process.
                if request.target.description == "/pause" {
                    isPaused.withLock { $0 = true }
                    let end = ContinuousClock.now + .milliseconds(400)
                    isPaused.wait(while: { _ in ContinuousClock.now < end }, recheckAfter: { _ in 10 }) { _ in }
                }
                return .text("served")
            }
            try await withServer(handler, loops: 1, configure: { $0.headerDeadline = .milliseconds(200) }) { server in
                let client = try RawClient(port: server.port)
                let pausing = try RawClient(port: server.port)
                try pausing.send("GET /pause HTTP/1.1\r\nHost: a\r\n\r\n")
                isPaused.wait(while: { !$0 }) { _ in }
                try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try pausing.readResponse()?.status == 200)
                #expect(try client.readResponse()?.text == "served")
            }
        }

        @Test("an idle connection is closed after its deadline, and not before")
        func idle() async throws {
            try await withServer(configure: { $0.idleTimeout = .milliseconds(150) }) { server in
                let client = try RawClient(port: server.port)
                for _ in 0..<3 {
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try client.readResponse()?.status == 200)
                }
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("open connections are counted, and so are deadlines, by the phase in which they passed")
        func counts() async throws {
            let passed = Monitor([HTTPServer.Deadline]())
            let configure = { (configuration: inout HTTPServer.Configuration) in
                configuration.headerDeadline = .milliseconds(50)
                configuration.bodyDeadline = .milliseconds(50)
                configuration.idleTimeout = .milliseconds(50)
                configuration.requestDeadline = .milliseconds(50)
                configuration.onDeadline = { deadline, address in
                    #expect(address?.description == "127.0.0.1")
                    passed.withLock { $0.append(deadline) }
                }
            }
            let gate = Gate()
            let handler = ClosureHandler { request in
                if request.target.description == "/wait" { await gate.pass() }
                return .text("done")
            }
            try await withServer(handler, configure: configure) { server in
                #expect(server.connectionCount == 0)
                let requests: [(HTTPServer.Deadline, String)] = [
                    (.header, ""), (.header, "GET / HTTP/1.1\r\n"), (.idle, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
                    (.body, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"),
                    (.request, "GET /wait HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
                ]
                for (deadline, text) in requests {
                    let client = try RawClient(port: server.port)
                    try client.send(text)
                    passed.wait(while: { $0.isEmpty }) { deadlines in
                        #expect(deadlines == [deadline])
                        deadlines = []
                    }
                    _ = try client.readToEnd()
                    #expect(try eventually { server.connectionCount == 0 })
                }
                let client = try RawClient(port: server.port)
                #expect(try eventually { server.connectionCount == 1 })
                _ = try client.readToEnd()
            }
            gate.open()
        }

        @Test("a connection whose client does not read is closed")
        func unread() async throws {
            let content = [UInt8](repeating: 65, count: 30_000_000)
            let handler = ClosureHandler { request in
                HTTPResponse(.ok, body: request.target.path == Array("/long".utf8) ? .bytes(content) : .none)
            }
            let configure = { (configuration: inout HTTPServer.Configuration) in
                configuration.responseDeadline = .milliseconds(100)
                configuration.connectionLimit = 1
            }
            try await withServer(handler, configure: configure) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.peek(1)
                // The next connection gets a place when this one is closed, and not before.
                #expect(
                    try eventually {
                        let other = try RawClient(port: server.port)
                        try other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                        return try other.readResponse()?.status == 200
                    }
                )
                #expect(try client.readToEnd().utf8.count < content.count)
            }
        }

        @Test("a handler beyond its deadline is cancelled and gets a 503, and its connection stays open")
        func handler() async throws {
            let gate = Gate()
            let wasCancelled = Monitor<Bool?>(nil)
            let handler = ClosureHandler { request in
                if request.target.path == Array("/slow".utf8) {
                    await gate.pass()
                    wasCancelled.withLock { $0 = Task.isCancelled }
                }
                return .text("\(request.target)")
            }
            try await withServer(handler, configure: { $0.requestDeadline = .milliseconds(80) }) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.readResponse()?.status == 503)
                #expect(try client.readResponse()?.text == "/next")
                gate.open()
                wasCancelled.wait(while: { $0 == nil }) { #expect($0 == true) }
            }
        }
    }
}
