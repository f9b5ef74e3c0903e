import Concurrency
import Foundation
import HTTPCore
import MicroHTTP
import Programs
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("A server with a certificate") struct TLSTests {
        private func run(
            _ handler: any HTTPHandler = echo,
            configure: (inout HTTPServer.Configuration) -> Void = { _ in },
            _ body: @escaping @Sendable (HTTPServer, TemporaryFolder) throws -> Void
        ) async throws {
            let folder = try TemporaryFolder()
            let paths = try TestCertificate.first.write(to: folder)
            try await withServer(
                handler,
                configure: {
                    $0.tls = .init(certificate: paths.certificate, key: paths.key)
                    configure(&$0)
                }
            ) { server in try body(server, folder) }
        }

        @Test("TLS 1.2 and 1.3 are spoken, and older versions are not")
        func versions() async throws {
            try await run { server, _ in
                for version in ["1.3", "1.2"] {
                    let client = try RawClient(port: server.port)
                    try client.startTLS("NORMAL:-VERS-ALL:+VERS-TLS\(version)")
                    for number in 0..<3 {
                        try client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                        #expect(try client.readResponse()?.text == "GET /\(number) ")
                    }
                }
                for version in ["1.1", "1.0"] {
                    let client = try RawClient(port: server.port)
                    #expect(throws: RawClient.Failure.self) {
                        try client.startTLS("LEGACY:-VERS-ALL:+VERS-TLS\(version):%COMPAT")
                    }
                }
                let plain = try RawClient(port: server.port)
                try plain.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try !plain.readToEnd().contains("200"))
            }
        }

        @Test(
            "suites without forward secrecy or without authenticated encryption are refused",
            arguments: [
                ("NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+RSA", false),
                ("NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+AES-128-CBC:+AES-256-CBC", false),
                ("NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+DHE-RSA", false),
                ("NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+AES-128-GCM", true),
                ("NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+CHACHA20-POLY1305", true),
                ("NORMAL:-VERS-ALL:+VERS-TLS1.3:-GROUP-ALL:+GROUP-FFDHE2048", false),
                ("NORMAL:-VERS-ALL:+VERS-TLS1.3:-GROUP-ALL:+GROUP-SECP256R1", true),
            ]
        )
        func suites(priorities: String, isAccepted: Bool) async throws {
            try await run { server, _ in
                let client = try RawClient(port: server.port)
                if isAccepted {
                    try client.startTLS(priorities)
                } else {
                    #expect(throws: RawClient.Failure.self) { try client.startTLS(priorities) }
                }
            }
        }

        @Test("pipelined requests that arrive in one record are all answered, also while they suspend the connection")
        func pipelined() async throws {
            let handler = ClosureHandler { request in
                await Task.yield()
                return .text("\(request.target)")
            }
            try await run(handler) { server, _ in
                let client = try RawClient(port: server.port)
                try client.startTLS()
                for round in 0..<20 {
                    let numbers = (0..<50).map { round * 50 + $0 }
                    try client.send(numbers.map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
                    for number in numbers { #expect(try client.readResponse()?.text == "/\(number)") }
                }
            }
        }

        @Test("bodies and responses of many records are complete", arguments: [1, 16_383, 16_384, 16_385, 60_000])
        func sizes(count: Int) async throws {
            let handler = ClosureHandler { request in
                await Task.yield()
                return HTTPResponse(.ok, body: .bytes(request.body + request.body))
            }
            try await run(handler) { server, _ in
                let client = try RawClient(port: server.port)
                try client.startTLS()
                let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                for _ in 0..<3 {
                    try client.send(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n".utf8) + body)
                    #expect(try client.readResponse()?.body == body + body)
                }
            }
        }

        @Test("a waiting request gets its response, and many connections work at a time")
        func waiting() async throws {
            let gate = Gate()
            let handler = ClosureHandler { request in
                if request.target.description == "/wait" { await gate.pass() }
                return .text("\(request.target)")
            }
            try await run(handler) { server, _ in
                let clients = try (0..<40).map { _ in
                    let client = try RawClient(port: server.port)
                    try client.startTLS()
                    return client
                }
                for client in clients[..<20] { try client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n") }
                gate.waitForArrivals(20)
                for client in clients[20...] {
                    try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try client.readResponse()?.text == "/now")
                }
                gate.open()
                for client in clients[..<20] { #expect(try client.readResponse()?.text == "/wait") }
            }
        }

        @Test("a reload replaces the certificate of new connections, and open ones continue")
        func reload() async throws {
            try await run { server, folder in
                let open = try RawClient(port: server.port)
                try open.startTLS()
                let before = open.certificate
                try TestCertificate.second.write(to: folder)
                try server.reloadCertificate()
                let client = try RawClient(port: server.port)
                try client.startTLS()
                #expect(!before.isEmpty && client.certificate != before)
                for client in [open, client] {
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try client.readResponse()?.status == 200)
                }
                try "nonsense".write(toFile: folder.path + "/key.pem", atomically: true, encoding: .utf8)
                #expect(throws: HTTPServerError.self) { try server.reloadCertificate() }
                let later = try RawClient(port: server.port)
                try later.startTLS()
                #expect(later.certificate == client.certificate)
            }
        }

        @Test("a client that does not finish the handshake is disconnected at the deadline of the header")
        func handshakeDeadline() async throws {
            try await run(configure: { $0.headerDeadline = .milliseconds(100) }) { server, _ in
                let client = try RawClient(port: server.port)
                #expect(try client.hasEnded(within: 5_000))
            }
        }

        @Test("an unusable file prevents the start with a sentence that names it")
        func unusable() throws {
            let folder = try TemporaryFolder()
            let paths = try TestCertificate.first.write(to: folder)
            let other = folder.path + "/other.pem"
            try TestCertificate.second.key.write(toFile: other, atomically: true, encoding: .utf8)
            let cases = [
                (folder.path + "/none", paths.key, "can't be read (No such file or directory)"),
                (paths.certificate, folder.path + "/none", "can't be read (No such file or directory)"),
                (paths.key, paths.key, "must have the server's certificate"),
                (paths.certificate, paths.certificate, "must have a private key"),
                (
                    paths.certificate, other,
                    "it is not the private key of the first certificate in \(paths.certificate)"
                ),
            ]
            for (certificate, key, sentence) in cases {
                var configuration = HTTPServer.Configuration()
                configuration.port = 0
                configuration.tls = .init(certificate: certificate, key: key)
                let error = #expect(throws: HTTPServerError.self) { try HTTPServer(configuration).start(echo) }
                #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
            }
        }

        @Test("the probe of a server speaks TLS")
        func probe() async throws {
            try await run { server, _ in
                let probe = HTTPProbe(host: "127.0.0.1", port: server.port, hostName: "localhost", usesTLS: true)
                #expect(probe.status(of: "/healthz") == 200)
            }
        }
    }
}
