import Concurrency
import Coordination
import HTTPCore
import JSON
import Logging
import Notebook
import Sessions
import SessionsTesting
import StateAPI
import Testing

/// The state API without a socket, for the notebook with effects that complete at once.
struct TestAPI: Sendable {
    let clock: ManualClock
    let store: any SessionStore
    let registry: SessionRegistry
    let handler: any HTTPHandler
    let log = RecordingLogHandler()
    /// The number of times that each effect was performed.
    let performed = Lock<[String: Int]>([:])

    init(
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

    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: HTTPFields = [:]
    ) async -> TestResponse {
        var writer = JSONWriter()
        if let body { writer.value(body) }
        return await send(method, path, bytes: body == nil ? [] : writer.bytes, fields: fields)
    }

    func send(
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
    func start(_ body: JSONValue = [:], fields: HTTPFields = [:]) async throws -> TestClient {
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
    func startInMain() async throws -> TestClient {
        var client = try await start()
        try await client.report("submit", ["login": "demo", "password": "demo-password"])
        #expect(client.stack == ["noteList"])
        return client
    }
}

/// A client of one session that stores the last state it has received.
struct TestClient: Sendable {
    let api: TestAPI
    let id: String
    var token: String
    var state: JSONValue

    var path: String { "/v1/sessions/\(id)" }
    var authorization: HTTPFields { [.authorization: "Bearer \(token)"] }
    var revision: Int64 { state["revision"]?.integerValue ?? -1 }
    var focus: String { state["focus"]?.stringValue ?? "none" }
    var focused: JSONValue? { state["screens"]?[focus] }

    /// The names of the screens on the front stack.
    var stack: [String] {
        (state["stack"]?.arrayValue ?? []).compactMap { $0.stringValue }
            .compactMap { state["screens"]?[$0]?["name"]?.stringValue }
    }

    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: HTTPFields = [:]
    ) async -> TestResponse {
        var all = authorization
        all.append(contentsOf: fields)
        return await api.send(method, self.path + path, body, fields: all)
    }

    func sendOutput(_ name: String, _ body: JSONValue? = nil, fields: HTTPFields = [:]) async -> TestResponse {
        await send(.post, "/screens/\(focus)/outputs/\(name)", body, fields: fields)
    }

    mutating func report(_ name: String, _ body: JSONValue? = nil) async throws {
        try take(await sendOutput(name, body))
    }

    mutating func post(_ path: String, _ body: JSONValue? = nil) async throws {
        try take(await send(.post, path, body))
    }

    mutating func read() async throws { try take(await send(.get, "")) }

    /// Waits for a revision after the given one.
    mutating func read(after revision: Int64) async throws {
        try take(await send(.get, "", fields: [.prefer: "wait=10", .ifNoneMatch: "\"\(revision)\""]))
    }

    mutating func take(_ reply: TestResponse) throws {
        try #require(reply.status == 200, "\(reply)")
        state = reply.json
        token = reply["token"]?.stringValue ?? token
    }
}

/// A response with its body parsed as JSON.
struct TestResponse: Sendable, CustomStringConvertible {
    let status: Int
    let fields: HTTPFields
    let bytes: [UInt8]
    let json: JSONValue

    init(_ response: HTTPResponse) {
        status = response.status.code
        fields = response.fields
        bytes = response.body.bytes
        json = (try? JSONValue(parsing: response.body.bytes, limits: JSONLimits(bytes: 1 << 20))) ?? .null
    }

    var type: String? { json["type"]?.stringValue }
    var tag: String? { fields[.entityTag] }
    var description: String { "\(status) \(String(decoding: bytes, as: UTF8.self))" }

    subscript(name: String) -> JSONValue? { json[name] }
}

/// A gate at which effects wait until a test opens it.
final class EffectGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }
}

/// A log handler that stores every line as text.
final class RecordingLogHandler: LogHandler, Sendable {
    private let recorded = Lock<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        let line = "\(event.level) \(event.message) \(event.metadata ?? [:])"
        recorded.withLock { $0.append(line) }
    }
}

/// Waits, yielding, until a condition holds, and returns false after a minute.
func eventually(_ condition: () async -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while !(await condition()) {
        guard ContinuousClock.now < deadline else { return false }
        await Task.yield()
    }
    return true
}
