import APITesting
import Coordination
import HTTPCore
import Inspector
import JSON
import Notebook
import Sessions
import StateAPI
import Testing

@Suite("Texts in the inspector")
struct InspectorTextTests {
    @Test(
        "an account of an earlier release whose login has characters that are not seen is shown with escapes",
        arguments: [
            ("ann\u{200B}", #"ann\u{200B}"#), ("\u{202E}nna\u{202C}", #"\u{202E}nna\u{202C}"#),
            ("ann\u{0}x\n", #"ann\u{0}x\u{A}"#), ("ann\u{A0}\u{AD}", #"ann\u{A0}\u{AD}"#),
            ("ann\u{E0041}\u{3164}\u{2800}", #"ann\u{E0041}\u{3164}\u{2800}"#), ("Jörg 🐴", "Jörg 🐴"),
        ]
    )
    func accounts(login: String, shown: String) async throws {
        var settings = StateAPI.Settings()
        settings.hasDevelopmentRoutes = true
        settings.options = [.inspector]
        let api = try TestAPI(settings: settings) { handlers in
            handlers.on(SignIn.self) { _, _ in login }
        }
        var client = try await api.start()
        try await client.report("submit", ["login": .string(login), "password": "demo-password"])
        func inspector(_ path: String) async throws -> JSONValue {
            let fields: HTTPFields = [.host: "localhost"]
            let machine = ClientAddress("127.0.0.1")
            let reply = await api.send(
                .get,
                "/v1/inspector/sessions\(path)",
                bytes: [],
                fields: fields,
                client: machine
            )
            try #require(reply.status == 200, "\(reply)")
            return reply.json
        }
        #expect(try await inspector("")["sessions"]?[0]?["account"]?.stringValue == shown)
        #expect(try await inspector("/\(client.id)")["session"]?["account"]?.stringValue == shown)
    }
}
