import Concurrency
import HTTPCore
import Programs
import RawHTTP
import Testing

@testable import MicroHTTP

extension MicroHTTPTests {
    @Suite("A request that libmicrohttpd can't parse") struct LibraryRejectionTests {
        /// A rejection that the server reports as libmicrohttpd's own.
        private struct Report: Equatable {
            let status: Int
            let client: String?
        }

        private static let filters = HTTPFilters([RequestIDFilter(), DefaultFieldsFilter()])

        private static let inHeader = [
            ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nhost\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 40_960))\r\n\r\n", 431),
            ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: a\r\n", count: 2_000))\r\n", 431),
        ]

        private static let inChunks = [
            (RequestCase.chunked("g\r\n"), 400), (RequestCase.chunked("3\r\nabcd\r\n"), 400),
            (RequestCase.chunked("10000000000000003\r\n"), 413), (RequestCase.chunked("0\r\nX\r\n\r\n"), 400),
            (RequestCase.chunked("0\r\nX: \(String(repeating: "a", count: 40_960))\r\n\r\n"), 431),
        ]

        @Test(
            "gets one problem with the fields of the filters, and its connection is closed",
            arguments: inHeader + inChunks,
            [nil, "1.2", "1.3"]
        )
        func problem(_ request: (text: String, status: Int), tls: String?) async throws {
            let reports = Lock([Report]())
            let folder = try TemporaryFolder()
            let paths = try TestCertificate.first.write(to: folder)
            try await withServer(
                filters: Self.filters,
                loops: 1,
                configure: { configuration in
                    if tls != nil { configuration.tls = .init(certificate: paths.certificate, key: paths.key) }
                    Self.collect(reports, &configuration)
                }
            ) { server in
                let client = try RawClient(port: server.port)
                if let tls { try client.startTLS("NORMAL:-VERS-ALL:+VERS-TLS\(tls)") }
                try client.send(request.text)
                let response = try #require(try client.readResponse())
                #expect(response.status == request.status)
                #expect(response.field("content-type") == "application/problem+json")
                #expect(response.field("connection") == "close")
                #expect(response.field("x-request-id")?.isEmpty == false)
                #expect(response.field("x-content-type-options") == "nosniff")
                #expect(try client.readToEnd() == "")
            }
            #expect(reports.withLock { $0 } == [])
        }

        @Test(
            "gets libmicrohttpd's own response while it could be another connection's, which is served all the same",
            arguments: inHeader + inChunks
        )
        func uncertain(request: String, status: Int) async throws {
            let reports = Lock([Report]())
            try await withServer(loops: 1, configure: { Self.collect(reports, &$0) }) { server in
                // The interim response shows that the server reads chunks of this one.
                let other = try RawClient(port: server.port)
                try other.send(
                    "POST /other HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                #expect(try other.peek(12).hasPrefix("HTTP/1.1 100"))
                let client = try RawClient(port: server.port)
                // The server may have responded and closed before it has read everything.
                try? client.send(request)
                let text = try client.readToEnd()
                #expect(text.hasPrefix("HTTP/1.1 \(status) "))
                #expect(text.contains("<html>") && text.lowercased().contains("connection: close"))
                #expect(text.ranges(of: "HTTP/1.1").count == 1)
                #expect(reports.withLock { $0 } == [Report(status: status, client: nil)])
                try other.send("3\r\nabc\r\n0\r\n\r\n")
                #expect(try other.readResponse()?.text == "POST /other abc")
            }
        }

        @Test("that was already rejected for its length does not end another request")
        func rejectedTwice() async throws {
            let reports = Lock([Report]())
            try await withServer(loops: 1, configure: { Self.collect(reports, &$0) }) { server in
                // Only the second request shows the server that it can't read the length of the first.
                let early = try RawClient(port: server.port)
                try early.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\nX: y\r\n")
                let client = try RawClient(port: server.port)
                try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n")
                #expect(try client.readResponse()?.status == 400)
                let other = try RawClient(port: server.port)
                try other.send("POST /other HTTP/1.1\r\nHost: a\r\n")
                try? early.send("no colon\r\n\r\n")
                #expect(try early.readResponse()?.status == 400)
                #expect(try early.readToEnd() == "")
                try other.send("\r\n")
                #expect(try other.readResponse()?.status == 200)
            }
        }

        @Test(
            "in its first line gets libmicrohttpd's own response, without a part of the request, and is reported",
            arguments: [
                ("GET /secret HTTP/2.0\r\nHost: a\r\n\r\n", 505), ("GET /secret HTTP/0.9\r\n\r\n", 505),
                ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), ("GET /secret XHTTP/1.1\r\n\r\n", 400),
                ("GET /secret\r\n\r\n", 400), ("GET /secret\(String(repeating: "a", count: 40_960)) HTTP/1.1\r\n", 414),
            ]
        )
        func firstLine(request: String, status: Int) async throws {
            let reports = Lock([Report]())
            try await withServer(loops: 1, configure: { Self.collect(reports, &$0) }) { server in
                let client = try RawClient(port: server.port)
                try? client.send(request + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
                let text = try client.readToEnd()
                #expect(text.hasPrefix("HTTP/1.1 \(status) "))
                #expect(!text.contains("secret"))
                #expect(text.lowercased().contains("connection: close"))
                #expect(text.ranges(of: "HTTP/1.1").count == 1)
                #expect(reports.withLock { $0 } == [Report(status: status, client: "127.0.0.1")])
            }
        }

        @Test("is recognized by the line that libmicrohttpd logs before its response")
        func logLines() {
            func parts(_ line: String) -> LibraryRejection.Parts? { LibraryRejection(logLine: line)?.parts }
            let prefix = "Error processing request (HTTP response code is "
            #expect(LibraryRejection(logLine: "\(prefix)431 ('a')). Closing connection.")?.status == 431)
            #expect(parts("\(prefix)431 ('a')). Closing connection.") == [.header, .chunks])
            #expect(parts("\(prefix)414 ('a')). Closing connection.") == .requestLine)
            #expect(parts("\(prefix)505 ('a')). Closing connection.") == .requestLine)
            #expect(parts("\(prefix)400 ('a')). Closing connection.") == [.requestLine, .header, .chunks])
            #expect(parts("\(prefix)400 ('chunked')). Closing connection.") == .chunks)
            #expect(parts("\(prefix)400 ('<b>Content-Length</b>')). Closing connection.") == nil)
            #expect(parts("\(prefix)none") == nil)
            #expect(parts("Socket has been disconnected when reading request.") == nil)
        }

        private static func collect(_ reports: Lock<[Report]>, _ configuration: inout HTTPServer.Configuration) {
            configuration.onLibraryRejection = { status, client in
                reports.withLock { $0.append(Report(status: status, client: client?.description)) }
            }
        }
    }
}
