import JSON
import MicroHTTP
import RawHTTP
import Testing
import UsherServer

@Suite("The edge of a server") struct ErrorResponseTests {
    /// Requests as bytes, and the name of the problem that each one gets.
    private static let rejections: [(request: String, problem: String)] = [
        ("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n", "not-found"),
        ("PUT /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "method-not-allowed"),
        ("GET /v1/sessions/%FF HTTP/1.1\r\nHost: a\r\n\r\n", "malformed-request"),
        ("GET / HTTP/1.1\r\n\r\n", "malformed-request"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "malformed-request"),
        ("GET / HTTP/1.9\r\nHost: a\r\n\r\n", "http-version-not-supported"),
        ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", "not-implemented"),
        ("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", "method-not-allowed"),
        ("GET /\(String(repeating: "a", count: 5_000)) HTTP/1.1\r\nHost: a\r\n\r\n", "target-too-long"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 9_000))\r\n\r\n", "header-too-large"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", "body-too-large"),
        ("GET http://elsewhere/ HTTP/1.1\r\nHost: a\r\n\r\n", "misdirected-request"),
        ("GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n", "misdirected-request"),
        ("GET /index.html HTTP/1.1\r\nHost: a\r\nIf-Match: \"other\"\r\n\r\n", "precondition-failed"),
        ("GET /v1/sessions/x HTTP/1.1\r\nHost: a\r\n\r\n", "unauthorized"),
        ("GET /v1/apps HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n", "not-acceptable"),
        ("GET /v1/apps/none HTTP/1.1\r\nHost: a\r\n\r\n", "unknown-app"),
        ("GET /dev/inbox?after=x HTTP/1.1\r\nHost: a\r\n\r\n", "malformed-request"),
    ]

    @Test("Problems of the core, of routing, of files and of the API all come from the published table")
    func oneTable() async throws {
        let configure = { (settings: inout UsherServer.Settings) in
            settings.http.hostNames = ["a"]
            settings.publicFolder = "Public"
        }
        try await RunningServer.run(configure: configure) { server in
            let client = try server.connect()
            try client.send("GET /problems HTTP/1.1\r\nHost: a\r\n\r\n")
            let table = try #require(try client.readResponse())
            guard case .array(let rows)? = try JSONValue(parsing: table.body)["problems"] else {
                Issue.record("There is no table: \(table.text)")
                return
            }
            let types = rows.compactMap { $0["type"]?.stringValue }
            #expect(Set(types).count == rows.count)
            for (request, problem) in Self.rejections {
                let client = try server.connect()
                try client.send(request)
                let response = try #require(try client.readResponse(), "\(request)")
                guard let body = try? JSONValue(parsing: response.body) else {
                    Issue.record("\(request) has no problem in its response: \(response.status) \(response.text)")
                    continue
                }
                #expect(body["type"] == .string("/problems/\(problem)"), "\(request)")
                let row = rows.first { $0["type"] == body["type"] }
                #expect(
                    row?["status"] == .integer(Int64(response.status)) && row?["title"] == body["title"],
                    "\(request)"
                )
                #expect(response.field("content-type") == "application/problem+json", "\(request)")
                #expect(response.field("x-request-id") != nil, "\(request)")
                #expect(response.field("x-content-type-options") == "nosniff", "\(request)")
                #expect(response.field("cache-control") == "no-store", "\(request)")
                #expect(response.field("referrer-policy") == "no-referrer", "\(request)")
                #expect(response.field("cross-origin-resource-policy") == "same-origin", "\(request)")
                #expect(
                    response.field("content-security-policy")
                        == "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                    "\(request)"
                )
            }
        }
    }
}
