import APITesting
import Concurrency
import Coordination
import HTTPCore
import JSON
import Sessions
import SessionsTesting
import Testing

@testable import Documents

@Suite("Sessions that are a part of another app")
struct EmbeddingTests {
    /// The ends of sessions that the server has told another system.
    private let ends = Lock<[(result: SessionResult, key: String)]>([])

    private func api(
        acceptsNoCar: Bool = false,
        store: any SessionStore = MemoryStore(),
        verifies: Bool = true
    ) throws -> TestAPI {
        try TestAPI(store: store, applications: [ParkingApplication.make(acceptsNoCar: acceptsNoCar)]) {
            [ends] effects in
            effects.on(SessionResult.self) { end, context in
                ends.withLock { $0.append((end, context.idempotencyKey)) }
                return Nothing()
            }
            guard verifies else { return }
            effects.identities { token, context in
                guard token != "broken" else { throw Broken() }
                return token == "right" ? Identity(account: "\(context.application)-ada") : nil
            }
        }
    }

    private struct Broken: Error {}

    private static let car: JSONValue = ["plate": "B AB 123"]

    private func start(_ api: TestAPI, _ body: JSONValue) async -> TestResponse {
        await api.send(.post, "/v1/sessions", body)
    }

    private func client(_ api: TestAPI, _ body: JSONValue) async throws -> TestClient {
        let reply = await start(api, body)
        try #require(reply.status == 201, "\(reply)")
        return TestClient(
            api: api,
            id: try #require(reply["id"]?.stringValue),
            token: try #require(reply["token"]?.stringValue),
            state: reply.json
        )
    }

    // MARK: Input

    @Test("The first screen knows the input of the session")
    func input() async throws {
        let reply = await start(try api(), ["input": Self.car])
        #expect(reply.status == 201)
        let focus = try #require(reply["focus"]?.stringValue)
        #expect(reply["screens"]?[focus]?["props"]?["plate"] == "B AB 123")
    }

    @Test("A mistake in the input is 422 with its place, and no session is created")
    func invalidInput() async throws {
        let api = try api()
        let cases: [(JSONValue, pointer: String, code: String)] = [
            ([:], "/input", "required"), (["input": ["plate": 5]], "/input/plate", "type"),
            (["input": ["minutes": 5]], "/input/plate", "required"),
            (["input": ["plate": "A", "color": "red"]], "/input/color", "additionalProperties"),
            (["input": "A"], "/input", "type"),
        ]
        for (body, pointer, code) in cases {
            let reply = await start(api, body)
            #expect(reply.status == 422, "\(body)")
            #expect(reply.type == "/problems/invalid-payload")
            #expect(reply["errors"]?[0]?["pointer"]?.stringValue == pointer, "\(reply)")
            #expect(reply["errors"]?[0]?["code"]?.stringValue == code, "\(reply)")
        }
        #expect(try await api.store.count() == 0)
    }

    @Test("An input that the application rejects is 422 with the reason")
    func rejectedInput() async throws {
        let reply = await start(try api(), ["input": ["plate": "X"]])
        #expect(reply.status == 422)
        #expect(reply.type == "/problems/rejected")
        #expect(reply["detail"] == "This is no plate.")
    }

    @Test("The reason for which an input is rejected is in the language of the client, although there is no session")
    func rejectedInputInGerman() async throws {
        let catalog = """
            {"sourceLanguage": "en", "version": "1.0", "strings": {"This is no plate.":
              {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Das ist kein Kennzeichen."}}}}}}
            """
        let application = try ParkingApplication.make(catalog: StringCatalog(xcstrings: Array(catalog.utf8)))
        let api = try TestAPI(applications: [application]) { $0.on(SessionResult.self) { _, _ in Nothing() } }
        let reply = await start(api, ["input": ["plate": "X"], "client": ["locale": "de-AT"]])
        #expect(reply["detail"] == "Das ist kein Kennzeichen.")
        #expect(reply["title"] == "Die Anwendung hat die Anfrage abgelehnt")
        #expect(reply["errors"]?[0]?["detail"] == "Das ist kein Kennzeichen.")
        #expect(await start(api, ["input": ["plate": "X"]])["detail"] == "This is no plate.")
    }

    @Test("An application that takes no input says so")
    func unexpectedInput() async throws {
        let reply = await start(try TestAPI(), ["input": Self.car])
        #expect(reply.status == 422)
        #expect(reply["errors"]?[0]?["pointer"] == "/input")
        #expect(reply["errors"]?[0]?["code"] == "unexpected")
    }

    @Test("An optional input can be left out")
    func optionalInput() async throws {
        let api = try api(acceptsNoCar: true)
        #expect(await start(api, [:]).status == 201)
        #expect(await start(api, ["input": Self.car]).status == 201)
    }

    @Test("The input is still there after a log-out, after a restart of the server, and after the session has expired")
    func keptInput() async throws {
        let store = MemoryStore()
        let api = try api(store: store)
        var client = try await client(api, ["input": Self.car])
        try await client.report("details")
        try await client.report("done")
        #expect(client.focused?["props"]?["plate"] == "B AB 123")

        let restarted = try self.api(store: store)
        var again = TestClient(api: restarted, id: client.id, token: client.token, state: client.state)
        try await again.report("details")
        try await again.report("done")
        #expect(again.focused?["props"]?["plate"] == "B AB 123")
    }

    @Test("The description of an application has the schemas of the input and of the result")
    func description() async throws {
        let description = try await api().send(.get, "/v1/apps/parking")
        #expect(description["input"]?["required"] == ["plate"])
        #expect(description["result"]?["required"] == ["bought"])
        #expect(description["inputOptional"] == nil)
        #expect(try await api(acceptsNoCar: true).send(.get, "/v1/apps/parking")["inputOptional"] == true)
        let schemas = try await api().send(.get, "/openapi.json")["components"]?["schemas"]
        #expect(schemas?["parking.input"]?["properties"]?["plate"] != nil)
        #expect(schemas?["parking.result"]?["properties"]?["bought"] != nil)
    }

    // MARK: Result

    @Test("An ended session has its result, as long as it can be read")
    func result() async throws {
        var client = try await client(try api(), ["input": Self.car])
        #expect(client.state["result"] == nil)
        try await client.report("buy")
        #expect(client.state["status"] == "ended")
        #expect(client.state["result"] == ["plate": "B AB 123", "bought": true])
        try await client.read()
        #expect(client.state["result"] == ["plate": "B AB 123", "bought": true])
    }

    @Test("A patch to the end of a session has the result")
    func patchedResult() async throws {
        let client = try await client(try api(), ["input": Self.car])
        let output = "/screens/\(client.focus)/outputs/buy"
        let reply = await client.send(.post, output, fields: [.prefer: "patch-from=\"1\""])
        #expect(reply.fields[.contentType] == "application/json-patch+json")
        let patched = try JSONPatch(reply.json.arrayValue ?? []).applied(to: client.state)
        #expect(patched["result"] == ["plate": "B AB 123", "bought": true])
        #expect(patched["status"] == "ended")
    }

    @Test("The end of a session is told to another system once, with the result, the user and one key")
    func delivery() async throws {
        let api = try api()
        var client = try await client(api, ["input": Self.car, "identity": "right"])
        try await client.report("buy")
        #expect(await eventually { ends.withLock { !$0.isEmpty } })
        let told = ends.withLock { $0 }
        #expect(told.map(\.result.result) == [["plate": "B AB 123", "bought": true]])
        #expect(told.first?.result.account == "parking-ada")
        #expect(told.first?.result.application == "parking")
        #expect(told.first?.key.hasPrefix("\(client.id)/") == true)
        try await client.read()
        #expect(client.state["status"] == "ended")
    }

    // MARK: Leaving

    @Test("The user of an embedded session goes back beyond the first screen, which ends it with what that means")
    func leaving() async throws {
        var client = try await client(try api(), ["input": Self.car, "embedded": true])
        #expect(client.state["gestures"]?["leave"] == .string("/v1/sessions/\(client.id)/back"))
        #expect(client.state["gestures"]?["back"] == nil)
        #expect(client.state["gestures"]?["confirm"] == ["title": "Leave without a ticket?", "gestures": ["leave"]])
        try await client.report("details")
        #expect(client.state["gestures"]?["leave"] == nil)
        try await client.post("/back")
        #expect(client.state["status"] == "active")
        try await client.post("/back")
        #expect(client.state["status"] == "ended")
        #expect(client.state["result"] == ["bought": false])
        #expect(client.state["gestures"] == [:])
    }

    @Test("A session that is not embedded can't be left by going back")
    func notEmbedded() async throws {
        var client = try await client(try api(), ["input": Self.car])
        #expect(client.state["gestures"] == [:])
        try await client.post("/back")
        #expect(client.state["status"] == "active")
    }

    // MARK: Lifetime

    @Test("An application decides how long its sessions live, and their cookies with them")
    func lifetime() async throws {
        let days = Duration.seconds(86_400)
        let lifetime = SessionLifetime(idle: days * 90, total: days * 365)
        let api = try TestAPI(applications: [ParkingApplication.make(lifetime: lifetime)]) {
            $0.on(SessionResult.self) { _, _ in Nothing() }
        }
        let body: JSONValue = ["input": Self.car, "credential": "cookie"]
        let reply = await api.send(.post, "/v1/sessions", body)
        #expect(reply.fields[.setCookie]?.contains("Max-Age=31536000") == true)

        var client = try await client(api, ["input": Self.car])
        try await client.report("details")
        api.clock.advance(by: days * 89)
        try await client.read()
        api.clock.advance(by: days * 2)
        #expect(await client.send(.get, "").status == 410)
    }

    // MARK: Identity

    @Test("A token of another system makes the session that user's from its first state on")
    func identity() async throws {
        let api = try api()
        let client = try await client(api, ["input": Self.car, "identity": "right"])
        #expect(client.focused?["props"]?["user"] == "parking-ada")
        #expect(await client.send(.get, "/account/sessions").status == 200)
        #expect(!api.log.lines.contains { $0.contains("right") })
    }

    @Test("A token that is not valid is 401, one that can't be verified now 503, and both create no session")
    func wrongIdentity() async throws {
        let api = try api()
        let wrong = await start(api, ["input": Self.car, "identity": "wrong"])
        #expect(wrong.status == 401)
        #expect(wrong.type == "/problems/identity-rejected")
        let broken = await start(api, ["input": Self.car, "identity": "broken"])
        #expect(broken.status == 503)
        #expect(broken.fields[.retryAfter] == "1")
        #expect(try await api.store.count() == 0)
    }

    @Test("A server that can't verify tokens says so")
    func unsupportedIdentity() async throws {
        let reply = await start(try api(verifies: false), ["input": Self.car, "identity": "right"])
        #expect(reply.status == 422)
        #expect(reply["errors"]?[0]?["pointer"] == "/identity")
        #expect(reply["errors"]?[0]?["detail"] == "This server takes no identity.")
    }
}
