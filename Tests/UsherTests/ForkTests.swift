import JSON
import RawHTTP
import Sessions
import StateAPI
import Testing
import UsherServer

@Suite("Earlier states and forks of a session over HTTP")
struct ForkTests {
    @Test("an earlier state is read by its revision, and one that is not kept is a problem")
    func revisions() async throws {
        try await RunningServer.run(configure: { $0.api.hasDevelopmentRoutes = true }) { server in
            let client = try server.startInMain()
            let before = client.state
            try client.report("itemSelected", 3)
            #expect(try client.send("GET", "/revisions/\(client.revision - 1)").json == before)
            #expect(try client.send("GET", "/revisions/\(client.revision)").json == client.state)
            for revision in ["\(client.revision + 1)", "0", "x", "1"] {
                let response = try client.send("GET", "/revisions/\(revision)")
                #expect(response.status == 404)
                #expect(response.json["type"] == "/problems/unknown-revision", "\(revision)")
            }
        }
    }

    @Test("a fork is a session of its own that continues from the earlier state")
    func fork() async throws {
        try await RunningServer.run(
            configure: { $0.api.hasDevelopmentRoutes = true },
            store: MemoryStore(requiresEncoding: true)
        ) { server in
            let client = try server.startInMain()
            let before = client.state
            try client.report("itemSelected", 3)
            let after = client.state
            let response = try client.fork(at: before)
            #expect(response.status == 201)
            let id = try #require(response.json["id"]?.stringValue)
            let token = try #require(response.json["token"]?.stringValue)
            #expect(response.field("location") == "/v1/sessions/\(id)")
            #expect(id != client.id && token != client.token)
            #expect(response.json["revision"] == 1)
            for member in ["stack", "focus", "navigation", "modals"] {
                #expect(response.json[member] == before[member])
            }
            let bearer = ["Authorization": "Bearer \(token)"]
            #expect(try server.connect().exchange("GET", client.path, fields: bearer).status == 401)
            let path = "/v1/sessions/\(id)/screens/\(response.json["focus"]?.stringValue ?? "")/outputs/itemSelected"
            let next = try server.connect().exchange("POST", path, 5, fields: bearer)
            #expect(next.status == 200)
            #expect(next.json["stack"]?.arrayValue?.count == 2)
            try client.read()
            #expect(client.state == after)
            // It belongs to the user of the state, who sees it and can end it.
            let sessions = try client.send("GET", "/account/sessions").json["sessions"]?.arrayValue ?? []
            #expect(sessions.contains { $0["id"] == .string(id) })
        }
    }

    @Test("an effect in flight is interrupted in a fork, and not performed again")
    func effects() async throws {
        try await RunningServer.run(
            configure: { $0.api.hasDevelopmentRoutes = true },
            store: MemoryStore(requiresEncoding: true)
        ) { server in
            let client = try server.start()
            try client.report("submit", ["login": "demo", "password": "Canary password"])
            #expect(client.messages == ["login.wrong"] || !client.messages.isEmpty)
            let asked = try #require(
                try client.history().first { $0.json["effects"]?[0]?["status"] == "asked" }
            )
            #expect(try client.send("GET", "/revisions/\(asked.revision)").json["status"] == "busy")
            let response = try client.send("POST", "/forks", ["revision": .integer(asked.revision)])
            #expect(response.status == 201)
            #expect(!response.text.contains("Canary"))
            let id = response.json["id"]?.stringValue ?? ""
            let bearer = ["Authorization": "Bearer \(response.json["token"]?.stringValue ?? "")"]
            var state = JSONValue.null
            #expect(
                try eventually {
                    state = try server.connect().exchange("GET", "/v1/sessions/\(id)", fields: bearer).json
                    return state["status"] == "active"
                }
            )
            let focus = state["screens"]?[state["focus"]?.stringValue ?? ""] ?? .null
            #expect(focus["name"] == "login")
            #expect(focus["messages"]?[0]?["code"] == "effect.interrupted")
        }
    }

    @Test("a fork shows bullets in place of the key for an authenticator app, which its session shows")
    func sealedTexts() async throws {
        try await RunningServer.run(
            configure: { $0.api.hasDevelopmentRoutes = true },
            store: MemoryStore(requiresEncoding: true)
        ) { server in
            let client = try server.startInMain()
            try client.select(tab: "settings")
            try client.report("security")
            try client.report("setUpAuthenticator")
            let response = try client.fork(at: client.state)
            #expect(response.status == 201)
            #expect(response.json["stack"]?.arrayValue?.count == client.state["stack"]?.arrayValue?.count)
            let elements = client.state["screens"]?[client.focus]?["view"]?.arrayValue ?? []
            let key = try #require(elements.first { $0["style"] == "code" }?["text"]?.stringValue)
            #expect(key.count >= 32)
            #expect(!response.text.contains(key) && response.text.contains("•••"))
            // Nor does it come back with the next state of the fork.
            let bearer = ["Authorization": "Bearer \(response.json["token"]?.stringValue ?? "")"]
            let path = "/v1/sessions/\(response.json["id"]?.stringValue ?? "")"
            let state = try server.connect().exchange("GET", path, fields: bearer)
            #expect(state.status == 200 && !state.text.contains(key) && state.text.contains("•••"))
        }
    }

    @Test("a server that is not for development has neither earlier states nor forks for clients")
    func notForDevelopment() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            #expect(try client.send("GET", "/revisions/\(client.revision)").status == 404)
            #expect(try client.send("GET", "/revisions/\(client.revision)/snapshot").status == 404)
            #expect(try client.send("POST", "/forks", ["revision": 1]).status == 404)
        }
    }

    @Test("programs on the operator's machine read and fork any session at the operations address")
    func operations() async throws {
        try await RunningServer.run(configure: { $0.operationsAddress = ListenAddress("127.0.0.1:0") }) { server in
            let client = try server.startInMain()
            let url = try #require(server.server.operationsURL)
            let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
            let operations = try RawClient(port: port)
            let history = try operations.exchange("GET", client.path + "/history")
            #expect(history.history["entries"]?[0]?["revision"] == .integer(client.revision))
            let state = try operations.exchange("GET", client.path + "/revisions/\(client.revision)")
            #expect(state.json == client.state)
            let snapshot = try operations.exchange("GET", client.path + "/revisions/\(client.revision)/snapshot")
            #expect(snapshot.history["snapshot"]?["application"] == "items")
            let fork = try operations.exchange(
                "POST",
                client.path + "/forks",
                ["revision": .integer(client.revision)]
            )
            #expect(fork.status == 201)
            let unknown = try operations.exchange("GET", "/v1/sessions/none/history")
            #expect(unknown.status == 404 && unknown.json["type"] == "/problems/unknown-session")
            let forwarded = ["X-Forwarded-For": "127.0.0.1"]
            for path in ["/history", "/revisions/\(client.revision)"] {
                #expect(try operations.exchange("GET", client.path + path, fields: forwarded).status == 404)
            }
            let page = ["Origin": "https://attacker.example", "Sec-Fetch-Site": "cross-site"]
            let forged = try operations.exchange("POST", client.path + "/forks", ["revision": 1], fields: page)
            #expect(forged.status == 403)
        }
    }
}

extension AppClient {
    fileprivate func fork(at state: JSONValue) throws -> RawResponse {
        // `send` would take the token of the fork for the client's own.
        try connection.exchange(
            "POST",
            path + "/forks",
            ["revision": state["revision"] ?? .null],
            fields: ["Authorization": "Bearer \(token)"]
        )
    }
}
