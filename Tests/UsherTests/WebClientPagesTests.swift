import HTTPCore
import JSON
import MicroHTTP
import RawHTTP
import StateAPI
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

    @Test("a browser that goes to an unknown address gets a page in its user's language, with a way home")
    func unknownAddress() async throws {
        try await run { server in
            for (languages, language, title) in [
                ("en-US,en;q=0.9", "en", "There is no page here"),
                ("de-AT,de;q=0.9,en;q=0.8", "de", "Hier gibt es keine Seite"),
                ("ja", "ja", "ページが見つかりません"), ("fr", "en", "There is no page here"),
            ] {
                let page = try visit("/nothing", languages, on: server)
                #expect(page.status == 404)
                #expect(page.field("content-type") == "text/html; charset=utf-8")
                #expect(page.field("content-language") == language)
                #expect(page.field("cache-control") == "no-store")
                #expect(page.text.contains("<html lang=\"\(language)\">") && page.text.contains(title))
                #expect(page.text.contains("<a href=\"/\">"))
                #expect(!page.text.contains("nothing"), "nothing of the address is in the page")
            }
            let head = try exchange("HEAD", "/nothing", browserFields, on: server)
            #expect(head.status == 404 && head.body.isEmpty)
            #expect(head.field("content-type") == "text/html; charset=utf-8")
        }
    }

    @Test(
        "a program that asks for an unknown address gets the problem",
        arguments: [
            "", "Accept: */*\r\n", "Accept: application/json\r\n", "Accept: application/json, text/html\r\n",
            "Accept: text/html;q=0\r\n",
        ]
    )
    func programs(accept: String) async throws {
        try await run { server in
            let response = try exchange("GET", "/nothing", accept, on: server)
            #expect(response.status == 404)
            #expect(response.field("content-type") == "application/problem+json")
        }
    }

    @Test("a route of the API has its problems for browsers, too")
    func routes() async throws {
        try await run { server in
            for path in ["/v1/sessions/x", "/v1/apps/none", "/v1/sessions", "/v1/handoffs/x"] {
                let response = try exchange("GET", path, browserFields, on: server)
                #expect(response.status >= 400, "\(path)")
                #expect(response.field("content-type") == "application/problem+json", "\(path)")
            }
        }
    }

    @Test("every problem of a page that a browser opens is a page with the status and the fields of the problem")
    func problems() async throws {
        try await run { server in
            let malformed = try exchange("GET", "/market/%zz", browserFields, on: server)
            #expect(malformed.status == 400 && malformed.text.contains("This address can’t be read"))
            let form = try exchange("POST", "/market", "Content-Length: 0\r\n\(browserFields)", on: server)
            #expect(form.status == 405 && form.text.contains("<a href=\"/\">"))
            #expect(form.field("allow") == "GET, HEAD, OPTIONS")
            let long = try exchange("GET", "/\(String(repeating: "a", count: 5_000))", browserFields, on: server)
            #expect(long.status == 414 && long.text.hasPrefix("<!doctype html>"))
        }
        try await RunningServer.run(configure: { settings in
            settings.publicFolder = "Public"
            settings.http.hostNames = ["elsewhere"]
        }) { server in
            let wrong = try exchange("GET", "/market", browserFields, on: server)
            #expect(wrong.status == 421 && wrong.text.hasPrefix("<!doctype html>"))
            #expect(!wrong.text.contains("<a "), "there is no home at this host")
        }
        try await RunningServer.run(configure: { settings in
            settings.publicFolder = "Public"
            settings.api.limits.addressRequests.quota = 1
        }) { server in
            var last = try exchange("GET", "/market", browserFields, on: server)
            for _ in 0..<5 where last.status == 200 { last = try exchange("GET", "/market", browserFields, on: server) }
            #expect(last.status == 429 && last.text.contains("Too many requests"))
            #expect(last.field("retry-after") != nil)
        }
    }

    private var browserFields: String {
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8\r\nAccept-Language: en\r\n"
    }

    private func visit(_ path: String, _ languages: String, on server: RunningServer) throws -> RawResponse {
        let fields = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\nAccept-Language: \(languages)\r\n"
        return try exchange("GET", path, fields, on: server)
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
