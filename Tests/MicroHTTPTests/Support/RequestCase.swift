import Testing

/// The bytes of a request, and what a server does with them and with the request that follows.
struct RequestCase: Sendable, CustomTestStringConvertible {
    enum Result: Sendable, Equatable {
        /// One of these statuses.
        ///
        /// The connection is closed, and neither this request nor the next reaches the handler.
        case rejected(Set<Int>)
        /// 200.
        ///
        /// The next request is served, too, unless the connection is closed.
        case served(closes: Bool)
    }

    /// The status for a connection that is closed without a response.
    static let silence = 0
    /// The request that follows, which an attacker would hide in the one before.
    static let next = "GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    let testDescription: String
    let bytes: [UInt8]
    let result: Result

    init(_ name: String, _ bytes: [UInt8], _ result: Result) {
        testDescription = name
        self.bytes = bytes
        self.result = result
    }

    private static func rejected(_ name: String, _ statuses: Int..., bytes: String) -> RequestCase {
        RequestCase(name, Array(bytes.utf8), .rejected(Set(statuses)))
    }

    private static func served(_ name: String, closes: Bool = false, bytes: String) -> RequestCase {
        RequestCase(name, Array(bytes.utf8), .served(closes: closes))
    }

    private static func get(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n" }

    private static func post(_ fields: String, _ body: String = "abc") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    private static func target(_ target: String, method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    private static func host(_ host: String) -> String { "GET / HTTP/1.1\r\nHost:\(host)\r\n\r\n" }

    private static func show(_ text: String) -> String {
        text.unicodeScalars.map { $0.value > 0x20 && $0.value < 0x7F ? String($0) : "<\($0.value)>" }.joined()
    }

    static let all =
        lengths + codings + lengthsAndCodings + hiding + lines + namesAndValues + hosts + targets + requestLines
        + repetitions
        + bodies + sizes

    // MARK: - The end of the body

    private static let invalidLengths = [
        "+3", "-3", "0x3", "3,3", "3, 3", "3,", ",3", "3;", "3.0", "3e0", "1e1", "3a", "a3", "a", "\"3\"", "'3'", "3 3",
        "3 4", "0 3", "--3", "+", "-", "0b11", "0o3", "3_", "\u{663}", "\u{FF13}", "\u{B3}", "3\u{A0}", "NaN", "inf",
        "null", "three", "(3)", "3/", "%33", "$3", "3=3", "3:3", "",
    ]

    static let lengths: [RequestCase] =
        invalidLengths.map { rejected("length \(show($0))", 400, bytes: post("Content-Length: \($0)")) }
        + invalidLengths.map { rejected("length \(show($0)), no blank", 400, bytes: post("Content-Length:\($0)")) }
        // libmicrohttpd does not skip the blanks after a length.
        + [" ", "\t", "  ", " \t "].map {
            rejected("length and blanks \(show($0))", 400, bytes: post("Content-Length: 3\($0)"))
        }
        + [
            "18446744073709551616", "99999999999999999999999", "18446744073709551615", "9223372036854775808",
            "9223372036854775807", "4294967296", "65537", "00000000000000000000065537", "100000",
        ].map { rejected("length \($0)", 413, 400, bytes: post("Content-Length: \($0)")) }
        + ["3", "03", "003", "0000000000000003"].map { served("length \($0)", bytes: post("Content-Length: \($0)")) }
        + ["", "  ", "\t", " \t \t"].map {
            served("blanks \(show($0)) before a length", bytes: post("Content-Length:\($0)3"))
        }
        + [
            served("length 0", bytes: post("Content-Length: 0", "")), served("no length", bytes: post("X: y", "")),
            served("a length in capitals", bytes: post("CONTENT-LENGTH: 3")),
            rejected("length of 65,537 bytes", 413, bytes: post("Content-Length: 65537", "")),
        ]

    static let codings: [RequestCase] =
        [
            "xchunked", "chunkedx", "chunke", "chunked,", ",chunked", "chunked, chunked", "chunked,chunked",
            "chunked;q=1", "chunked; a=b", "gzip", "gzip, chunked", "chunked, gzip", "identity", "identity, chunked",
            "chunked, identity", "deflate", "compress", "trailers", "\"chunked\"", "'chunked'", "chun ked", "chunked ",
            "chunked\t", "chunked  ", "chunked \t", "x chunked", "chunked x", "(chunked)", "chunked()", "", " ", ",",
            "cow", "0", "chunk\u{E9}d", "\u{FF43}hunked", "chun\u{212A}ed",
        ].map { rejected("coding \(show($0))", 501, bytes: post("Transfer-Encoding: \($0)", "0\r\n\r\n")) }
        + ["chunked", "Chunked", "CHUNKED", "cHuNkEd"].flatMap { coding in
            ["", " ", "\t", "  \t "].map { blanks in
                served(
                    "coding \(coding) after \(show(blanks))",
                    closes: true,
                    bytes: post("Transfer-Encoding:\(blanks)\(coding)", "3\r\nabc\r\n0\r\n\r\n")
                )
            }
        }
        + [
            rejected(
                "a coding in HTTP/1.0",
                400,
                bytes: "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            )
        ]
        + ["GET", "HEAD", "DELETE", "OPTIONS"].flatMap { method in
            [
                rejected(
                    "\(method) with a length",
                    400,
                    bytes: "\(method) / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
                ),
                rejected(
                    "\(method) with a coding",
                    400,
                    bytes: "\(method) / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n"
                ),
            ]
        }

    static let lengthsAndCodings: [RequestCase] = ["Content-Length", "content-length", "CONTENT-LENGTH"].flatMap {
        length in
        ["Transfer-Encoding", "transfer-encoding", "Transfer-ENCODING"].flatMap { coding in
            [("3", "chunked"), ("0", "Chunked"), ("5", "CHUNKED"), ("5", "identity"), ("x", "chunked")].flatMap {
                let (number, name) = $0
                return [
                    rejected(
                        "\(length): \(number), \(coding): \(name)",
                        400,
                        bytes: post("\(length): \(number)\r\n\(coding): \(name)", "0\r\n\r\n")
                    ),
                    rejected(
                        "\(coding): \(name), \(length): \(number)",
                        400,
                        bytes: post("\(coding):\(name)\r\n\(length):  \(number)", "0\r\n\r\n")
                    ),
                ]
            }
        }
    }

    /// Chunks with an ambiguous end, each followed by a request.
    static let ambiguousChunks = [
        "3\nabc\n0\n\n", "3\r\nabc\r\n0\r\n\n", "3;x=\ny\r\nabc\r\n0\r\n\r\n", "3\r\nabc0\r\n\r\n",
        "0x3\r\nabc\r\n0\r\n\r\n", "+3\r\nabc\r\n0\r\n\r\n", "ffffffffffffffff\r\nabc\r\n0\r\n\r\n",
        "10000000000000003\r\nabc\r\n0\r\n\r\n", "3 \r\nabc\r\n0\r\n\r\n", "0\r\nHost: b\r\n\r\n", "\r\n",
        "g\r\n",
    ]

    /// Returns the text of a request with chunks.
    static func chunked(_ chunks: String) -> String {
        "POST /first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)"
    }

    /// A whole request in a body, and the beginning of one that takes the next request's first line into a field.
    private static let hidden = ["GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n", "GET /hidden HTTP/1.1\r\nHost: a\r\nX: "]

    /// Bodies that are requests for a server that finds another end of the body than the one before it.
    static let hiding: [RequestCase] = hidden.flatMap { request in
        let kind = request.hasSuffix("\r\n\r\n") ? "a request" : "half a request"
        let chunks = "0\r\n\r\n" + request
        let size = String(request.utf8.count, radix: 16) + "\r\n"
        let length = "Content-Length: \(request.utf8.count)"
        return [
            "Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked",
            "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity",
            "Transfer-Encoding: \u{B}chunked", "Transfer-Encoding:\r\n chunked", " Transfer-Encoding: chunked",
            "X: y\nTransfer-Encoding: chunked", "X: y\rTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: x", "Transfer-Encoding\0: chunked",
        ].flatMap { coding in
            [
                rejected(
                    "\(kind) after the last chunk, \(show(coding))",
                    400,
                    501,
                    bytes: post("Content-Length: \(chunks.utf8.count)\r\n\(coding)", chunks)
                ),
                rejected(
                    "\(kind) in a chunk, \(show(coding))",
                    400,
                    501,
                    bytes: post("\(coding)\r\nContent-Length: \(size.utf8.count)", "\(size)\(request)\r\n0\r\n\r\n")
                ),
            ]
        }
            + [
                "Content-Length: 0\r\n\(length)", "\(length)\r\nContent-Length: 0", "\(length), 0",
                "Content-Length : 0\r\n\(length)",
                "Content-Length: 0\n\(length)",
            ].map { rejected("\(kind) and two lengths, \(show($0))", 400, bytes: post($0, request)) }
            + ["GET", "HEAD", "DELETE"].map {
                rejected(
                    "\(kind) as the body of \($0)",
                    400,
                    bytes: "\($0) / HTTP/1.1\r\nHost: a\r\n\(length)\r\n\r\n\(request)"
                )
            } + [
                served("\(kind) as a body", bytes: post(length, request)),
                served(
                    "\(kind) as a body that was announced",
                    bytes: post("Expect: 100-continue\r\n\(length)", request)
                ),
                served(
                    "\(kind) beside a field that is no coding",
                    bytes: post("Transfer_Encoding: chunked\r\n\(length)", request)
                ),
                served(
                    "\(kind) as a chunk",
                    closes: true,
                    bytes: post("Transfer-Encoding: chunked", "\(size)\(request)\r\n0\r\n\r\n")
                ),
            ]
    }

    // MARK: - Lines

    static let lines: [RequestCase] =
        [
            "Content-Length :3", "Content-Length : 3", "Content-Length\t: 3", "Transfer-Encoding : chunked",
            "Transfer-Encoding\t:chunked", "X-A : b", "X-A\t: b", " X-A: b", "\tX-A: b", "X-A: b\r\n c",
            "X-A: b\r\n\tc",
            "X-A:\r\n b", "X-A: b\r\n ", "X-Forwarded: 6.6.6.6\r\n -For", "Content-Len: 3\r\n gth", ": b",
            ":",
            " ", "\t", "X-A: b\r", "\rX-A: b", "X\r-A: b", "X-A: b\r\r", "X-A:\rb",
        ].map { rejected("line \(show($0))", 400, bytes: get($0)) }
        + ["nothing", "nothing at all", "GET / HTTP/1.1", "{\"a\"}"].map {
            rejected("line \(show($0))", 400, bytes: get($0))
        }
        + [
            rejected(
                "a folded line that forges a coding",
                400,
                501,
                bytes: post("Transfer-E: chunked\r\n ncoding", "0\r\n\r\n")
            ),
            rejected(
                "a folded line that forges a length, its bytes made up for by lines that lack a space",
                400,
                bytes: "POST / HTTP/1.1\r\nHost: a\r\nContent-Len: 5\r\n gth\r\nA:b\r\nC:d\r\nE:f\r\n\r\n"
            ),
            rejected("a folded line at the start", 400, bytes: "GET / HTTP/1.1\r\n X-A: b\r\nHost: a\r\n\r\n"),
            rejected("bare line feeds everywhere", 400, bytes: "GET / HTTP/1.1\nHost: a\n\n"),
            rejected("a bare line feed after the request line", 400, bytes: "GET / HTTP/1.1\nHost: a\r\n\r\n"),
            rejected("a bare line feed after a field", 400, bytes: "GET / HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n"),
            rejected("a bare line feed at the end", 400, bytes: "GET / HTTP/1.1\r\nHost: a\r\n\n"),
            rejected("a bare line feed and a blank more", 400, bytes: "GET / HTTP/1.1\r\nHost:  a\nX-A: b\r\n\r\n"),
            rejected("a bare line feed after a blank", 400, bytes: "GET / HTTP/1.1\r\nHost: a \nX-A: b\r\n\r\n"),
            rejected("a bare line feed and a blank less", 400, bytes: "GET / HTTP/1.1\r\nHost:a\nX-A: b\r\n\r\n"),
            served("empty lines before the request", bytes: "\r\n\r\n" + target("/")),
        ]
        + ["", " ", "  ", "\t", " \t ", "      "].flatMap { before in
            ["", " ", "\t", "  \t"].map { after in
                served("blanks \(show(before)) and \(show(after))", bytes: get("X-A:\(before)b\(after)"))
            }
        }
        + ["", " ", "\t", " \t "].map { served("an empty value of \(show($0))", bytes: get("X-A:\($0)")) }
        + ["", "  ", "\t"].map { served("a host after \(show($0))", bytes: host("\($0)a\($0)")) }

    static let namesAndValues: [RequestCase] =
        (UInt8.min...UInt8.max).filter { !$0.isToken && ![0x0A, 0x0D, 0x3A].contains($0) }.map { byte in
            RequestCase(
                "byte \(byte) in a name",
                Array("GET / HTTP/1.1\r\nHost: a\r\nX".utf8) + [byte] + Array("A: b\r\n\r\n".utf8),
                .rejected([400])
            )
        }
        + (UInt8.min...UInt8.max).filter { $0 != 0x0A }.map { byte in
            let isControl = byte < 0x20 && byte != 0x09 || byte == 0x7F
            return RequestCase(
                "byte \(byte) in a value",
                Array("GET / HTTP/1.1\r\nHost: a\r\nX-A: b".utf8) + [byte] + Array("c\r\n\r\n".utf8),
                isControl ? .rejected([400]) : .served(closes: false)
            )
        }
        + [
            rejected("31 combining marks", 400, bytes: get("X-A: a\(String(repeating: "\u{301}", count: 31))")),
            served("30 combining marks", bytes: get("X-A: a\(String(repeating: "\u{301}", count: 30))")),
        ]

    // MARK: - Targets

    static let hosts: [RequestCase] =
        [
            "", " ", "  ", " a/b", " a@b", " a b", " a,b c", " [", " ]", " []", " [:]", " [::1", " ::1", " [::1]x",
            " [::1]:x", " [::g]", " a:b", " a:b:c", " a:80:80", " a:-1", " a:+1", " a: 80", " a:65536", " a:123456",
            " :80",
            " :", " a%", " a%4", " a%zz", " a\\b", " a\"b", " <a>", " a?b", " a#b", " {a}", " \u{E9}", " http://a",
            " a|b",
            " a^b", " a`b", " [::1]:65536", " [::1]80", " [v1.a]",
        ].map { rejected("host \(show($0))", 400, bytes: host($0)) }
        + [
            " a", " a:80", " a:", " a:0", " a:65535", " a.b.c", " a-b_c~d", " 127.0.0.1", " 127.0.0.1:8080", " [::1]",
            " [::1]:80", " [::1]:", " [1:2:3:4:5:6:7:8]", " [::ffff:1.2.3.4]", " A.B", " a%20b", " a!$&'()*+,;=b",
        ].map { served("host \(show($0))", bytes: host($0)) }
        + [
            rejected("no host", 400, bytes: "GET / HTTP/1.1\r\n\r\n"),
            served("no host in HTTP/1.0", closes: true, bytes: "GET / HTTP/1.0\r\n\r\n"),
            rejected("two hosts", 400, bytes: get("Host: a")),
            rejected("two different hosts", 400, bytes: get("host:b")),
        ]

    static let targets: [RequestCase] =
        // A space splits the request line: see `requestLines`.
        (UInt8.min...UInt8.max).filter { ![0x20, 0x0A].contains($0) }.map { byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"#%\\".utf8.contains(byte)
            return RequestCase(
                "byte \(byte) in a target",
                Array("GET /a".utf8) + [byte] + Array("b HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
                isPlain ? .served(closes: false) : .rejected([400, silence])
            )
        }
        + [
            "/st%2f..%2fetc", "/a%2Fb", "/a%5Cb", "/a%5cb", "/a%00b", "/?a%00b", "/a%", "/a%4", "/a%4g", "/a%g4",
            "/a%?%",
            "a", "a/b", "?a", "*a", "**", "//", "http:", "http:/", "http:/a", "http:///", "http://", "https://",
            "ftp://a/",
            "ws://a/", "http//a/", "http://a@b/", "http://a:b@c/", "http://a:x/", "http://a:80:80/", "http://[/",
            "http://[::1/",
            "http://a/%", "http://a/%2f", "http://a/b#c", "http://a\\b/", "mailto:a", "a:80", "://a/",
        ].filter { $0 != "//" }.map { rejected("target \($0)", 400, bytes: target($0)) }
        + [
            "//", "/a//b", "/?", "/??", "/?a=b&c", "/a?b/c%2Fd%5C", "/?%", "/?%zz", "/?a=50%&b", "/?a\\b", "/a;b=c,d",
            "/%41", "/~a", "/a:b@c", "/[a]",
        ].map {
            served("target \($0)", bytes: target($0))
        }
        + [
            "http://a/", "HTTP://a/", "http://a", "http://a?b", "https://a:443/b", "http://[::1]/", "http://b/c?d=e",
            "http://a/b?c=%2F",
        ].map { served("target \($0)", bytes: target($0)) }
        + [
            rejected("an absolute target without Host", 400, bytes: "GET http://a/ HTTP/1.1\r\n\r\n"),
            rejected("an absolute target and an odd Host", 400, bytes: "GET http://a/ HTTP/1.1\r\nHost: [\r\n\r\n"),
            served("an absolute target and another Host", bytes: "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
            served("an absolute target in HTTP/1.0", closes: true, bytes: "GET http://a/ HTTP/1.0\r\n\r\n"),
            served("OPTIONS *", bytes: target("*", method: "OPTIONS")),
            served("OPTIONS http://a", bytes: target("http://a", method: "OPTIONS")),
        ]
        + ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].map {
            rejected("\($0) *", 400, bytes: target("*", method: $0))
        }

    static let requestLines: [RequestCase] =
        [
            ("two spaces after the method", "GET  / HTTP/1.1"), ("two spaces after the target", "GET /  HTTP/1.1"),
            ("a space at the end", "GET / HTTP/1.1 "), ("a space in the target", "GET /a b HTTP/1.1"),
            ("a target in two parts", "GET /a HTTP/1.1 HTTP/1.1"),
        ].map { rejected($0.0, 400, silence, bytes: "\($0.1)\r\nHost: a\r\n\r\n") }
        + [
            ("a space at the start", " GET / HTTP/1.1"), ("a tab", "GET\t/ HTTP/1.1"),
            ("only tabs", "GET\t/\tHTTP/1.1"),
            ("no target", "GET HTTP/1.1"), ("no version", "GET /"), ("only a method", "GET"),
            ("a form feed", "GET\u{C}/ HTTP/1.1"),
            ("a carriage return", "GET /\rHTTP/1.1"),
        ].map { rejected($0.0, 400, 501, 505, silence, bytes: "\($0.1)\r\nHost: a\r\n\r\n") }
        + [
            "HTTP/1.2", "HTTP/1.9", "HTTP/2.0", "HTTP/0.9", "HTTP/3.0", "HTTP/01.1", "HTTP/1.01", "HTTP/1.10",
            "HTTP/11.1",
            "http/1.1", "Http/1.1", "HTTP/1", "HTTP/1.", "HTTP/.1", "HTTP/", "HTTP", "HTTP/1,1", "HTTP/1.1x",
            "xHTTP/1.1",
            "HTTP 1.1", "HTTPS/1.1", "ICY/1.1", "HTTP/1.\u{661}", "HTTP/a.b", "HTTP/-1.1", "HTTP/+1.1",
        ].map { rejected($0, 505, 400, bytes: "GET / \($0)\r\nHost: a\r\n\r\n") }
        + ["BREW", "get", "Get", "GETS", "GE", "M-SEARCH", "PROPFIND", "PRI", "QUERY", "LINK", "*", "~", "G"].map {
            rejected("method \($0)", 501, bytes: target("/", method: $0))
        }
        + ["TRACE", "CONNECT"].map { rejected("method \($0)", 405, bytes: target("/", method: $0)) }
        + ["G\"E{T", "G(ET", "G\u{E9}T", "G\u{1}T", "GET,", "GET:", "GET/", "G@T", "[GET]"].map {
            rejected("method \(show($0))", 400, bytes: target("/", method: $0))
        }
        + [rejected("the start of HTTP/2", 505, 400, 501, bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")]
        + ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map {
            served("method \($0)", bytes: target("/", method: $0))
        }

    // MARK: - Repetitions, bodies and sizes

    static let repetitions: [RequestCase] =
        [
            "Content-Length", "Content-Type", "Authorization", "Cookie", "Idempotency-Key", "If-Match", "Last-Event-ID",
        ].flatMap { name in
            [
                rejected("\(name) twice", 400, bytes: post("\(name): 3\r\n\(name): 3")),
                rejected("\(name) twice, in other letters", 400, bytes: post("\(name):3\r\n\(name.lowercased()):  4")),
            ]
        } + [
            rejected(
                "Transfer-Encoding twice",
                400,
                bytes: post("Transfer-Encoding: chunked\r\ntransfer-encoding: chunked", "0\r\n\r\n")
            ),
            rejected(
                "two codings",
                400,
                bytes: post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n")
            ),
            served("Accept twice", bytes: get("Accept: a/b\r\nAccept: c/d")),
        ]

    static let bodies: [RequestCase] =
        [
            ("GET", "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n"),
            ("GET in other letters", "GET / HTTP/1.1\r\nHost: a\r\nexpect:100-Continue\r\n\r\n"),
            ("DELETE", "DELETE / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n"),
            ("POST without a body", post("Expect: 100-continue", "")),
            ("POST of length 0", post("Expect: 100-continue\r\nContent-Length: 0", "")),
            ("POST", post("Expect: 100-continue\r\nContent-Length: 3")),
            ("another expectation", post("Expect: something\r\nContent-Length: 3")),
        ].map { served("an expectation of \($0.0)", bytes: $0.1) }

    static let sizes: [RequestCase] = [
        rejected("a target of 4,097 bytes", 414, bytes: target("/" + String(repeating: "a", count: 4_096))),
        served("a target of 4,096 bytes", bytes: target("/" + String(repeating: "a", count: 4_095))),
        served("a query of 2,000 parameters", bytes: target("/?" + String(repeating: "a&", count: 2_000))),
        rejected("a target of 30 KiB", 414, bytes: target("/?" + String(repeating: "a", count: 30_720))),
        rejected("a target of almost 32 KiB", 414, 431, bytes: target("/" + String(repeating: "a", count: 32_600))),
        rejected("a target of 40 KiB", 414, bytes: target("/" + String(repeating: "a", count: 40_960))),
        rejected("a field of 8 KiB", 431, bytes: get("X-A: \(String(repeating: "a", count: 8_192))")),
        rejected("blanks of 8 KiB", 431, bytes: get("X-A:\(String(repeating: " ", count: 8_192))a")),
        rejected("blanks of 8 KiB after a value", 431, bytes: get("X-A: a\(String(repeating: "\t", count: 8_192))")),
        rejected("a field of 40 KiB", 431, bytes: get("X-A: \(String(repeating: "a", count: 40_960))")),
        rejected("101 fields", 431, bytes: get((1...100).map { "X-\($0): a" }.joined(separator: "\r\n"))),
        rejected("2,000 fields", 431, bytes: get((1...2_000).map { "X-\($0): a" }.joined(separator: "\r\n"))),
        served("100 fields", bytes: get((1...99).map { "X-\($0): a" }.joined(separator: "\r\n"))),
        served("1,000 cookies", bytes: get("Cookie: " + String(repeating: "a=b; ", count: 1_000))),
        served("4,000 cookies", bytes: get("Cookie: " + String(repeating: "a;", count: 4_000))),
    ]
}

extension UInt8 {
    fileprivate var isToken: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
