import Concurrency
import Coordination
import Counter
import JSON
import Logging
import Notebook
import SessionsTesting
import Testing

@testable import Sessions

/// A registry with all its dependencies, as a program would wire them.
struct TestServer: Sendable {
    let clock: ManualClock
    let store: TestStore
    let applications: HostedApplications
    let questions: Questions
    let registry: SessionRegistry

    init(
        clock: ManualClock = ManualClock(),
        store: TestStore = TestStore(),
        limits: SessionLimits = SessionLimits(),
        applications: HostedApplications? = nil,
        questions: Questions = Questions(),
        effectThreads: Int = 4,
        crashes: CrashLog? = nil,
        log: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        register: (inout EffectHandlers) -> Void = { _ in }
    ) throws {
        self.clock = clock
        self.store = store
        self.questions = questions
        self.applications = try applications ?? Self.applications()
        var handlers = EffectHandlers()
        handlers.on(SignIn.self) { effect, _ in
            effect.credentials.password.exposed == "demo-password" ? effect.credentials.login : nil
        }
        handlers.on(CreateAccount.self) { effect, _ in effect.credentials.login }
        handlers.on(CheckCode.self) { effect, _ in effect.code.exposed == "123456" }
        questions.register(in: &handlers)
        register(&handlers)
        registry = try SessionRegistry(
            applications: self.applications,
            store: store,
            effects: handlers,
            clock: clock,
            limits: limits,
            effectThreads: effectThreads,
            crashes: crashes,
            log: log
        )
    }

    static func applications() throws -> HostedApplications {
        HostedApplications([try NotebookApplication.make(), try CounterApplication.make()])
    }

    /// Returns a second server over the same store, as after a kill of the first one.
    func restarted(questions: Questions = Questions(), crashes: CrashLog? = nil) throws -> TestServer {
        try TestServer(
            clock: clock,
            store: store,
            limits: registry.limits,
            applications: applications,
            questions: questions,
            crashes: crashes
        )
    }

    /// Returns the count of a session as stored, or `nil` if the session is not in the store.
    func storedCount(of session: Session) async throws -> Int? { try await storedCount(session.id) }

    /// Returns the count of a session as stored, or `nil` if the session is not in the store.
    func storedCount(_ id: SessionID) async throws -> Int? {
        guard let stored = try await store.load(id), let application = applications[stored.application] else {
            return nil
        }
        return try LiveRecord.restored(stored, by: application, at: clock.now).record.state.count
    }

    func start(
        _ name: String? = "counter",
        key: String? = nil,
        request: String = "POST /v1/sessions"
    ) async throws -> (session: Session, credential: Credential) {
        let (result, credential) = try await registry.start(
            name,
            link: nil,
            client: ClientInfo(),
            idempotency: key.map { Idempotency(creationKey: $0, request: Array(request.utf8)) }
        )
        return (result.view.session, credential)
    }

    /// Starts a session of the notebook and signs in.
    func startSignedIn() async throws -> Session {
        let (session, _) = try await start("notebook")
        _ = try await session.report("submit", ["login": "demo", "password": "demo-password"], wait: .seconds(10))
        return session
    }
}

extension SessionRegistry {
    /// Hands a session over to one more device, and returns the credential of that device.
    func addDevice(to session: Session) async throws -> Credential {
        let code = try await AsyncCaller.result { self.handOff(session, for: $0, then: $1) }.get().code
        return try await AsyncCaller.result {
            self.join(code, platform: nil, idempotency: nil, for: $0, then: $1)
        }.get().credential
    }

    /// Revokes the credential of a device.
    func revoke(_ credential: Credential, of session: Session) async throws {
        let id = try #require(devices(of: session, current: credential).current)
        try await AsyncCaller.result { self.revokeDevice(id, of: session, for: $0, then: $1) }.get()
    }
}

func digest(_ text: String) -> Digest { Digest(of: Array(text.utf8)) }

extension Idempotency {
    static func of(_ key: String, _ request: String = "request") -> Idempotency {
        Idempotency(key: key, request: Array(request.utf8), credential: Credential("secret"))
    }
}

extension Session {
    /// Reports an output of the screen in focus.
    @discardableResult
    func report(
        _ output: String,
        _ payload: JSONValue? = nil,
        key: Idempotency? = nil,
        revisions: [UInt64]? = nil,
        wait: Duration = .zero
    ) async throws(SessionError) -> SubmissionResult {
        let screen = view.record.state.focus?.key ?? Key(0)
        return try await submit(
            Submission(
                .output(output, screen: screen, payload: payload),
                revisions: revisions,
                idempotency: key,
                wait: wait
            )
        )
    }

    var revision: UInt64 { view.record.revision }
    var count: Int { view.record.state.count ?? -1 }
    /// The names of the screens on the front stack, root first.
    var stack: [String] {
        let state = view.record.state
        return state.stack.compactMap { state.screens[$0]?.name }
    }
    var messages: [String] { view.record.state.focus?.messages.map(\.code) ?? [] }
}

extension SessionError {
    /// The case as a text, for comparisons.
    var name: String {
        switch self {
        case .unauthorized: "unauthorized"
        case .credentialReplaced: "replaced"
        case .noAccount: "noAccount"
        case .handoffUnusable: "handoffUnusable"
        case .tooManyDevices: "tooManyDevices"
        case .unknownDevice: "unknownDevice"
        case .lastDevice: "lastDevice"
        case .expired(let application, _): "expired \(application)"
        case .notExpired: "not expired"
        case .unreadable(let application): "unreadable \(application ?? "something")"
        case .unknownApplication(let name): "unknownApplication \(name)"
        case .navigation(let error, _): "navigation \(error)"
        case .revisionMismatch(let view): "revisionMismatch \(view.record.revision)"
        case .idempotencyKeyReused: "keyReused"
        case .idempotencyKeyInUse: "keyInUse"
        case .idempotencyKeyTooShort: "keyTooShort"
        case .tooManySessions: "full"
        case .effectQueueFull(let effect, _): "effectQueueFull \(effect)"
        case .rowsUnavailable(let name): "rowsUnavailable \(name)"
        case .identityRejected: "identityRejected"
        case .identityUnavailable: "identityUnavailable"
        case .identitiesNotSupported: "identitiesNotSupported"
        case .store(let error): "store \(error.kind)"
        case .cancelled: "abandoned"
        }
    }
}

/// Returns the name of the error that a body throws, or `nil` if it throws none.
func error<Value>(of body: () async throws(SessionError) -> Value) async -> String? {
    do throws(SessionError) {
        _ = try await body()
        return nil
    } catch {
        return error.name
    }
}

/// Effect handlers that answer the counter's questions, and can be paused or made to fail.
final class Questions: Sendable {
    /// The error of an answer that was not given.
    struct Failure: EffectError {
        var mayHaveHappened: Bool { false }
    }
    /// An error that does not say whether the answer was given, as a lost connection.
    struct LostConnection: Error {}

    private struct State {
        var keys: [String] = []
        var secrets: [String] = []
        var isPaused = false
        var failures = 0
        /// The errors of the next answers.
        ///
        /// When none is left, an answer is given.
        var errors: [any Error] = []
        var paused: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// The idempotency keys of all performed questions.
    var keys: [String] { state.withLock { $0.keys } }
    var secrets: [String] { state.withLock { $0.secrets } }
    var pausedCount: Int { state.withLock { $0.paused.count } }

    func pause() { state.withLock { $0.isPaused = true } }
    /// Makes the next answers fail.
    func fail(_ count: Int = .max) { state.withLock { $0.failures = count } }

    /// Plans the errors of the next answers.
    func fail(with errors: [any Error]) { state.withLock { $0.errors += errors } }

    func release() {
        let paused = state.withLock { state in
            state.isPaused = false
            defer { state.paused = [] }
            return state.paused
        }
        for continuation in paused { continuation.resume() }
    }

    func register(in handlers: inout EffectHandlers) {
        handlers.on(Question.self) { try await self.answer(10, $1) }
        handlers.on(QuietQuestion.self) { try await self.answer(1_000, $1) }
        handlers.on(PersistentQuestion.self) { try await self.answer(50, $1) }
        handlers.on(ReadQuestion.self) { try await self.answer(1, $1) }
        handlers.on(FailingQuestion.self) { try await self.answer(1, $1) }
        handlers.on(SecretQuestion.self) { effect, context in
            self.state.withLock { $0.secrets.append(effect.secret.exposed) }
            return try await self.answer(10_000, context)
        }
    }

    private func answer(_ number: Int, _ context: EffectContext) async throws -> Int {
        await withCheckedContinuation { continuation in
            let isPaused = state.withLock { state in
                state.keys.append(context.idempotencyKey)
                if state.isPaused { state.paused.append(continuation) }
                return state.isPaused
            }
            if !isPaused { continuation.resume() }
        }
        let fails = state.withLock { state in
            defer { if state.failures > 0 { state.failures -= 1 } }
            return state.failures > 0
        }
        if fails { throw Failure() }
        let error = state.withLock { $0.errors.isEmpty ? nil : $0.errors.removeFirst() }
        if let error { throw error }
        return number
    }
}
