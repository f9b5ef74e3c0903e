import Concurrency
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("An address that gets many rejections") struct RejectionDelayTests {
        /// Responds 404 to `/missing`, and 200 to everything else.
        private static let handler = ClosureHandler { request in
            "\(request.target)" == "/missing" ? ProblemDetails(.notFound).response : .text("found")
        }

        private static let missing = "GET /missing HTTP/1.1\r\nHost: a\r\n\r\n"
        private static let found = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        /// Rejected when its head is read; the body follows.
        private static let ambiguous =
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        private static let large =
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n" + String(repeating: "a", count: 2_000)

        private func withLimit(
            _ quota: Int,
            configure: @escaping (inout HTTPServer.Configuration) -> Void = { _ in },
            _ body: @escaping @Sendable (HTTPServer) throws -> Void
        ) async throws {
            try await withServer(
                Self.handler,
                configure: {
                    $0.host = "::"
                    $0.bodyBytesLimit = 1_000
                    $0.addressRejections.quota = quota
                    configure(&$0)
                },
                body
            )
        }

        /// Sends a request over a connection of its own, and returns the status and the time until the response.
        private func time(_ request: String, _ server: HTTPServer, host: String = "127.0.0.1") throws -> (Int, Duration)
        {
            let client = try RawClient(port: server.port, host: host)
            let begin = ContinuousClock.now
            try client.send(request)
            let response = try #require(try client.readResponse())
            return (response.status, .now - begin)
        }

        @Test(
            "waits a second for each rejection beyond its limit",
            arguments: [(missing, 404), (ambiguous, 400), (large, 413)]
        )
        func delay(request: String, status: Int) async throws {
            try await withLimit(2) { server in
                for isDelayed in [false, false, true, true] {
                    let (found, duration) = try time(request, server)
                    #expect(found == status)
                    #expect((duration >= .seconds(1)) == isDelayed)
                }
            }
        }

        @Test("gets all other responses at once, as other addresses get their rejections")
        func others() async throws {
            try await withLimit(1) { server in
                let slow = try RawClient(port: server.port)
                try slow.send(Self.missing)
                _ = try slow.readResponse()
                try slow.send(Self.missing)
                let (found, duration) = try time(Self.found, server)
                #expect(found == 200 && duration < .seconds(1))
                let (missing, other) = try time(Self.missing, server, host: "::1")
                #expect(missing == 404 && other < .seconds(1))
                #expect(try slow.readResponse()?.status == 404)
                // The connection stays open.
                try slow.send(Self.found)
                #expect(try slow.readResponse()?.status == 200)
            }
        }

        @Test("waits only at its own connection if it is not a trusted proxy, which is never delayed")
        func trustedProxy() async throws {
            let proxies = [try #require(AddressRange("127.0.0.0/8"))]
            try await withLimit(1, configure: { $0.trustedProxies = proxies }) { server in
                for _ in 0..<3 {
                    let (status, duration) = try time(Self.missing, server)
                    #expect(status == 404 && duration < .seconds(1))
                }
            }
        }

        @Test("gets its rejection at once when the server stops", arguments: [missing, ambiguous])
        func stop(request: String) async throws {
            var configuration = HTTPServer.Configuration()
            configuration.port = 0
            configuration.addressRejections.quota = 1
            let server = HTTPServer(configuration)
            try server.start(Self.handler)
            let isSent = Monitor(false)
            async let rejection = blocking {
                _ = try time(request, server)
                let client = try RawClient(port: server.port)
                try client.send(request)
                isSent.withLock { $0 = true }
                return try client.readResponse()?.status
            }
            _ = await blocking { isSent.wait(while: { !$0 }) { _ in } }
            let begin = ContinuousClock.now
            await server.stop(grace: .seconds(10))
            // Whether or not the server had read the request, the stop did not wait for a second.
            #expect(.now - begin < .milliseconds(900))
            #expect(try await rejection.get() ?? 0 >= 400)
        }

        @Test("frees its connections soon if it does not wait")
        func departure() async throws {
            try await withLimit(1) { server in
                _ = try time(Self.missing, server)
                do {
                    let clients = try (0..<20).map { _ in try RawClient(port: server.port) }
                    for client in clients { try client.send(Self.missing) }
                }
                #expect(try eventually { server.connectionCount == 0 })
            }
        }
    }
}
