import HTTPCore
import JSON
import RawHTTP
import Testing
import UsherServer

@Suite("The pages of the applications' places")
struct WebClientPagesTests {
    @Test("every place of a hosted application is the page of the client, as it is at its own path")
    func places() async throws {
        try await run { server in
            let page = try exchange("GET", "/index.html", on: server)
            #expect(page.status == 200)
            for path in [
                "/market", "/market/", "/market/product/milk?from=mail", "/kanji/%E6%B0%B4", "/items/nowhere/at/all",
            ] {
                let response = try exchange("GET", path, on: server)
                #expect(response.status == 200, "\(path)")
                #expect(response.body == page.body, "\(path)")
                for field in [
                    "etag", "cache-control", "content-type", "content-security-policy", "x-content-type-options",
                ] {
                    #expect(response.field(field) == page.field(field), "\(field) of \(path)")
                }
                let tag = try #require(response.field("etag"))
                #expect(try exchange("GET", path, "If-None-Match: \(tag)\r\n", on: server).status == 304)
                let head = try exchange("HEAD", path, on: server)
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(head.field("content-length") == page.field("content-length"))
            }
        }
    }

    @Test(
        "files come first, and a name of no application is not found",
        arguments: ["/nowhere", "/market.html", "/Market", "/v1"]
    )
    func others(path: String) async throws {
        try await run { server in
            let response = try exchange("GET", path, on: server)
            #expect(response.status == 404)
            #expect(response.field("content-type") == "application/problem+json")
            #expect(
                try exchange("GET", "/main.js", on: server).field("content-type") == "text/javascript; charset=utf-8"
            )
            #expect(
                try exchange("GET", "/market/main.js", on: server).field("content-type") == "text/html; charset=utf-8"
            )
        }
    }

    @Test("a place accepts what a file does")
    func methods() async throws {
        try await run { server in
            let options = try exchange("OPTIONS", "/market/cart", on: server)
            #expect(options.field("allow") == "GET, HEAD, OPTIONS")
            let removal = try exchange("DELETE", "/market/cart", on: server)
            #expect(removal.status == 405)
        }
    }

    @Test("a server without the client has no pages")
    func withoutFiles() async throws {
        try await RunningServer.run { server in
            let response = try exchange("GET", "/market", on: server)
            #expect(response.status == 404)
        }
    }

    private func run(_ body: @escaping @Sendable (RunningServer) throws -> Void) async throws {
        try await RunningServer.run(configure: { $0.publicFolder = "Public" }, body)
    }
}

private func exchange(
    _ method: String,
    _ path: String,
    _ fields: String = "",
    on server: RunningServer
) throws -> RawResponse {
    let client = try server.connect()
    try client.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    return try #require(try client.readResponse(toHead: method == "HEAD"))
}
