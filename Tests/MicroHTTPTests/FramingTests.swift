import Concurrency
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

/// Bytes that two HTTP servers could split into requests in two ways, with the statuses that are allowed.
struct AmbiguousRequest: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: String
    let statuses: Set<Int>

    /// The value for a connection that is closed without a response.
    static let silence = 0

    init(_ name: String, _ status: Int, _ others: Int..., bytes: String) {
        self.name = name
        self.bytes = bytes
        statuses = Set([status] + others)
    }

    var testDescription: String { name }

    /// The second request that an attacker tries to smuggle in.
    static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

    static let all: [AmbiguousRequest] = [
        .init("chunked and a length", 400, bytes: post("Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n")),
        .init("a length and chunked", 400, bytes: post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
        .init("two lengths", 400, bytes: post("Content-Length: 3\r\nContent-Length: 40", "abc")),
        .init("the same length twice", 400, bytes: post("Content-Length: 3\r\nContent-Length: 3", "abc")),
        .init("a list of lengths", 400, bytes: post("Content-Length: 3, 3", "abc")),
        .init("a length with a sign", 400, bytes: post("Content-Length: +3", "abc")),
        .init("a negative length", 400, bytes: post("Content-Length: -3", "abc")),
        .init("a length in hexadecimal", 400, bytes: post("Content-Length: 0x3", "abc")),
        .init("a length that overflows", 400, 413, bytes: post("Content-Length: 99999999999999999999999", "abc")),
        .init("an empty length", 400, bytes: post("Content-Length: ", "abc")),
        .init("space before the colon of a length", 400, bytes: post("Content-Length : 44", "abc")),
        .init(
            "space before the colon of a coding",
            400,
            bytes: post("Transfer-Encoding : chunked\r\nContent-Length: 3", "abc")
        ),
        .init("tab before a colon", 400, bytes: post("X-A\t: b\r\nContent-Length: 3", "abc")),
        .init("an unknown coding", 501, bytes: post("Transfer-Encoding: xchunked", "0\r\n\r\n")),
        .init("the coding identity", 501, 400, bytes: post("Transfer-Encoding: identity\r\nContent-Length: 3", "abc")),
        .init("two codings in a list", 501, bytes: post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n")),
        .init("a coding in capitals", 501, bytes: post("Transfer-Encoding: CHUNKED", "0\r\n\r\n")),
        .init("a coding in quotes", 501, bytes: post("Transfer-Encoding: \"chunked\"", "0\r\n\r\n")),
        .init(
            "two codings",
            400,
            bytes: post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n")
        ),
        .init(
            "a coding in HTTP/1.0",
            400,
            bytes: "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        .init("bare line feeds everywhere", 400, bytes: "GET / HTTP/1.1\nHost: a\n\n"),
        .init("a bare line feed after a field", 400, bytes: "GET / HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n"),
        .init("a bare line feed at the end of the header", 400, bytes: "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        .init("a bare carriage return in a value", 400, bytes: get("X-A: b\rc")),
        .init("a folded line", 400, bytes: get("X-A: b\r\n c")),
        .init("a folded line that forges a name", 400, bytes: get("X-Forwarded: 6.6.6.6\r\n -For")),
        .init(
            "a folded line that forges a coding",
            400,
            501,
            bytes: post("Transfer-E: chunked\r\n ncoding", "0\r\n\r\n")
        ),
        .init("a folded line at the start", 400, bytes: "GET / HTTP/1.1\r\n X-A: b\r\nHost: a\r\n\r\n"),
        .init(
            "a folded line that forges a length, its bytes made up for by three lines that lack a space",
            400,
            bytes: "POST / HTTP/1.1\r\nHost: a\r\nContent-Len: 5\r\n gth\r\nA:b\r\nC:d\r\nE:f\r\n\r\n"
        ),
        .init(
            "two spaces after a colon, made up for by none after another",
            400,
            bytes: get("X-A:  b\r\nX-B:c")
        ),
        .init("a zero byte in a value", 400, bytes: get("X-A: b\0c")),
        .init("a zero byte in a name", 400, bytes: get("X\0A: b")),
        .init("a control character in a value", 400, bytes: get("X-A: b\u{1}c")),
        .init("DEL in a value", 400, bytes: get("X-A: b\u{7F}c")),
        .init("a name with a space", 400, bytes: get("X A: b")),
        .init("an empty name", 400, bytes: get(": b")),
        .init("a line without a colon", 400, bytes: get("nothing")),
        .init("no space after a colon", 400, bytes: get("X-A:b")),
        .init("two spaces after a colon", 400, bytes: get("X-A:  b")),
        .init("no host", 400, bytes: "GET / HTTP/1.1\r\n\r\n"),
        .init("two hosts", 400, bytes: get("Host: b")),
        .init("an empty host", 400, bytes: "GET / HTTP/1.1\r\nHost: \r\n\r\n"),
        .init("a host with a slash", 400, bytes: "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        .init("a host with a user", 400, bytes: "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"),
        .init("an absolute target", 400, bytes: "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a target without a slash", 400, bytes: "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a target of one star", 400, bytes: "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("an encoded slash", 400, bytes: "GET /st%2f..%2fetc HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("an encoded backslash", 400, bytes: "GET /a%5Cb HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a backslash", 400, bytes: "GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("an encoded zero byte", 400, bytes: "GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a percent sign alone", 400, bytes: "GET /a% HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a percent sign before a letter", 400, bytes: "GET /a%4g HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a target that isn't ASCII", 400, bytes: "GET /\u{E9} HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a fragment", 400, bytes: "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("two spaces in the request line", 400, 505, bytes: "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a tab in the request line", 400, 501, 505, bytes: "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a space in the target", silence, 400, bytes: "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("HTTP/1.9", 505, 400, bytes: "GET / HTTP/1.9\r\nHost: a\r\n\r\n"),
        .init("HTTP/2.0", 505, 400, bytes: "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        .init("HTTP/0.9", 505, 400, bytes: "GET /\r\n\r\n"),
        .init("HTTP/01.1", 505, 400, bytes: "GET / HTTP/01.1\r\nHost: a\r\n\r\n"),
        .init("http/1.1", 505, 400, bytes: "GET / http/1.1\r\nHost: a\r\n\r\n"),
        .init("the start of HTTP/2", 505, 400, 501, bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        .init("a method with a quote", 400, bytes: "G\"E{T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("an unknown method", 501, bytes: "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("a method in small letters", 501, bytes: "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("TRACE", 405, bytes: "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("CONNECT", 405, bytes: "CONNECT /a HTTP/1.1\r\nHost: a\r\n\r\n"),
        .init("GET with a body", 400, bytes: "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"),
        .init(
            "GET with a chunked body",
            400,
            bytes: "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        .init("DELETE with a body", 400, bytes: "DELETE / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"),
        .init("two types", 400, bytes: post("Content-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 3", "abc")),
        .init("two credentials", 400, bytes: get("Authorization: a\r\nAuthorization: b")),
        .init("two cookies", 400, bytes: get("Cookie: a=b\r\nCookie: c=d")),
        .init(
            "two idempotency keys",
            400,
            bytes: post("Idempotency-Key: a\r\nidempotency-key: b\r\nContent-Length: 0", "")
        ),
        .init("two conditions", 400, bytes: get("If-Match: \"a\"\r\nIf-Match: \"b\"")),
        .init("two event ids", 400, bytes: get("Last-Event-ID: 1\r\nLast-Event-ID: 2")),
        .init("a body that is too long", 413, bytes: post("Content-Length: 65537", "")),
        .init(
            "a target that is too long",
            414,
            bytes: "GET /\(String(repeating: "a", count: 4096)) HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        .init(
            "a target of 40 KiB",
            414,
            bytes: "GET /\(String(repeating: "a", count: 40960)) HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        .init("a field that is too long", 431, bytes: get("X-A: \(String(repeating: "a", count: 8192))")),
        .init("a field of 40 KiB", 431, bytes: get("X-A: \(String(repeating: "a", count: 40960))")),
        .init("101 fields", 431, bytes: get((1...100).map { "X-\($0): a" }.joined(separator: "\r\n"))),
        .init("2000 fields", 431, bytes: get((1...2000).map { "X-\($0): a" }.joined(separator: "\r\n"))),
    ]

    private static func post(_ fields: String, _ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    private static func get(_ fields: String) -> String {
        "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n"
    }
}

extension MicroHTTPTests {
    @Suite("A request with ambiguous framing") struct FramingTests {
        @Test("an ambiguous request is rejected, and hides no second request", arguments: AmbiguousRequest.all)
        func rejected(_ request: AmbiguousRequest) async throws {
            let handled = Lock<[String]>([])
            let handler = ClosureHandler { request in
                handled.withLock { $0.append(request.target.description) }
                return .text("handled")
            }
            try await withServer(handler, loops: 1) { server in
                let client = try RawClient(port: server.port)
                // The server may have responded and closed before it has read everything.
                try? client.send(request.bytes + AmbiguousRequest.smuggled)
                let response = try client.readToEnd()
                let isResponse = response.hasPrefix("HTTP/1.1 ")
                let status = isResponse ? Int(response.dropFirst(9).prefix(3)) : AmbiguousRequest.silence
                #expect(status.map(request.statuses.contains) == true, "\(request.name): \(response)")
                #expect(!response.contains("handled"))
            }
            #expect(handled.withLock { $0 } == [])
        }

        @Test(
            "ambiguous chunks hide no second request",
            arguments: [
                "3\nabc\n0\n\n", "3\r\nabc\r\n0\r\n\n", "3;x=\ny\r\nabc\r\n0\r\n\r\n", "3\r\nabc0\r\n\r\n",
                "0x3\r\nabc\r\n0\r\n\r\n", "+3\r\nabc\r\n0\r\n\r\n", "ffffffffffffffff\r\nabc\r\n0\r\n\r\n",
                "10000000000000003\r\nabc\r\n0\r\n\r\n", "3 \r\nabc\r\n0\r\n\r\n", "0\r\nHost: b\r\n\r\n", "\r\n",
                "g\r\n",
            ]
        )
        func chunks(_ chunks: String) async throws {
            let paths = Lock<[String]>([])
            let handler = ClosureHandler { request in
                paths.withLock { $0.append(request.target.description) }
                return .text("handled")
            }
            // The server waits for a chunk of endless size until the deadline.
            try await withServer(handler, loops: 1, configure: { $0.bodyDeadline = .milliseconds(200) }) { server in
                let client = try RawClient(port: server.port)
                let head = "POST /first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                try? client.send(head + chunks + AmbiguousRequest.smuggled)
                client.finishSending()
                _ = try client.readToEnd()
            }
            #expect(!paths.withLock { $0 }.contains("/smuggled"))
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
                ("usher.test.evil.test", 421), ("usher.test:80:80", 421), (":80", 421), ("[::2]", 421),
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
