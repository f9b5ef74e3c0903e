import Concurrency
import Glibc
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("The framing of requests") struct FramingTests {
        @Test(
            "a corpus of requests is served, or rejected without hiding a second request, whole and byte by byte",
            arguments: [false, true]
        )
        func corpus(isSlow: Bool) async throws {
            let failures = try await withThrowingTaskGroup { group in
                let clients = 4
                for client in 0..<clients {
                    group.addTask {
                        let cases = stride(from: client, to: RequestCase.all.count, by: clients)
                        return try await Self.failures(of: cases.map { RequestCase.all[$0] }, isSlow: isSlow)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(failures == [])
        }

        /// Sends requests one after the other to a server of their own, and returns the outcomes that are not as
        /// expected.
        private static func failures(of requests: [RequestCase], isSlow: Bool) async throws -> [String] {
            let handled = Lock<[String]>([])
            let handler = ClosureHandler { request in
                handled.withLock { $0.append(request.target.description) }
                return .text("handled")
            }
            let failures = Lock<[String]>([])
            // A header that comes byte by byte may take long on a machine under load.
            try await withServer(handler, loops: 1, configure: { $0.headerDeadline = .seconds(120) }) { server in
                for request in requests {
                    handled.withLock { $0 = [] }
                    let client = try RawClient(port: server.port, timeout: 10)
                    // The server may have responded and closed before it has read everything.
                    try? client.send(request.bytes + Array(RequestCase.next.utf8), isSlow: isSlow)
                    let outcome = Result { try client.readResponses(to: request).map(\.status) }
                    let targets = handled.withLock { $0 }
                    if !request.isExpected(outcome, targets) {
                        failures.withLock { $0.append("\(request.testDescription): \(outcome), \(targets)") }
                    }
                }
            }
            return failures.withLock { $0 }
        }

        @Test("the corpus has hundreds of different requests")
        func size() {
            let repeated = Dictionary(grouping: RequestCase.all, by: \.bytes).values.filter { $0.count > 1 }
            #expect(repeated.map { $0.map(\.testDescription) } == [])
            #expect(RequestCase.all.count > 1_000)
        }

        @Test("the host of an absolute target replaces the field Host")
        func absoluteTarget() async throws {
            let handler = ClosureHandler { request in
                .text("\(request.target) \(request.fields.values(.host))")
            }
            try await withServer(handler, configure: { $0.hostNames = ["usher.test"] }) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET http://Usher.test:80/a?b HTTP/1.1\r\nHost: evil.test\r\n\r\n")
                #expect(try client.readResponse()?.text == "/a?b [\"Usher.test:80\"]")
                try client.send("GET http://usher.test?b HTTP/1.1\r\nHost: usher.test\r\n\r\n")
                #expect(try client.readResponse()?.text == "/?b [\"usher.test\"]")
                try client.send("OPTIONS http://usher.test HTTP/1.1\r\nHost: usher.test\r\n\r\n")
                #expect(try client.readResponse()?.text == "* [\"usher.test\"]")
                try client.send("GET http://evil.test/ HTTP/1.1\r\nHost: usher.test\r\n\r\n")
                #expect(try client.readResponse()?.status == 421)
            }
        }

        @Test("a handler gets values without the blanks around them")
        func blanks() async throws {
            let handler = ClosureHandler { .text("\($0.fields.lines.map { "\($0.name)=\($0.value)|" })") }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\nHost:a\r\nX-A: \t b c\t \r\nX-B:\r\nCookie:a=b;  c\r\n\r\n")
                #expect(
                    try client.readResponse()?.text == "[\"Host=a|\", \"X-A=b c|\", \"X-B=|\", \"Cookie=a=b;  c|\"]"
                )
            }
        }

        @Test(
            "ambiguous chunks hide no second request, whole and byte by byte",
            arguments: RequestCase.ambiguousChunks,
            [false, true]
        )
        func chunks(_ chunks: String, isSlow: Bool) async throws {
            let paths = Lock<[String]>([])
            let handler = ClosureHandler { request in
                paths.withLock { $0.append(request.target.description) }
                return .text("handled")
            }
            // The server waits for a chunk of endless size until the deadline.
            try await withServer(handler, loops: 1, configure: { $0.bodyDeadline = .milliseconds(200) }) { server in
                let client = try RawClient(port: server.port)
                try? client.send(Array((RequestCase.chunked(chunks) + RequestCase.next).utf8), isSlow: isSlow)
                client.finishSending()
                _ = try client.readToEnd()
            }
            #expect(!paths.withLock { $0 }.contains("/next"))
        }

        @Test(
            "a line feed without a carriage return in chunks is accepted, and the request is the last one on its connection",
            arguments: ["1\na\r\n0\r\n\r\n", "1\r\na\n0\r\n\r\n", "1\r\na\r\n0\n\r\n", "1\r\na\r\n0\r\n\n"]
        )
        func bareLineFeeds(chunks: String) async throws {
            let bodies = Lock<[String]>([])
            let handler = ClosureHandler { request in
                bodies.withLock { $0.append("\(request.target) \(String(decoding: request.body, as: UTF8.self))") }
                return .text("handled")
            }
            try await withServer(handler, loops: 1) { server in
                let client = try RawClient(port: server.port)
                try client.send(RequestCase.chunked(chunks) + RequestCase.next)
                let response = try #require(try client.readResponse())
                #expect(response.status == 200 && response.field("connection")?.lowercased() == "close")
                #expect(try client.readToEnd() == "")
            }
            #expect(bodies.withLock { $0 }.count == 1 && bodies.withLock { $0 }[0].hasSuffix(" a"))
        }

        @Test("an ambiguous request gets a problem with the reason")
        func problem() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc")
                let response = try #require(try client.readResponse())
                #expect(response.field("content-type") == "application/problem+json")
                #expect(response.field("connection")?.lowercased() == "close")
                let title = "\"title\":\"The request is malformed\",\"status\":400"
                #expect(
                    response.text
                        == "{\"type\":\"/problems/malformed-request\",\(title),\"detail\":\"A header field that may occur only once occurs twice.\"}"
                )
            }
        }

        @Test("a request with an unknown method gets the list of methods")
        func allow() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                try client.send("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.readResponse()?.field("allow") == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
            }
        }

        @Test(
            "a request for another host is rejected; case and port of the host don't matter",
            arguments: [
                ("usher.test", 200), ("USHER.test:80", 200), ("[::1]", 200), ("[::1]:8080", 200), ("evil.test", 421),
                ("usher.test.evil.test", 421), ("usher.test:80:80", 400), (":80", 400), ("[::2]", 421),
            ]
        )
        func hosts(host: String, status: Int) async throws {
            try await withServer(configure: { $0.hostNames = ["usher.test", "[::1]"] }) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(try client.readResponse()?.status == status)
            }
        }

        @Test("empty fields, tabs, UTF-8 and every visible character are accepted")
        func harmless() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                let visible = String(decoding: UInt8(0x21)...0x7E, as: UTF8.self)
                try client.send("GET / HTTP/1.1\r\nHost: a\r\nX-A: \(visible)\tü\r\nX-B: \r\n\r\n")
                #expect(try client.readResponse()?.status == 200)
            }
        }
    }
}

extension RawClient {
    /// Sends bytes in one piece, or slowly.
    ///
    /// Slowly means each byte in a packet of its own. Of a request of many KiB only the first and the last 512 bytes
    /// are sent so, because what lies between them is one value, and its bytes come in larger packets.
    fileprivate func send(_ bytes: [UInt8], isSlow: Bool) throws {
        guard isSlow else { return try send(bytes) }
        sendWithoutDelay()
        var rest = bytes[...]
        while !rest.isEmpty {
            let isMiddle = rest.startIndex >= 512 && rest.count > 1_024
            let packet = rest.prefix(isMiddle ? 512 : 1)
            try send(Array(packet))
            rest = rest.dropFirst(packet.count)
            // The server gets a chance to read the packet before the next one comes. A thread that yields instead of
            // sleeping waits for whole time slices of whatever else the machine runs.
            usleep(20)
        }
    }

    /// Reads responses until the connection is closed.
    fileprivate func readResponses(to request: RequestCase) throws -> [RawResponse] {
        let isHead = request.bytes.starts(with: "HEAD ".utf8)
        var responses: [RawResponse] = []
        while let response = try readResponse(toHead: isHead && responses.isEmpty) {
            responses.append(response)
            guard response.text.hasPrefix("HTTP/1.1 \(response.status) ") else { continue }
            // libmicrohttpd sends the head of its response to a malformed length twice, and then its content.
            let rest = try readToEnd()
            guard !rest.contains("HTTP/1.1"), rest.hasSuffix("</body></html>") else {
                throw Failure(text: "another response")
            }
        }
        return responses
    }
}

extension RequestCase {
    /// Checks a server's responses to this request and the next one.
    ///
    /// - Parameters:
    ///   - outcome: The statuses of its responses until it closed the connection.
    ///   - targets: The targets that its handler got.
    /// - Returns: Whether they are as expected.
    fileprivate func isExpected(_ outcome: Swift.Result<[Int], any Error>, _ targets: [String]) -> Bool {
        guard let statuses = try? outcome.get() else { return false }
        return switch result {
        case .rejected(let allowed):
            statuses.count <= 1 && allowed.contains(statuses.first ?? Self.silence) && targets == []
        case .served(closes: true): statuses == [200] && targets.count == 1 && targets != ["/next"]
        case .served(closes: false): statuses == [200, 200] && targets.count == 2 && targets[1] == "/next"
        }
    }
}
