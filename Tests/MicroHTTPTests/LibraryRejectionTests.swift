import Concurrency
import HTTPCore
import MicroHTTP
import Programs
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("A request that libmicrohttpd can't parse") struct LibraryRejectionTests {
        /// A request, and the response that libmicrohttpd has for it.
        struct Rejection: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let request: String
            let status: Int
            /// The sentence of the content.
            let sentence: String
            /// Whether the head is sent twice, because libmicrohttpd continues after it has responded.
            var isDoubled = false

            init(_ name: String, _ request: String, _ status: Int, _ sentence: String, isDoubled: Bool = false) {
                testDescription = name
                self.request = request
                self.status = status
                self.sentence = sentence
                self.isDoubled = isDoubled
            }
        }

        private static let malformed = "Your HTTP request was syntactically incorrect."
        private static let tooBig = "Your HTTP header was too big for the memory constraints of this webserver."
        private static let malformedChunks = "Your HTTP chunked encoding was syntactically incorrect."
        private static let tooLargeChunk = "The chunk size used in your HTTP chunked encoded request is too large."
        private static let unsupported = "Requested HTTP version is not supported."
        private static let tooOld = "Requested HTTP version is too old and not supported."
        private static let wrongLength = "Your HTTP request has wrong value for <b>Content-Length</b> header."
        private static let tooLargeLength = "Your HTTP request has too large value for <b>Content-Length</b> header."

        /// Returns a request with secrets in its target and its header.
        private static func get(_ lines: String, version: String = "HTTP/1.1") -> String {
            "GET /secret?secret \(version)\r\nHost: a\r\nCookie: secret=1\r\nAuthorization: Bearer secret\r\n\(lines)\r\n"
        }

        private static func post(_ line: String, _ body: String) -> String {
            get("\(line)\r\n").replacing("GET", with: "POST", maxReplacements: 1) + body
        }

        private static func chunked(_ chunks: String) -> String { post("Transfer-Encoding: chunked", chunks) }

        private static let long = "secret" + String(repeating: "a", count: 40_960)

        static let rejections =
            [
                Rejection("no version", "GET /secret\r\n\r\n", 400, malformed),
                Rejection("no target", "GET  \r\n\r\n", 400, malformed),
                Rejection("another protocol", get("", version: "XHTTP/1.1"), 400, malformed),
                Rejection("HTTP/0.9", get("", version: "HTTP/0.9"), 505, tooOld),
                Rejection("HTTP/2.0", get("", version: "HTTP/2.0"), 505, unsupported),
                Rejection("the start of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, unsupported),
                Rejection("a target of 40 KiB", "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", 414, tooBig),
                Rejection("a first line without a colon", "GET / HTTP/1.1\r\nsecret\r\n\r\n", 400, malformed),
                Rejection("a line without a colon", get("secret\r\n"), 400, malformed),
                Rejection("a field of 40 KiB", get("X: \(long)\r\n"), 431, tooBig),
                Rejection("2,000 fields", get(String(repeating: "X: a\r\n", count: 2_000)), 431, tooBig),
                Rejection("a chunk without a size", chunked("g\r\n"), 400, malformedChunks),
                Rejection("a chunk without an end", chunked("3\r\nabcd\r\n"), 400, malformedChunks),
                Rejection("a chunk above 64 bits", chunked("10000000000000003\r\n"), 413, tooLargeChunk),
                Rejection("a trailer without a colon", chunked("0\r\nsecret\r\n\r\n"), 400, malformed),
                Rejection("a trailer of 40 KiB", chunked("0\r\nX: \(long)\r\n\r\n"), 431, tooBig),
            ]
            + ["+5", "", "5 ", "5, 5", "secret"].map {
                Rejection(
                    "a length of '\($0)'",
                    post("Content-Length: \($0)", "abc"),
                    400,
                    wrongLength,
                    isDoubled: true
                )
            }
            + [
                Rejection(
                    "a length above 64 bits",
                    post("Content-Length: 18446744073709551616", "abc"),
                    413,
                    tooLargeLength,
                    isDoubled: true
                )
            ]

        @Test(
            "gets a fixed text of it, and is the last one on its connection; neither response nor log has a part of it",
            arguments: rejections,
            [false, true]
        )
        func response(_ rejection: Rejection, hasTLS: Bool) async throws {
            let statuses = Lock([Int]())
            let lines = Lock([String]())
            let paths = Lock([String]())
            let handler = ClosureHandler { request in
                paths.withLock { $0.append("\(request.target)") }
                return .text("handled")
            }
            let folder = try TemporaryFolder()
            let files = try TestCertificate.first.write(to: folder)
            try await withServer(
                handler,
                loops: 1,
                configure: { configuration in
                    if hasTLS { configuration.tls = .init(certificate: files.certificate, key: files.key) }
                    configuration.onLibraryRejection = { status in statuses.withLock { $0.append(status) } }
                    configuration.log = { event in
                        if case .library(let line) = event { lines.withLock { $0.append(line) } }
                    }
                }
            ) { server in
                let other = try RawClient(port: server.port)
                if hasTLS { try other.startTLS() }
                try other.send("GET /other HTTP/1.1\r\nHost: a\r\n")
                let client = try RawClient(port: server.port)
                if hasTLS { try client.startTLS() }
                // The server may have responded and closed before it has read everything.
                try? client.send(rejection.request + RequestCase.next)
                let parts = try client.readToEnd().split(separator: "\r\n\r\n", omittingEmptySubsequences: false)
                #expect(parts.count == (rejection.isDoubled ? 3 : 2))
                for head in parts.dropLast() {
                    #expect(head.hasPrefix("HTTP/1.1 \(rejection.status) "))
                    #expect(head.contains("\r\nConnection: close\r\n"))
                    #expect(head.split(separator: "\r\n").count == 3)
                }
                #expect(parts.last?.hasSuffix("<body>\(rejection.sentence)</body></html>") == true)
                #expect(parts.first?.hasSuffix("Content-Length: \(parts.last?.utf8.count ?? 0)") == true)
                #expect(!parts.joined().contains("secret"))
                try other.send("\r\n")
                #expect(try other.readResponse()?.status == 200)
            }
            #expect(statuses.withLock { $0 } == [rejection.status])
            #expect(lines.withLock { $0.contains { $0.contains(rejection.sentence) } })
            #expect(!lines.withLock { $0.contains { $0.contains("secret") } })
            #expect(paths.withLock { $0 } == ["/other"])
        }

        @Test("gets no response if its first line has no space", arguments: ["secret", "\u{16}\u{3}\u{1}"])
        func silence(line: String) async throws {
            let lines = Lock([String]())
            try await withServer(
                loops: 1,
                configure: { configuration in
                    configuration.log = { event in
                        if case .library(let line) = event { lines.withLock { $0.append(line) } }
                    }
                }
            ) { server in
                let client = try RawClient(port: server.port)
                try client.send("\(line)\r\n\r\n\(RequestCase.next)")
                #expect(try client.readToEnd() == "")
            }
            #expect(!lines.withLock { $0.contains { $0.contains("secret") } })
        }
    }
}
