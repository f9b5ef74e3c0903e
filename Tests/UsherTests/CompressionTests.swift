import JSON
import RawHTTP
import Testing
import UsherServer

@Suite("Compressed responses over HTTP")
struct CompressionTests {
    private static let accepting = ["Accept-Encoding": "gzip, deflate"]

    private func json(_ response: RawResponse) throws -> JSONValue {
        try JSONValue(parsing: try #require(gunzip(response.body)))
    }

    @Test("a state is sent as gzip, and its tag works in conditions")
    func state() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            try client.read()
            let response = try client.send("GET", "", fields: Self.accepting)
            #expect(response.field("content-encoding") == "gzip")
            #expect(try json(response) == client.state)
            let plain = try client.send("GET", "")
            #expect(plain.field("content-encoding") == nil && plain.body.count > 4 * response.body.count)

            let tag = try #require(response.field("etag"))
            #expect(tag == "\"\(client.revision)-gzip\"")
            let fields = Self.accepting.merging(["If-None-Match": tag]) { $1 }
            let same = try client.send("GET", "", fields: fields)
            #expect(same.status == 304 && same.field("etag") == tag)
            let back = try client.send("POST", "/back", fields: Self.accepting.merging(["If-Match": tag]) { $1 })
            #expect(back.status == 200)
            let stale = try client.send(
                "POST",
                "/back",
                fields: Self.accepting.merging(["If-Match": "\"99-gzip\""]) { $1 }
            )
            #expect(stale.status == 412 && stale.field("content-encoding") == "gzip")
            #expect(try json(stale)["state"] == client.state)
        }
    }

    @Test("HEAD has the fields of GET")
    func head() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            let get = try client.send("GET", "", fields: Self.accepting)
            let head = try client.send("HEAD", "", fields: Self.accepting)
            #expect(head.status == 200 && head.body.isEmpty && head.field("content-encoding") == "gzip")
            #expect(head.field("content-length") == "\(get.body.count)" && head.field("etag") == "\"1-gzip\"")
            // The connection continues after it.
            #expect(try client.send("GET", "").status == 200)
        }
    }

    @Test("a response with a token is never compressed, and no proxy may do so")
    func token() async throws {
        try await RunningServer.run { server in
            let connection = try RawClient(port: server.port)
            let start = try connection.exchange("POST", "/v1/sessions", ["app": "kanji"], fields: Self.accepting)
            #expect(start.body.count > 1_024 && start.json["token"] != nil)
            #expect(start.field("content-encoding") == nil)
            #expect(start.field("cache-control") == "no-store, no-transform")

            let client = try server.start()
            let submitted = try client.sendOutput(
                "submit",
                ["login": "demo", "password": "demo-password"],
                fields: Self.accepting.merging(["Prefer": "wait=30"]) { $1 }
            )
            #expect(submitted.json["token"] != nil && submitted.field("cache-control") == "no-store, no-transform")
        }
    }

    @Test("a state or a patch with the key of an authenticator is never compressed")
    func sealed() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            try client.select(tab: "settings")
            try client.report("security")
            try client.read()
            let before = client.revision
            let plain = try client.send("GET", "", fields: Self.accepting)
            #expect(plain.field("content-encoding") == "gzip")
            let prefer = ["Prefer": "wait=30, patch-from=\"\(before)\""]
            _ = try client.send("GET", "", fields: prefer)
            let patch = try client.sendOutput("setUpAuthenticator", fields: Self.accepting.merging(prefer) { $1 })
            #expect(patch.field("content-type") == "application/json-patch+json")
            #expect(patch.field("cache-control") == "no-store, no-transform")
            let state = try client.send("GET", "", fields: Self.accepting)
            #expect(state.body.count > 1_024 && state.field("content-encoding") == nil)
            #expect(state.field("cache-control") == "no-store, no-transform")
            // A problem that has the state is not compressed either.
            let problem = try client.send("POST", "/back", fields: Self.accepting.merging(["If-Match": "\"1\""]) { $1 })
            #expect(problem.status == 412 && problem.field("content-encoding") == nil)
        }
    }

    @Test("a server without a filter for compression sends its responses as they are")
    func off() async throws {
        try await RunningServer.run(configure: { $0.compression = nil }) { server in
            let client = try server.start(["app": "kanji"])
            #expect(try client.send("GET", "", fields: Self.accepting).field("content-encoding") == nil)
        }
    }
}
