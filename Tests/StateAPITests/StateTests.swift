import APITesting
import Coordination
import HTTPCore
import JSON
import Sessions
import Testing

@Suite("The state document")
struct StateTests {
    @Test("A new session gets 201 with its location, its tag, its token and the whole state")
    func newSession() async throws {
        let api = try TestAPI()
        let reply = await api.send(.post, "/v1/sessions")
        let id = try #require(reply["id"]?.stringValue)
        #expect(reply.status == 201)
        #expect(reply.fields[.location] == "/v1/sessions/\(id)")
        #expect(reply.tag == "\"1\"")
        #expect(reply.fields[.cacheControl] == "no-store, no-transform")
        #expect(reply.fields[.setCookie] == nil)
        #expect(try #require(reply["token"]?.stringValue).utf8.count == 43)
        #expect(reply["app"] == "notebook")
        #expect(reply["revision"] == 1)
        #expect(reply["status"] == "active")
        #expect(reply["expiresAt"] == "2026-11-21T09:45:00Z")
        #expect(reply["stack"] == ["k5"])
        #expect(reply["focus"] == "k5")
        #expect(reply["modals"] == [])
        #expect(reply["gestures"] == [:])
        #expect(
            reply["navigation"] == [
                "type": "stack", "key": "k3", "index": 0, "transition": "crossDissolve",
                "routes": [["key": "k5", "name": "login"]],
            ]
        )
        let screen = try #require(reply["screens"]?["k5"])
        #expect(screen["name"] == "login")
        #expect(screen["title"] == "Log in")
        #expect(screen["props"] == ["attempts": 0])
        #expect(screen["messages"] == [])
        #expect(
            screen["outputs"] == [
                [
                    "name": "submit", "href": .string("/v1/sessions/\(id)/screens/k5/outputs/submit"),
                    "schema": [
                        "type": "object",
                        "properties": [
                            "login": ["type": "string", "minLength": 1, "maxLength": 100],
                            "password": ["type": "string", "minLength": 1, "maxLength": 200, "writeOnly": true],
                        ],
                        "required": ["login", "password"], "additionalProperties": false,
                    ],
                ],
                ["name": "signUp", "href": .string("/v1/sessions/\(id)/screens/k5/outputs/signUp")],
            ]
        )
    }

    @Test("The token is returned once")
    func secretOnce() async throws {
        var client = try await TestAPI().start()
        #expect(!client.token.isEmpty)
        try await client.read()
        #expect(client.state["token"] == nil)
    }

    @Test("Tabs, one with a stack and one not visited, have the form of React Navigation's state")
    func tabs() async throws {
        var client = try await TestAPI().startInMain()
        try await client.report("noteSelected", 5)
        #expect(client.stack == ["noteList", "note"])
        let navigation = try #require(client.state["navigation"])
        #expect(navigation["type"] == "tabs")
        #expect(navigation["index"] == 0)
        let routes = try #require(navigation["routes"]?.arrayValue)
        #expect(routes.map { $0["name"] } == ["notes", "settings"])
        #expect(routes.map { $0["title"] } == ["Notes", "Settings"])
        #expect(routes[0]["key"] == routes[0]["state"]?["key"])
        #expect(routes[0]["state"]?["type"] == "stack")
        #expect(routes[0]["state"]?["index"] == 1)
        #expect(routes[1]["state"] == nil)
        #expect(client.focused?["hides"] == ["tabBar"])
        #expect(client.state["gestures"]?["back"] == .string("\(client.path)/back"))
    }

    @Test("A modal is listed with its own stack, and only the screen in focus has outputs")
    func modal() async throws {
        var client = try await TestAPI().startInMain()
        try await client.report("newNote")
        let modal = try #require(client.state["modals"]?[0])
        #expect(modal["presentation"] == "sheet")
        #expect(modal["dismissible"] == true)
        #expect(modal["transition"] == "coverVertical")
        #expect(modal["state"]?["routes"]?[0]?["name"] == "newNote")
        #expect(client.state["gestures"]?["dismiss"] == .string("\(client.path)/dismiss"))
        #expect(client.state["gestures"]?["back"] == nil)
        let screens = try #require(client.state["screens"]?.objectValue)
        let reporting = screens.members.filter { $0.value["outputs"] != [] }.map(\.key)
        #expect(reporting == [client.focus])
    }

    @Test("A client that renders all screens itself can omit the views")
    func withoutView() async throws {
        let client = try await TestAPI().start(["client": ["platform": "ios", "view": false, "unknown": [1, 2]]])
        #expect(client.focused?["view"] == nil)
        #expect(client.focused?["name"] == "login")
    }

    @Test("Two revisions of a session differ, and one revision gives the same bytes each time")
    func sameBytes() async throws {
        let client = try await TestAPI().startInMain()
        let first = await client.send(.get, "")
        let second = await client.send(.get, "")
        #expect(first.bytes == second.bytes)
        #expect(first.tag == second.tag)
        let after = await client.sendOutput("noteSelected", 1)
        #expect(after.bytes != first.bytes)
        #expect(after.tag != first.tag)
    }

    @Test("A covered screen's props are up to date in the same response")
    func coveredProps() async throws {
        var client = try await TestAPI().start()
        try await client.report("signUp")
        let covered = client.focus
        try await client.report("terms")
        try await client.report("confirmChanged", true)
        #expect(client.stack == ["login", "signUp", "terms"])
        #expect(client.state["screens"]?[covered]?["props"] == ["confirmed": true])
    }

    @Test("A disabled output is not listed")
    func disabledOutput() async throws {
        var client = try await TestAPI().start()
        try await client.report("signUp")
        #expect(client.focused?["outputs"]?.arrayValue?.map { $0["name"] } == ["terms"])
    }

    @Test("HEAD gives the tag of GET without the body")
    func head() async throws {
        let client = try await TestAPI().start()
        let full = await client.send(.get, "")
        let head = await client.send(.head, "")
        #expect(head.status == 200)
        #expect(head.tag == full.tag)
        #expect(head.bytes.isEmpty)
    }

    @Test("The applications are listed with their screens, and each screen with its outputs and schemas")
    func applications() async throws {
        let api = try TestAPI()
        let list = await api.send(.get, "/v1/apps")
        #expect(
            list.json == [
                "apps": [["name": "notebook", "title": "Notebook", "href": "/v1/apps/notebook", "agents": true]],
                "default": "notebook",
            ]
        )
        let notebook = await api.send(.get, "/v1/apps/notebook")
        #expect(notebook["links"] == ["usher://notebook/"])
        let screens = try #require(notebook["screens"]?.arrayValue)
        #expect(
            screens.compactMap { $0["name"]?.stringValue } == [
                "addPhone", "folders", "login", "newNote", "note", "noteList", "noteText", "settings", "signUp",
                "terms",
                "verifyPhone",
            ]
        )
        let terms = try #require(screens.first { $0["name"] == "terms" })
        #expect(terms["outputs"] == [["name": "confirmChanged", "schema": ["type": "boolean"]]])
    }

    @Test("A client's description of itself is cut at 64 Unicode scalars, however many make up a character")
    func longDescription() async throws {
        let api = try TestAPI()
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
        let long = JSONValue.string(String(repeating: family, count: 100))
        let client = try await api.start(["client": ["platform": long, "version": long, "locale": "de"]])
        let stored = try #require(try await api.store.load(SessionID(client.id))).client
        #expect(stored.platform?.unicodeScalars.count == 64 && stored.platform?.utf8.count ?? 0 <= 256)
        #expect(stored.version?.utf8.count == stored.platform?.utf8.count)
        #expect(stored.locale == "de")
    }
}
