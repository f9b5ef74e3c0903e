import HTTPCore
import RawHTTP
import Testing

@testable import MicroHTTP

@Suite("The request validator") struct RequestValidatorTests {
    private let validator = RequestValidator(
        targetBytesLimit: 100,
        headerBytesLimit: 200,
        headerCountLimit: 5,
        bodyBytesLimit: 1000,
        hostNames: []
    )

    private func head(
        _ method: String = "GET",
        _ target: String = "/",
        _ version: String = "HTTP/1.1",
        _ fields: HTTPFields = ["Host": "a"],
        missing: Int = 0,
        blanks: Int? = nil,
        isContiguous: Bool = true
    ) -> RequestHead {
        let lines = fields.lines.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 3 }
        // One after each colon, unless the test says otherwise.
        let blanks = blanks ?? fields.count
        let size = method.utf8.count + target.utf8.count + version.utf8.count + 6 + lines + blanks
        return RequestHead(
            method: method,
            target: Array(target.utf8),
            version: version,
            fields: fields,
            size: size - missing,
            blankBytes: blanks,
            isContiguous: isContiguous
        )
    }

    private func status(_ head: RequestHead) -> Int {
        switch validator.validate(head) {
        case .valid(let request): request.isTooLarge ? 413 : 200
        case .rejected(let problem): problem.type.status.code
        }
    }

    @Test("the validator accepts every known method", arguments: HTTPMethod.allCases)
    func methods(method: HTTPMethod) {
        #expect(status(head(method.rawValue)) == 200)
    }

    @Test("the validator recognizes a chunked body")
    func chunks() {
        let chunked = head("POST", "/", "HTTP/1.1", ["Host": "a", "Transfer-Encoding": "chunked"])
        guard case .valid(let request) = validator.validate(chunked) else {
            Issue.record("it is rejected")
            return
        }
        #expect(request.method == .post)
        #expect(request.isChunked)
        #expect(request.hasBody)
    }

    @Test(
        "a head is rejected when the parser has consumed more or fewer bytes than it reports",
        arguments: [-3, -1, 1, 3]
    )
    func checksum(missing: Int) {
        #expect(status(head(missing: missing)) == 400)
    }

    @Test("blanks around values count as bytes of the header", arguments: [(0, 200), (1, 200), (192, 200), (193, 431)])
    func blanks(count: Int, status expected: Int) {
        #expect(status(head(blanks: count)) == expected)
    }

    @Test("a head is rejected when its parts are not adjacent, even if their sizes add up")
    func places() {
        #expect(status(head(isContiguous: false)) == 400)
    }

    @Test("a limit is the last size that is accepted")
    func limits() {
        #expect(status(head("GET", "/" + String(repeating: "a", count: 99))) == 200)
        #expect(status(head("GET", "/" + String(repeating: "a", count: 100))) == 414)
        // "Host: a" and "X: " with their line ends have 9 and 5 bytes.
        #expect(status(head("GET", "/", "HTTP/1.1", ["Host": "a", "X": String(repeating: "a", count: 186)])) == 200)
        #expect(status(head("GET", "/", "HTTP/1.1", ["Host": "a", "X": String(repeating: "a", count: 187)])) == 431)
        #expect(status(head("GET", "/", "HTTP/1.1", ["Host": "a", "B": "", "C": "", "D": "", "E": ""])) == 200)
        #expect(
            status(head("GET", "/", "HTTP/1.1", ["Host": "a", "B": "", "C": "", "D": "", "E": "", "F": ""])) == 431
        )
        #expect(status(head("POST", "/", "HTTP/1.1", ["Host": "a", "Content-Length": "1000"])) == 200)
        #expect(status(head("POST", "/", "HTTP/1.1", ["Host": "a", "Content-Length": "1001"])) == 413)
        #expect(
            status(head("POST", "/", "HTTP/1.1", ["Host": "a", "Content-Length": "0000000000000000000001"])) == 200
        )
    }

    @Test("an encoded slash is accepted in a query and rejected in a path")
    func encodedSlash() {
        #expect(status(head("GET", "/a?url=https%3A%2F%2Fb%2F%5C")) == 200)
        #expect(status(head("GET", "/a%2Fb?c")) == 400)
        #expect(status(head("GET", "/a?b=%00")) == 400)
    }

    @Test(
        "a body is rejected for methods without one, and a length of zero means no body",
        arguments: ["GET", "HEAD", "DELETE"]
    )
    func bodies(method: String) {
        #expect(status(head(method, "/", "HTTP/1.1", ["Host": "a", "Content-Length": "1"])) == 400)
        #expect(status(head(method, "/", "HTTP/1.1", ["Host": "a", "Content-Length": "0"])) == 200)
    }

    @Test("a host is required in HTTP/1.1, but not in HTTP/1.0")
    func host() {
        #expect(status(head("GET", "/", "HTTP/1.1", [:])) == 400)
        #expect(status(head("GET", "/", "HTTP/1.0", [:])) == 200)
    }

    @Test("a server for some hosts accepts no HTTP/1.0 request without a host, except health checks")
    func listedHosts() {
        var validator = validator
        validator.hostNames = [Array("a".utf8)]
        validator.hostlessPaths = [Array("/healthz".utf8)]
        func status(_ head: RequestHead) -> Int {
            switch validator.validate(head) {
            case .valid: 200
            case .rejected(let problem): problem.type.status.code
            }
        }
        #expect(status(head("GET", "/", "HTTP/1.0", [:])) == 421)
        #expect(status(head("GET", "/", "HTTP/1.0", ["Host": "b"])) == 421)
        #expect(status(head("GET", "/", "HTTP/1.0", ["Host": "a"])) == 200)
        #expect(status(head("GET", "http://a/", "HTTP/1.0", [:])) == 200)
        #expect(status(head("GET", "http://b/", "HTTP/1.0", [:])) == 421)
        #expect(status(head("GET", "/healthz", "HTTP/1.0", [:])) == 200)
        #expect(status(head("GET", "/healthz?a", "HTTP/1.0", [:])) == 200)
        #expect(status(head("GET", "/healthz", "HTTP/1.0", ["Host": "b"])) == 421)
        #expect(status(head("GET", "/", "HTTP/1.1", [:])) == 400)
    }

    @Test("the validator handles random bytes without a trap")
    func anything() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                // Mostly bytes that have a meaning for a parser.
                Bool.random(using: &random)
                    ? Array("%/?:, \t0aF+".utf8).randomElement() ?? 0 : UInt8.random(in: 0...255)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            var fields: HTTPFields = ["Host": "a"]
            fields.append(["Content-Length", "Host", "Transfer-Encoding", "X"].randomElement() ?? "X", text)
            _ = status(head(Bool.random() ? "POST" : text, "/" + text, "HTTP/1.1", fields))
        }
    }
}
