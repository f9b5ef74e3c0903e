import APITesting
import Agents
import Coordination
import HTTPCore
import JSON
import StateAPI
import Testing

@Suite("Agents in a session")
struct AgentTests {
    private func api() throws -> TestAPI {
        var settings = StateAPI.Settings()
        settings.options = [.agents]
        return try TestAPI(settings: settings)
    }

    @Test("an agent acts on the screen that the user sees, in each revision", arguments: ["2026-07-28", "2025-11-25"])
    func acts(revision: String) async throws {
        var client = try await api().startInMain()
        var agent = try await Agent.join(client)
        agent.revision = revision
        #expect(
            try await agent.toolNames() == [
                "readScreen", "noteList.noteSelected", "noteList.newNote", "goBack", "dismiss", "selectTab",
            ]
        )
        let result = try await agent.call("noteList.noteSelected", 3)
        #expect(result["isError"] == false)
        #expect(result["structuredContent"]?["screen"]?["name"] == "note")
        try await client.read()
        #expect(client.stack == ["noteList", "note"])
        _ = try await agent.call("goBack")
        try await client.read()
        #expect(client.stack == ["noteList"])
    }

    @Test("a stateless result says that it is complete and for how long it may be kept, an older one does not")
    func results() async throws {
        var agent = try await Agent.join(api().startInMain())
        let modern = try await agent.result("tools/list")
        #expect(modern["resultType"] == "complete")
        #expect(modern["cacheScope"] == "private")
        #expect(modern["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "usher")
        let discovered = try await agent.result("server/discover")
        #expect(discovered["supportedVersions"]?[0] == "2026-07-28")
        #expect(discovered["capabilities"]?["tools"]?["listChanged"] == true)
        agent.revision = "2025-11-25"
        #expect(try await agent.result("tools/list")["resultType"] == nil)
        let begun = try await agent.result("initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
        #expect(begun["protocolVersion"] == "2025-11-25")
        #expect(begun["serverInfo"]?["name"] == "usher")
        // Clients open the stream of notifications only with an id.
        let handshake = await agent.send("initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
        #expect(handshake.fields["Mcp-Session-Id"]?.isEmpty == false)
        #expect(try await agent.result("ping") == [:])
    }

    @Test("an agent can't report what the application does not allow, although the user can")
    func forbidden() async throws {
        var client = try await api().startInMain()
        let agent = try await Agent.join(client)
        let tab = try #require(client.state["navigation"]?["routes"]?[1]?["key"]?.stringValue)
        try await client.post("/tabs/\(tab)", [:])
        #expect(client.stack == ["settings"])
        #expect(try await agent.toolNames() == ["readScreen", "goBack", "dismiss", "selectTab"])
        let arguments: JSONValue = ["screen": .string(client.focus)]
        let result = try await agent.result("tools/call", ["name": "settings.logOut", "arguments": arguments])
        #expect(result["isError"] == true)
        try await client.read()
        #expect(client.stack == ["settings"])
    }

    @Test("an output with a question waits for the user's own yes")
    func question() async throws {
        var client = try await api().startInMain()
        let agent = try await Agent.join(client, name: "Scribe")
        _ = try await agent.call("noteList.newNote")
        let asked = try await agent.call("newNote.complete", ["title": "Milk"])
        #expect(asked["structuredContent"]?["screen"]?["name"] == "agentRequest")
        #expect(try await agent.toolNames() == ["readScreen", "goBack", "dismiss"])
        try await client.read()
        #expect(client.focused?["name"] == "agentRequest")
        let answer: JSONObject = ["name": "agentRequest.allow", "arguments": ["screen": .string(client.focus)]]
        #expect(await agent.send("tools/call", answer)["error"]?["code"] == -32_602)
        try await client.report("allow")
        #expect(client.stack == ["noteList", "note"])
    }

    @Test("a call for a screen that is no longer in front changes nothing")
    func stale() async throws {
        var client = try await api().startInMain()
        let agent = try await Agent.join(client)
        let key = client.focus
        try await client.report("noteSelected", 1)
        try await client.post("/back", [:])
        try await client.report("newNote")
        let result = try await agent.result(
            "tools/call",
            ["name": "noteList.noteSelected", "arguments": ["screen": .string(key), "payload": 2]]
        )
        #expect(result["isError"] == true)
        let before = client.revision
        try await client.read()
        #expect(client.revision == before)
    }

    @Test("a payload that does not match is answered with what is wrong, for the model to read")
    func payload() async throws {
        let agent = try await Agent.join(api().startInMain())
        let result = try await agent.call("noteList.noteSelected", "three")
        #expect(result["isError"] == true)
        #expect(result["content"]?[0]?["text"]?.stringValue?.contains("integer") == true)
    }

    @Test("the token of an agent opens nothing but its endpoint, and the user's token not that")
    func tokens() async throws {
        let api = try api()
        let client = try await api.startInMain()
        let agent = try await Agent.join(client)
        let secret = try #require(agent.token.split(separator: ".").last)
        for (method, path) in [
            (HTTPMethod.get, ""), (.post, "/back"), (.get, "/events"), (.get, "/history"), (.get, "/credentials"),
            (.delete, ""), (.post, "/handoffs"), (.post, "/agents"),
        ] {
            let response = await api.send(
                method,
                client.path + path,
                method == .post ? [:] : nil,
                fields: [.authorization: "Bearer \(secret)"]
            )
            #expect(response.status == 401, "\(method.rawValue) \(path): \(response)")
        }
        let users = Agent(api: api, token: "\(client.id).\(client.token)")
        #expect(await users.send("tools/list").status == 401)
        // The control: both open what they are for.
        #expect(await client.send(.get, "").status == 200)
        #expect(await agent.send("tools/list").status == 200)
    }

    @Test("a code for an agent lets no device in, and a code for a device no agent")
    func codes() async throws {
        let api = try api()
        let client = try await api.startInMain()
        let forAgent = try #require(await client.send(.post, "/agents", [:])["code"]?.stringValue)
        let forDevice = try #require(await client.send(.post, "/handoffs", [:])["code"]?.stringValue)
        #expect(await api.send(.post, "/v1/handoffs/\(forAgent)", [:]).status == 410)
        #expect(await api.send(.post, "/v1/agents/\(forDevice)", [:]).status == 410)
        #expect(await api.send(.post, "/v1/handoffs/\(forDevice)", [:]).status == 200)
        #expect(await api.send(.post, "/v1/agents/\(forAgent)", [:]).status == 201)
        #expect(await api.send(.post, "/v1/agents/\(forAgent)", [:]).status == 410)
    }

    @Test("the user sees an agent among the devices, and ends its access")
    func devices() async throws {
        let client = try await api().startInMain()
        let agent = try await Agent.join(client, name: "Scribe")
        let list = await client.send(.get, "/credentials")["credentials"]?.arrayValue ?? []
        let device = try #require(list.first { $0["agent"] == true })
        #expect(device["platform"] == "Scribe")
        let own = try #require(list.first { $0["current"] == true }?["id"]?.stringValue)
        #expect(await client.send(.delete, "/credentials/\(own)").status == 422)
        let id = try #require(device["id"]?.stringValue)
        #expect(await client.send(.delete, "/credentials/\(id)").status == 204)
        #expect(await agent.send("tools/list").status == 401)
    }

    @Test("the acts of an agent are in the history as its own")
    func history() async throws {
        let client = try await api().startInMain()
        let agent = try await Agent.join(client, name: "Scribe")
        _ = try await agent.call("noteList.noteSelected", 3)
        _ = try await agent.call("goBack")
        let entries = await client.send(.get, "/history?limit=2")["entries"]?.arrayValue ?? []
        #expect(entries.map { $0["holder"] } == ["agent", "agent"])
        #expect(entries.map { $0["event"]?["type"] } == ["back", "output"])
        #expect(entries.last?["event"]?["agent"] == "Scribe")
        #expect(entries[0]["credential"] != nil)
    }

    @Test("the state is a resource, without secrets")
    func resource() async throws {
        var agent = try await Agent.join(api().startInMain())
        #expect(try await agent.result("resources/list")["resources"]?[0]?["uri"] == "session:///state")
        let contents = try await agent.result("resources/read", ["uri": "session:///state"])["contents"]
        #expect(contents?[0]?["text"]?.stringValue?.contains("noteList") == true)
        #expect(await agent.send("resources/read", ["uri": "session:///other"])["error"]?["code"] == -32_602)
        agent.revision = "2025-11-25"
        #expect(await agent.send("resources/read", ["uri": "session:///other"])["error"]?["code"] == -32_002)
    }

    @Test("an application that allows nothing lets no agent in")
    func closedApplication() async throws {
        var settings = StateAPI.Settings()
        settings.options = [.agents]
        let closed = try Application("closed", title: "Closed", root: Closed.self, state: .init(), factory: ())
        let client = try await TestAPI(settings: settings, applications: [closed]).start()
        #expect(await client.send(.post, "/agents", [:]).status == 422)
    }
}

private struct Door: Screen {
    static let name = "door"
}

private final class Closed: ApplicationCoordinator {
    struct State: CoordinatorState {}
    func start() { push(Door()) }
    static let wiring: Wiring<Closed> = [.shows(Door.self)]
}
