import A2UI
import APITesting
import HTTPCore
import JSON
import StateAPI
import Testing

@Suite("A renderer of A2UI in a session")
struct RendererTests {
    private func api() throws -> TestAPI {
        var settings = StateAPI.Settings()
        settings.options = [.a2ui]
        return try TestAPI(settings: settings)
    }

    private func begin(_ type: String = "application/a2ui+json") async throws -> (TestClient, TestRenderer) {
        let client = try await api().startInMain()
        var renderer = TestRenderer()
        try renderer.apply(try await client.messages(type))
        return (client, renderer)
    }

    private static let versions = ["application/a2ui+json;version=0.9", "application/a2ui+json;version=1.0"]

    @Test("a user signs in, opens a note and goes back", arguments: versions)
    func walk(type: String) async throws {
        var client = try await api().start()
        var renderer = TestRenderer()
        try renderer.apply(try await client.messages(type))
        #expect(renderer.texts.contains { $0.hasSuffix("Log in") })
        try renderer.enter("demo", in: "Username")
        try renderer.enter("demo-password", in: "Password")
        try await client.press("Log in", in: &renderer)
        #expect(renderer.texts.contains("Note 3"))
        try await client.press("Note 3", in: &renderer)
        try await client.read()
        #expect(client.stack == ["noteList", "note"])
        try await client.press("arrowBack", in: &renderer)
        try await client.read()
        #expect(client.stack == ["noteList"])
        #expect(renderer.log.filter { $0 == "createSurface" }.count == 1)
    }

    @Test("the response to a report with a secret has the new token in a field of its own")
    func renewedToken() async throws {
        let client = try await api().start()
        let response = await client.sendOutput(
            "submit",
            ["login": "demo", "password": "demo-password"],
            fields: [.accept: "application/a2ui+json"]
        )
        #expect(response.status == 200)
        #expect(response.fields[.contentType] == "application/a2ui+json;version=0.9")
        #expect(response.fields[.cacheControl] == "no-store, no-transform")
        let info = try #require(response.fields["Authentication-Info"])
        #expect(info.hasPrefix("token=\""))
        #expect(!response.description.contains(info.dropFirst(7).dropLast()))
        #expect(await client.send(.get, "").status == 401)
    }

    @Test("what the user has entered stays when the server rejects it, and the screen says why")
    func rejectedInput() async throws {
        var client = try await api().start()
        var renderer = TestRenderer()
        try renderer.apply(try await client.messages())
        try renderer.enter("demo", in: "Username")
        try renderer.enter("wrong", in: "Password")
        try await client.press("Log in", in: &renderer)
        #expect(renderer.texts.contains("Incorrect username or password."))
        #expect(renderer.log.suffix(1) == ["updateComponents"])
        try renderer.enter("demo-password", in: "Password")
        try await client.press("Log in", in: &renderer)
        #expect(renderer.texts.contains("Note 3"))
    }

    @Test("a tab is selected by its button")
    func tabs() async throws {
        var (client, renderer) = try await begin()
        #expect(renderer.texts.contains("Settings"))
        try await client.press("Settings", in: &renderer)
        try await client.read()
        #expect(client.stack == ["settings"])
    }

    @Test("a screen without elements shows its outputs")
    func plainScreen() async throws {
        var (client, renderer) = try await begin()
        try await client.press("New note", in: &renderer)
        try renderer.enter("Milk & more", in: "title")
        try await client.press("complete", in: &renderer)
        try await client.read()
        #expect(client.stack == ["noteList", "note"])
    }

    @Test("a modal is dismissed after a question, which the renderer asks")
    func question() async throws {
        var (client, renderer) = try await begin()
        try await client.press("New note", in: &renderer)
        let modal = try #require(renderer.tree.first { $0["component"] == "Modal" })
        #expect(renderer.texts.contains("Discard this note?"))
        // A renderer that opens the question may report the press, which changes nothing.
        let ask = await client.act(try renderer.press("close"))
        #expect(ask.status == 200)
        try await client.read()
        #expect(client.stack == ["newNote"])
        let content = try #require(modal["content"]?.stringValue)
        let yes = try #require(renderer.components[content]?["children"]?.arrayValue?.last?.stringValue)
        let event = try #require(renderer.components[yes]?["action"]?["event"])
        let response = await client.act(["version": "v0.9", "action": event])
        #expect(response.status == 200, "\(response)")
        try await client.read()
        #expect(client.stack == ["noteList"])
    }

    @Test("a second tap is refused as in the API, and changes nothing")
    func staleActions() async throws {
        var (client, renderer) = try await begin()
        let tap = try renderer.press("Note 3")
        let tab = try renderer.press("Settings")
        try await client.press("Note 3", in: &renderer)
        let back = try renderer.press("arrowBack")
        for stale in [tap, tab] {
            let response = await client.act(stale)
            #expect(response.status == 409)
            #expect(response.type == "/problems/stale-screen")
        }
        #expect(await client.act(back).status == 200)
        #expect(await client.act(back).status == 409)
        try await client.read()
        #expect(client.stack == ["noteList"])
    }

    @Test("a payload that does not match is a problem, or a message on the screen if the client prefers that")
    func invalidPayload() async throws {
        let (client, _) = try await begin()
        func invalid(_ payload: JSONValue) throws -> JSONValue {
            [
                "version": "v0.9",
                "action": ["name": "noteSelected", "context": ["screen": .string(client.focus), "payload": payload]],
            ]
        }
        let problem = await client.act(try invalid("three"))
        #expect(problem.status == 422)
        #expect(problem["errors"]?[0]?["code"] == "type")
        let shown = await client.act(try invalid("three"), fields: [.prefer: "messages"])
        #expect(shown.status == 200)
        #expect(shown.description.contains("an integer"))
        let context: JSONValue = ["screen": .string(client.focus)]
        let unknown = await client.act(["version": "v0.9", "action": ["name": "none", "context": context]])
        #expect(unknown.type == "/problems/unknown-output")
    }

    @Test(
        "a body that is no message of a known version is a problem",
        arguments: [
            "[]", "1", "{}", #"{"version":"v0.9"}"#, #"{"version":"v0.9","action":{}}"#,
            #"{"version":"v0.9","action":1}"#,
            #"{"version":"v0.7","action":{"name":"back"}}"#, #"{"version":1,"action":{"context":[]}}"#,
        ]
    )
    func malformedMessages(text: String) async throws {
        let client = try await api().startInMain()
        let response = await client.api.send(
            .post,
            client.path + "/a2ui",
            bytes: Array(text.utf8),
            fields: client.authorization
        )
        #expect(response.status == 422, "\(response)")
    }

    @Test(
        "any context is answered, never with an incident",
        arguments: [
            #"{"screen":1}"#, #"{"screen":"k4294967295"}"#, #"{"screen":"SCREEN","to":1}"#,
            #"{"screen":"SCREEN","fields":[]}"#,
            #"{"screen":"SCREEN","fields":{"a":{"b":[null]}}}"#, #"{"screen":"SCREEN","payload":null,"tab":{}}"#, "[]",
            "null", "7",
        ]
    )
    func contexts(text: String) async throws {
        let client = try await api().startInMain()
        let context = text.split(separator: "SCREEN", omittingEmptySubsequences: false).joined(separator: client.focus)
        for name in [
            "noteSelected", "newNote", "navigation.back", "navigation.dismiss", "navigation.selectTab",
            "navigation.ask",
        ] {
            let body = #"{"version":"v0.9","action":{"name":"\#(name)","context":\#(context)}}"#
            let response = await client.api.send(
                .post,
                client.path + "/a2ui",
                bytes: Array(body.utf8),
                fields: client.authorization
            )
            #expect(response.status < 500, "\(body): \(response)")
        }
    }

    @Test("an error of the renderer is accepted, and the older name of an action too")
    func otherMessages() async throws {
        let (client, renderer) = try await begin()
        let error: JSONValue = ["code": "VALIDATION_FAILED", "surfaceId": "s", "path": "/", "message": "No icon."]
        #expect(await client.act(["version": "v0.9", "error": error]).status == 204)
        let action = try #require(try renderer.press("Note 3")["action"])
        let type: HTTPFields = [.contentType: "application/a2ui+json", .accept: "application/json"]
        #expect(await client.act(["userAction": action], fields: type).status == 200)
    }

    @Test(
        "the form is chosen by its own name in Accept, with a version that the server speaks",
        arguments: [
            ("application/a2ui+json", 200, "application/a2ui+json;version=0.9"),
            ("application/json+a2ui", 200, "application/a2ui+json;version=0.9"),
            ("application/a2ui+json;version=0.9.1", 200, "application/a2ui+json;version=0.9"),
            ("application/a2ui+json;version=\"1.0\"", 200, "application/a2ui+json;version=1.0"),
            ("application/a2ui+json;version=2, application/a2ui+json", 200, "application/a2ui+json;version=0.9"),
            ("application/a2ui+json, application/json;q=0.5", 200, "application/a2ui+json;version=0.9"),
            ("application/json, application/a2ui+json;q=0.5", 200, "application/json"),
            ("application/a2ui+json;q=0, */*", 200, "application/json"),
            ("application/*", 200, "application/json"),
            ("*/*", 200, "application/json"),
            ("application/a2ui+json;version=2", 406, "application/problem+json"),
        ]
    )
    func negotiation(accept: String, status: Int, type: String) async throws {
        let client = try await api().startInMain()
        let response = await client.send(.get, "", fields: [.accept: accept])
        #expect(response.status == status)
        #expect(response.fields[.contentType] == type)
    }

    @Test("a server without the option has no such form and no such route")
    func withoutOption() async throws {
        let client = try await TestAPI().startInMain()
        #expect(await client.send(.get, "", fields: [.accept: "application/a2ui+json"]).status == 406)
        #expect(await client.act(["version": "v0.9", "action": ["name": "x"]]).status == 404)
    }

    @Test("a client that has the state gets no messages")
    func notModified() async throws {
        let client = try await api().startInMain()
        let first = await client.send(.get, "", fields: [.accept: "application/a2ui+json"])
        let tag = try #require(first.tag)
        let second = await client.send(.get, "", fields: [.accept: "application/a2ui+json", .ifNoneMatch: tag])
        #expect(second.status == 304)
        #expect(second.bytes.isEmpty)
        #expect(second.fields[.vary]?.contains("Accept") == true)
    }
}
