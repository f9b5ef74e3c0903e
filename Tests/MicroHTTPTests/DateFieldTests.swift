import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

extension MicroHTTPTests {
    @Suite("The Date field") struct DateFieldTests {
        @Test("each response has it once, from the server's clock and not from the system's")
        func configured() async throws {
            let handler = ClosureHandler { request in
                switch request.target.path {
                case Array("/stream".utf8):
                    let body = HTTPBodyStream(bufferLimit: 100)
                    body.write(Array("part".utf8))
                    body.finish()
                    return HTTPResponse(.ok, body: .stream(body))
                case Array("/own".utf8): return HTTPResponse(.ok, fields: ["Date": "Mon, 01 Jan 2024 00:00:00 GMT"])
                default: return .text("text")
                }
            }
            try await withServer(handler, configure: { $0.date = { 784_111_777 } }) { server in
                let requests = [
                    "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET /stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                    "GET /own HTTP/1.1\r\nHost: a\r\n\r\n",
                    "GET / HTTP/1.1\r\n\r\n",
                ]
                for request in requests {
                    let client = try RawClient(port: server.port)
                    try client.send(request)
                    let head = try client.readUntil("\r\n\r\n")
                    let dates = head.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("date:") }
                    #expect(dates == ["Date: Sun, 06 Nov 1994 08:49:37 GMT"], "\(request) \(head)")
                }
            }
        }
    }
}
