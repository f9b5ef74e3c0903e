public import Coordination
import Documents

/// A session of an application without a server, for testing flows.
///
/// After every step it checks the invariants of every application, and throws ``InvariantViolation`` if the step violates one:
///
/// - The state can be encoded and restored with the same bytes, and the restored state responds to every event in the same way.
/// - A coordinator is in the tree exactly as long as it owns a screen or tabs or runs a child.
/// - No key is used twice.
/// - Views report only outputs that their screens declare.
/// - Going back keeps its rules: nothing is submitted twice, and no barrier is crossed.
///
/// ```swift
/// let session = try TestSession(items)
/// session.setResult(for: SignIn.self) { _ in .rejected }
/// try session.report("login.submit", ["login": "ada", "password": "wrong"])
/// #expect(session.stack == ["login"])
/// #expect(session.messages == ["auth.rejected"])
/// ```
public final class TestSession {
    /// The application under test.
    public var application: Application { session.application }
    /// The current state.
    public var state: NavigationState { session.state }
    /// The document of the current state as JSON, as a server responds to `GET /v1/sessions/{id}` in the source language.
    ///
    /// The session's id in it is `test`.
    public var document: [UInt8] { session.document }
    /// The current time, which only ``advance(by:)``, ``restart(after:)`` and ``resume(after:)`` move.
    public private(set) var now: Timestamp
    /// The number of changes of the state, starting at 1.
    public var revision: Int { Int(session.revision) }
    /// The link that leads to the place in front, or `nil` if the application gives none.
    public var link: String? { application.link(to: state) }
    /// The result of the last event that was applied, or of the start.
    public private(set) var lastStep: Step
    /// The client's description of itself, passed to every step.
    public var client: ClientInfo {
        get { session.client }
        set { session.client = newValue }
    }
    /// The changes that were made when the session was restored, or none for a session that was started.
    public let changes: [SnapshotChange]
    /// The bytes of the current state, as it is stored.
    ///
    /// Each commit of the session writes the changed part of them, and a server with many sessions keeps them for each.
    public var storedBytes: Int { storedState.count }
    /// The current state, as it is stored.
    var storedState: [UInt8] { steps.bytes }
    private let session: LocalSession
    private var steps: InvariantChecker
    private var results: EffectResults

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - link: A link to open after the start.
    ///   - input: The input, which the application's type of input describes.
    ///   - identity: The user who is signed in from the start, or `nil` for a guest.
    ///   - isEmbedded: Whether the session is a part of another app, to which the user can go back.
    ///   - client: The client's description of itself.
    ///   - now: The time at the start.
    ///   - results: The outcomes of effects. Other effects stay pending until the test completes them.
    /// - Throws: `NavigationError` or ``InvariantViolation``.
    public init(
        _ application: Application,
        link: String? = nil,
        input: JSONValue? = nil,
        identity: Identity? = nil,
        isEmbedded: Bool = false,
        client: ClientInfo = ClientInfo(),
        at now: Timestamp = Timestamp(milliseconds: 1_795_253_460_000),
        results: EffectResults = EffectResults()
    ) throws {
        self.now = now
        self.results = results
        var steps = InvariantChecker(application)
        let launch = SessionLaunch(link: link, input: input, identity: identity, isEmbedded: isEmbedded)
        let step = try steps.start(launch, at: Self.context(at: now, client))
        self.steps = steps
        changes = []
        lastStep = step
        session = LocalSession(application, id: "test", client: client, beginningWith: step, at: now)
        try runEffects()
    }

    /// Restores a session from a snapshot, which another release of the application may have written.
    ///
    /// ```swift
    /// let session = try TestSession(items, restoring: bytes)
    /// #expect(session.changes.map(\.description) == ["ItemCoordinator was migrated from version 1 to 2."])
    /// ```
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - bytes: A snapshot made by `Application.encode(_:)`.
    ///   - client: The client's description of itself.
    ///   - now: The time of the restore. Timers that are due by then fire at the next ``advance(by:)``.
    ///   - results: The outcomes of effects, also of effects that are pending already.
    /// - Throws: `SnapshotError`, `NavigationError` or ``InvariantViolation``.
    public init(
        _ application: Application,
        restoring bytes: [UInt8],
        client: ClientInfo = ClientInfo(),
        at now: Timestamp = Timestamp(milliseconds: 1_795_253_460_000),
        results: EffectResults = EffectResults()
    ) throws {
        self.now = now
        self.results = results
        var steps = InvariantChecker(application)
        let restored = try steps.restore(bytes, at: Self.context(at: now, client))
        self.steps = steps
        changes = restored.changes
        let step = Step(restoring: restored, of: application)
        lastStep = step
        session = LocalSession(application, id: "test", client: client, beginningWith: step, at: now)
        try runEffects()
    }

    /// Returns the context of a step, which checks the views of new screens.
    private static func context(at now: Timestamp, _ client: ClientInfo) -> StepContext {
        StepContext(now: now, session: "test", client: client, checksViews: true)
    }

    /// Applies an event, and then the outcomes of pending effects.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: `NavigationError`, after which nothing has changed, or ``InvariantViolation``.
    @discardableResult
    public func send(_ event: Event) throws -> Bool {
        let before = revision
        try apply(event)
        try runEffects()
        return revision != before
    }

    /// Simulates a restart of the server: the state is restored, secret effects are interrupted, and due timers fire, each once.
    ///
    /// - Parameter downtime: The duration for which the server is stopped.
    /// - Throws: `NavigationError` or ``InvariantViolation``.
    public func restart(after downtime: Duration = .zero) throws {
        now = now + downtime
        session.replaceState(by: try steps.restored(state, at: Self.context(at: now, client)))
        for effect in state.pending where effect.isLost {
            try apply(.effect(effect.key, .failure(.interrupted)))
        }
        try runEffects()
        try advance(by: .zero)
    }

    /// Simulates that the session expires and that its client continues it in a new session.
    ///
    /// - Parameter absence: The duration for which the user was away.
    /// - Throws: `NavigationError` or ``InvariantViolation``.
    public func resume(after absence: Duration = .seconds(86_400)) throws {
        now = now + absence
        lastStep = try steps.resume(state, at: Self.context(at: now, client))
        session.take(lastStep, at: now)
        try runEffects()
        try advance(by: .zero)
    }

    /// Sets the result of effects of a kind.
    ///
    /// It applies from the next event on, to pending effects, too.
    public func setResult<E: Effect>(for kind: E.Type, with value: @escaping @Sendable (E) -> E.Value) {
        results = results.result(for: kind, with: value)
    }

    /// Keeps effects of a kind pending from now on, until the test completes them.
    public func removeResult(for kind: any Effect.Type) {
        results = results.withoutResult(for: kind)
    }

    /// Moves the clock and fires the timers that become due, in the order of their times, and repeating ones at each tick.
    ///
    /// ```swift
    /// try session.advance(by: .seconds(30))
    /// #expect(session.timers == [])
    /// ```
    ///
    /// - Throws: `NavigationError` or ``InvariantViolation``.
    public func advance(by duration: Duration) throws {
        let end = now + duration
        while let timer = state.pending.filter({ $0.due.map { $0 <= end } ?? false })
            .min(by: { ($0.due ?? end, $0.key) < ($1.due ?? end, $1.key) })
        {
            now = max(now, timer.due ?? now)
            try send(.timer(timer.key))
        }
        now = end
    }

    private func apply(_ event: Event) throws {
        let step = try steps.apply(event, to: state, at: session.context(at: now, checksViews: true))
        lastStep = step
        session.take(step, at: now)
    }

    private func runEffects() throws {
        // Limits an application with effects that lead to more effects without end, which would hang its tests.
        for _ in 0..<1_000 {
            guard !state.isEnded else { return }
            var next: (Key, EffectOutcome)?
            for effect in state.pending where next == nil {
                next = results.outcome(of: effect, at: now).map { (effect.key, $0) }
            }
            guard let (key, outcome) = next else { return }
            try apply(.effect(key, outcome))
        }
        throw TestSessionError.endlessEffects
    }
}
