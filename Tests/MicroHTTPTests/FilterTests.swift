import Concurrency
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("The filters of a server") struct FilterTests {
        /// A filter that numbers the requests, and adds the number to each response.
        private struct Numbering: HTTPFilter {
            let count = Lock(0)

            func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
                request.id = count.withLock { count in
                    count += 1
                    return "\(count)"
                }
                return nil
            }

            func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
                response.fields.append(.xRequestID, request.id)
            }
        }

        private static let filters = HTTPFilters([Numbering()])

        @Test(
            "filters see every response: of handlers, of rejected framing, of limits",
            arguments: [
                ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 200),
                ("GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", 400),
                ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
                ("GET /\(String(repeating: "a", count: 5_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
                ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 9_000))\r\n\r\n", 431),
                ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", 413),
                ("GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n", 421),
            ]
        )
        func everyResponse(request: String, status: Int) async throws {
            let configure = { (configuration: inout HTTPServer.Configuration) in configuration.hostNames = ["a"] }
            try await withServer(filters: FilterTests.filters, configure: configure) { server in
                let client = try RawClient(port: server.port)
                try client.send(request)
                let response = try #require(try client.readResponse())
                #expect(response.status == status)
                #expect(response.field("x-request-id") != nil)
            }
        }

        @Test("filters see the response to a connection beyond the limit, and the last one of a stop")
        func surplusAndStop() async throws {
            let gate = Gate()
            let handler = ClosureHandler { _ in
                await gate.pass()
                return .text("too late")
            }
            var configuration = HTTPServer.Configuration.onAnyPort
            configuration.connectionLimit = 1
            configuration.loopCount = 1
            let server = HTTPServer(configuration)
            try server.start(handler, filters: FilterTests.filters)
            let waiting = try RawClient(port: server.port)
            try waiting.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = await blocking { gate.waitForArrivals(1) }
            let surplus = try RawClient(port: server.port)
            try surplus.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let rejected = try #require(try surplus.readResponse())
            #expect(rejected.status == 503)
            #expect(rejected.field("x-request-id") != nil)
            await server.stop(grace: .zero)
            gate.open()
            let stopped = try #require(try waiting.readResponse())
            #expect(stopped.status == 503)
            #expect(stopped.field("x-request-id") != nil)
        }

        @Test("filters see the 500 of a handler that drops its reply, and the server logs the handler's bug")
        func droppedReply() async throws {
            struct Forgetful: HTTPHandler {
                func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {}
            }
            let notices = Lock([String]())
            let configure = { (configuration: inout HTTPServer.Configuration) in
                configuration.log = { notice in
                    if case .droppedReply(_, let path, let id) = notice {
                        notices.withLock { $0.append("\(String(decoding: path, as: UTF8.self)) \(id)") }
                    }
                }
            }
            let filters = HTTPFilters([Numbering()])
            try await withServer(Forgetful(), filters: filters, configure: configure) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET /lost HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try #require(try client.readResponse())
                #expect(response.status == 500)
                #expect(response.field("x-request-id") == "1")
            }
            #expect(notices.withLock { $0 } == ["/lost 1"])
        }
    }
}
