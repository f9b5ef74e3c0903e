import Concurrency
import Glibc
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("A well-formed request") struct ExchangeTests {
        @Test("a request gets a response, and its connection stays open for the next one")
        func keepAlive() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                for number in 0..<5 {
                    try client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                    let response = try #require(try client.readResponse())
                    #expect(response.status == 200)
                    #expect(response.text == "GET /\(number) ")
                    #expect(response.field("date") != nil)
                    #expect(response.field("server") == nil)
                    #expect(response.field("connection") == nil)
                }
            }
        }

        @Test("the handler gets the request as it was sent: method, raw target, fields in order, body and peer")
        func whole() async throws {
            let seen = Lock<HTTPRequest?>(nil)
            let handler = ClosureHandler { request in
                seen.withLock { $0 = request }
                return HTTPResponse(.noContent)
            }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                let head = "PUT /%20/c?d=%2F&e HTTP/1.1\r\nHost: a\r\nX-One: 1\r\nx-one: 2\r\nContent-Length: 5\r\n\r\n"
                try client.send(head + "hello")
                let response = try #require(try client.readResponse())
                #expect(response.status == 204)
                #expect(response.field("content-length") == nil)
                let request = try #require(seen.withLock { $0 })
                #expect(request.method == .put)
                #expect(request.target.description == "/%20/c?d=%2F&e")
                #expect(request.fields.values("X-One") == ["1", "2"])
                #expect(request.body == Array("hello".utf8))
                #expect(request.peer == "127.0.0.1")
            }
        }

        @Test("a chunked body is assembled; extensions and trailers are dropped")
        func chunks() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                try client.send("POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                try client.send("5;name=value\r\nhello\r\n6\r\n world\r\n0\r\nX-Trailer: 1\r\n\r\n")
                let response = try #require(try client.readResponse())
                #expect(response.text == "POST /c hello world")
                // Chunks are open to request smuggling, so nothing may follow them.
                #expect(response.field("connection")?.lowercased() == "close")
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("a request with Expect: 100-continue gets an interim response before its body")
        func expectContinue() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                try client.send("POST /e HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
                #expect(try client.peek(12).hasPrefix("HTTP/1.1 100"))
                try client.send("ok")
                #expect(try client.readResponse()?.text == "POST /e ok")
            }
        }

        @Test("pipelined requests get their responses in order, also when handlers suspend")
        func pipelining() async throws {
            let handler = ClosureHandler { request in
                if request.target.path == Array("/slow".utf8) { await Task.yield() }
                return .text("\(request.target)")
            }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                let paths = ["/1", "/slow", "/3", "/slow", "/5"]
                try client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
                for path in paths {
                    #expect(try client.readResponse()?.text == path)
                }
            }
        }

        @Test("a HEAD request gets the length of GET's content, and no content")
        func head() async throws {
            var routes = RouteTable()
            routes.add(.get, "/") { _, _ in .text("12345678") }
            try await withServer(routes) { server in
                let client = try RawClient(port: server.port)
                try client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let head = try #require(try client.readResponse(toHead: true))
                #expect(head.status == 200)
                #expect(head.field("content-length") == "8")
                #expect(try client.readResponse()?.text == "12345678")
            }
        }

        @Test("a HEAD request gets no content although its handler returns some")
        func headOfBytes() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                try client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.readResponse(toHead: true)?.field("content-length") == "7")
                #expect(try client.readResponse()?.text == "GET /x ")
            }
        }

        @Test("an HTTP/1.0 request gets a response, and its connection is closed")
        func version10() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                try client.send("GET /old HTTP/1.0\r\n\r\n")
                #expect(try client.readResponse()?.text == "GET /old ")
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("a request with Connection: close gets a response, and its connection is closed")
        func connectionClose() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                let response = try #require(try client.readResponse())
                #expect(response.field("connection")?.lowercased() == "close")
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("a response with Connection: close is the last one on its connection")
        func handlerCloses() async throws {
            let handler = ClosureHandler { _ in HTTPResponse(.ok, fields: [.connection: "close", .contentLength: "9"]) }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try #require(try client.readResponse())
                #expect(response.field("content-length") == "0")
                #expect(try client.readToEnd() == "")
            }
        }

        @Test("a client that has shut down its sending side gets its response", arguments: [false, true])
        func halfClose(waits: Bool) async throws {
            let handler = ClosureHandler { request in
                if waits { await Task.yield() }
                return .text("\(request.target)")
            }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET /half HTTP/1.1\r\nHost: a\r\n\r\n")
                client.finishSending()
                #expect(try client.readResponse()?.text == "/half")
            }
        }

        @Test("a request sent byte by byte gets a response")
        func trickled() async throws {
            try await withServer { server in
                let client = try RawClient(port: server.port)
                var off: CInt = 1
                unsafe setsockopt(client.descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &off, 4)
                for byte in "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".utf8 {
                    try client.send([byte])
                }
                #expect(try client.readResponse()?.text == "POST /t abc")
            }
        }

        @Test("a response may have content of any size", arguments: [0, 1, 4096, 100_000, 5_000_000])
        func sizes(count: Int) async throws {
            let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let handler = ClosureHandler { _ in HTTPResponse(.ok, body: .bytes(content)) }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                for _ in 0..<2 {
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try client.readResponse()?.body == content)
                }
            }
        }

        @Test("a server on both protocols responds over IPv6 and over IPv4")
        func version6() async throws {
            try await withServer(ClosureHandler { .text($0.peer) }, configure: { $0.host = "::" }) { server in
                #expect(server.address == "::")
                for host in ["::1", "127.0.0.1"] {
                    let client = try RawClient(port: server.port, host: host)
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try client.readResponse()?.text == host)
                }
            }
        }

        @Test("a line break in a response field does not start another field")
        func forgedField() async throws {
            let handler = ClosureHandler { _ in HTTPResponse(.ok, fields: [.location: "/a\r\nSet-Cookie: b"]) }
            try await withServer(handler) { server in
                let client = try RawClient(port: server.port)
                try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try #require(try client.readResponse())
                #expect(response.field("location") == "/a  Set-Cookie: b")
                #expect(response.field("set-cookie") == nil)
            }
        }
    }
}
