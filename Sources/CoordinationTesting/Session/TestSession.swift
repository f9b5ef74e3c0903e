import JSON

/// A session of an application without a server: what flows are tested with.
///
/// Every step is checked for what must hold after every step of every application: that the state can be written down
/// and picked up with the same bytes and answers every event the same way, that every coordinator is in the tree exactly
/// as long as something it put up is there, that no key is used twice, and that views report only what their screens
/// declare. A step that breaks one of these throws ``InvariantViolation``.
///
/// ```swift
/// let session = try TestSession(items)
/// session.answer(SignIn.self) { _ in .refused }
/// try session.report("login.submit", ["login": "ada", "password": "wrong"])
/// #expect(session.stack == ["login"])
/// #expect(session.messages == ["auth.refused"])
/// ```
public final class TestSession {
    /// The application.
    public let application: Application
    /// Where the session is.
    public private(set) var state: NavigationState
    /// The time, which only ``advance(by:)`` moves.
    public private(set) var now: Timestamp
    /// How often the state has changed; 1 after the start.
    public private(set) var revision = 1
    /// What came of the last event that was applied.
    public private(set) var lastStep: Step
    /// Who the client says it is.
    public var client: ClientInfo
    /// What was changed when the session was picked up; empty for one that was started.
    public let changes: [SnapshotChange]
    private var steps: CheckedSteps
    private var answers: EffectAnswers

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - link: A link to open right away.
    ///   - client: Who the client says it is.
    ///   - now: The time at the start.
    ///   - answers: What the outside world answers; effects without an answer wait for the test.
    /// - Throws: `NavigationError`, ``InvariantViolation``.
    public init(
        _ application: Application,
        link: String? = nil,
        client: ClientInfo = ClientInfo(),
        at now: Timestamp = Timestamp(milliseconds: 1_795_253_460_000),
        answers: EffectAnswers = EffectAnswers()
    ) throws {
        self.application = application
        self.client = client
        self.now = now
        self.answers = answers
        var steps = CheckedSteps(application)
        let step = try steps.start(link: link, at: StepContext(now: now, session: "test", client: client))
        self.steps = steps
        changes = []
        lastStep = step
        state = step.state
        try runEffects()
    }

    /// Goes on with a session that was written down, perhaps by another release of the application.
    ///
    /// ```swift
    /// let session = try TestSession(items, pickingUp: bytes)
    /// #expect(session.changes.map(\.description) == ["ItemCoordinator was upgraded from version 1 to 2."])
    /// ```
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - bytes: What `Application.encode(_:)` gave.
    ///   - client: Who the client says it is.
    ///   - now: The time at which it is picked up; timers that are due fire when it moves on.
    ///   - answers: What the outside world answers, to effects that wait already, too.
    /// - Throws: `SnapshotError`, `NavigationError`, ``InvariantViolation``.
    public init(
        _ application: Application,
        pickingUp bytes: [UInt8],
        client: ClientInfo = ClientInfo(),
        at now: Timestamp = Timestamp(milliseconds: 1_795_253_460_000),
        answers: EffectAnswers = EffectAnswers()
    ) throws {
        self.application = application
        self.client = client
        self.now = now
        self.answers = answers
        var steps = CheckedSteps(application)
        let picked = try steps.pickUp(bytes, at: StepContext(now: now, session: "test", client: client))
        self.steps = steps
        changes = picked.changes
        lastStep = Step(pickingUp: picked, of: application)
        state = picked.state
        try runEffects()
    }

    /// Applies an event as it is, and then the answers to the effects that it led to.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: `NavigationError`, and nothing has changed then; ``InvariantViolation``.
    @discardableResult
    public func send(_ event: Event) throws -> Bool {
        let before = revision
        try apply(event)
        try runEffects()
        return revision != before
    }

    /// Stops the server and starts it again: what was written down is picked up, secrets are lost, due timers fire.
    ///
    /// - Parameter downtime: How long the server was away.
    /// - Throws: `NavigationError`, ``InvariantViolation``.
    public func restart(after downtime: Duration = .zero) throws {
        state = try steps.pickedUp(state, at: StepContext(now: now, session: "test", client: client))
        for effect in state.pending where effect.isLost {
            try apply(.effect(effect.key, .failure(.interrupted)))
        }
        try runEffects()
        try advance(by: downtime)
    }

    /// Sets the answer to every effect of a kind that is performed from now on.
    public func answer<E: Effect>(_ kind: E.Type, with value: @escaping @Sendable (E) -> E.Value) {
        answers = answers.answer(kind, with: value)
    }

    /// Lets every effect of a kind that is performed from now on wait for the test.
    public func wait(for kind: any Effect.Type) {
        answers = answers.waiting(for: kind)
    }

    /// Moves the clock and fires the timers that become due, in their order.
    ///
    /// - Throws: `NavigationError`, ``InvariantViolation``.
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
        let context = StepContext(now: now, session: "test", client: client)
        let step = try steps.apply(event, to: state, at: context)
        lastStep = step
        state = step.state
        if step.isChange { revision += 1 }
    }

    private func runEffects() throws {
        // An application whose effects never end would otherwise hang its tests.
        for _ in 0..<1_000 {
            guard !state.isEnded else { return }
            var next: (Key, EffectOutcome)?
            for effect in state.pending where next == nil {
                next = answers.outcome(of: effect, at: now).map { (effect.key, $0) }
            }
            guard let (key, outcome) = next else { return }
            try apply(.effect(key, outcome))
        }
        throw TestSessionError.endlessEffects
    }
}
