package import Concurrency
package import Coordination
package import HTTPCore
import JSON
import Logging
import Notebook
package import Sessions
package import SessionsTesting
package import StateAPI
import Testing

/// The state API without a socket, for the notebook with effects that complete at once.
package struct TestAPI: Sendable {
    package let clock: ManualClock
    package let store: any SessionStore
    package let registry: SessionRegistry
    package let handler: any HTTPHandler
    package let log = RecordingLogHandler()
    /// The number of times that each effect was performed.
    package let performed = Lock<[String: Int]>([:])

    package init(
        store: any SessionStore = MemoryStore(),
        limits: SessionLimits = SessionLimits(),
        settings: StateAPI.Settings = StateAPI.Settings(),
        gate: EffectGate? = nil,
        effectLimit: Int = 10_000,
        clock: ManualClock = ManualClock(),
        applications: [Application]? = nil,
        handlers addHandlers: (inout EffectHandlers) -> Void = { _ in }
    ) throws {
        self.clock = clock
        self.store = store
        let performed = performed
        @Sendable func count(_ name: String) async {
            performed.withLock { $0[name, default: 0] += 1 }
            await gate?.pass()
        }
        var effects = EffectHandlers()
        effects.on(SignIn.self) { effect, _ in
            await count("signIn")
            let isRight =
                effect.credentials.login == "demo" && effect.credentials.password.exposed == "demo-password"
            return isRight ? "demo" : nil
        }
        effects.on(CreateAccount.self) { effect, _ in
            await count("createAccount")
            return effect.credentials.login
        }
        effects.on(CheckCode.self) { effect, _ in
            await count("checkCode")
            return effect.code.exposed == "123456"
        }
        addHandlers(&effects)
        let logger = Logger(label: "test") { [log] _ in log }
        registry = try SessionRegistry(
            applications: HostedApplications(applications ?? [NotebookApplication.make()]),
            store: store,
            effects: effects,
            clock: clock,
            limits: limits,
            effectLimit: effectLimit,
            log: logger
        )
        handler = StateAPI(registry: registry, settings: settings, log: logger, metrics: { _ in "# none\n" }).handler()
    }

    package func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: HTTPFields = [:]
    ) async -> TestResponse {
        var writer = JSONWriter()
        if let body { writer.value(body) }
        return await send(method, path, bytes: body == nil ? [] : writer.bytes, fields: fields)
    }

    package func send(
        _ method: HTTPMethod,
        _ path: String,
        bytes: [UInt8],
        fields: HTTPFields = [:],
        client: ClientAddress? = nil
    ) async -> TestResponse {
        var fields = fields
        if !bytes.isEmpty, !fields.contains(.contentType) { fields.append(.contentType, "application/json") }
        let request = HTTPRequest(method: method, target: HTTPTarget(path), fields: fields, body: bytes, client: client)
        return TestResponse(await handler.respond(to: request))
    }

    /// Starts a session and returns its client.
    package func start(_ body: JSONValue = [:], fields: HTTPFields = [:]) async throws -> TestClient {
        let reply = await send(.post, "/v1/sessions", body, fields: fields)
        try #require(reply.status == 201, "\(reply)")
        return TestClient(
            api: self,
            id: try #require(reply["id"]?.stringValue),
            token: reply["token"]?.stringValue ?? "",
            state: reply.json
        )
    }

    /// Starts a session with a user who has signed in.
    package func startInMain() async throws -> TestClient {
        var client = try await start()
        try await client.report("submit", ["login": "demo", "password": "demo-password"])
        #expect(client.stack == ["noteList"])
        return client
    }
}
