import Concurrency
import Coordination
import Documents
import Logging
import Synchronization

/// Dependencies shared by all sessions of a registry, in a class so that a session stores one pointer.
final class SessionDependencies: Sendable {
    let clock: any WallClock
    let limits: SessionLimits
    let store: InstrumentedStore
    let effects: EffectRunner
    let topics: Topics
    /// The thread for timers, sweeps and other work of sessions that no caller waits for.
    let background: WorkerThreads
    let log: Logger
    let logTransition: (@Sendable (TransitionRecord) -> Void)?
    let metrics: SessionMetrics
    let quota: SessionQuota
    let crashes: CrashLog?
    let audit: (any AuditLog)?
    /// Draws documents before their steps are committed, or `nil` without a layer that serves them.
    let renderer = Lock<StateRenderer?>(nil)
    /// Sessions that a later release may have written, with the time until which their effects and timers are left to it.
    let newer = Lock<[SessionID: Timestamp]>([:])
    private let shutdown = Atomic(false)
    private let lastNumber = Atomic<UInt64>(0)
    private let bytes = Atomic(0)

    init(
        clock: any WallClock,
        limits: SessionLimits,
        store: InstrumentedStore,
        effects: EffectRunner,
        topics: Topics,
        background: WorkerThreads,
        log: Logger,
        logTransition: (@Sendable (TransitionRecord) -> Void)?,
        metrics: SessionMetrics,
        quota: SessionQuota,
        crashes: CrashLog?,
        audit: (any AuditLog)?
    ) {
        self.clock = clock
        self.limits = limits
        self.store = store
        self.effects = effects
        self.topics = topics
        self.background = background
        self.log = log
        self.logTransition = logTransition
        self.metrics = metrics
        self.quota = quota
        self.crashes = crashes
        self.audit = audit
    }

    func makeNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    /// The sizes of the encoded states and the documents of the sessions in memory.
    var liveBytes: Int { bytes.load(ordering: .relaxed) }

    /// Adds the growth of a state or a document, or subtracts its size when it leaves memory.
    func addLiveBytes(_ bytes: Int) {
        if bytes != 0 { self.bytes.add(bytes, ordering: .relaxed) }
    }

    /// Whether the server is stopping, so that effects are left to the next one.
    var isClosed: Bool { effects.isClosed }

    /// Whether callers may no longer wait.
    var isShuttingDown: Bool { shutdown.load(ordering: .relaxed) || isClosed }

    /// Ends all waits from now on, except those for a commit.
    func beginShutdown() { shutdown.store(true, ordering: .relaxed) }

    /// Runs code of an application, and names the session in the crash log if the process crashes in it.
    func withCrashAttribution<Result, Failure: Error>(
        _ id: SessionID,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let crashes else { return try body() }
        return try crashes.withCrashAttribution(id, body)
    }

    /// Starts the effects of a committed step, for which places are reserved, and cancels those that its flows have cancelled.
    func run(_ step: Step, of session: Session, under lease: Lease?) {
        effects.cancel(step.cancelled, of: session)
        run(step.effects, of: session, isReserved: true, under: lease)
    }

    /// Starts effects, and schedules timers.
    ///
    /// Without the lease of a shared store, it leaves the effects to the next claims.
    ///
    /// - Parameters:
    ///   - pending: The effects and timers, which are committed.
    ///   - session: Their session.
    ///   - isReserved: Whether places in the queues were reserved for them.
    ///   - lease: The lease to which the effects belong, or `nil` if it is unknown. It is ignored if the store is not shared.
    ///   - wasBegun: Whether an earlier server may have performed them.
    func run(
        _ pending: [PendingEffect],
        of session: Session,
        isReserved: Bool = false,
        under lease: Lease? = nil,
        wasBegun: Bool = false
    ) {
        let isHeld = holds(lease)
        // Timers belong to no lease.
        for effect in pending where isHeld || effect.due != nil {
            effects.run(effect, of: session, isReserved: isReserved, under: lease, wasBegun: wasBegun)
        }
        guard !isHeld, pending.contains(where: { $0.due == nil }) else { return }
        if isReserved { effects.release(pending, from: session.client) }
        effects.claimNow()
    }

    /// Whether no other server can run the effects that belong to a lease, as far as this server knows.
    func holds(_ lease: Lease?) -> Bool { !store.isShared || lease != nil && store.lease == lease }

    /// Logs the names and numbers of a transition, and nothing that the user sent.
    func log(_ step: Step, of record: LiveRecord, took duration: Duration, trace: String?) {
        metrics.transition(of: record.application, took: duration)
        // This runs on every tap, so the log record is made only if the level requires it.
        guard log.logLevel <= .info else { return }
        let transition = TransitionRecord(step, of: record, took: duration, trace: trace)
        if let logTransition {
            logTransition(transition)
        } else {
            log.info("Transition committed", metadata: transition.metadata)
        }
    }

    /// Leaves a session to a later release, which may have written it, and logs that once.
    ///
    /// - Returns: The error for its client, which tries again until it reaches that release.
    func leave(_ error: StoreError, of id: SessionID) -> SessionError {
        let isKnown = newer.withLock { $0.updateValue(clock.now + Self.newerInterval, forKey: id) != nil }
        if !isKnown {
            log.warning(
                "Session left to a later release",
                metadata: ["session": "\(id)", "reason": "\(error)"]
            )
        }
        return .store(error)
    }

    /// The time after which this server tries again to run the effects and timers of a session that it has left.
    private static let newerInterval = Duration.seconds(60)

    /// Logs a failure of one session.
    ///
    /// ``InstrumentedStore`` logs failures of the store itself. If two servers change a session at once, they are in conflict,
    /// and the second one loads the session and applies its event again. That is normal with a shared store, and
    /// `usher_store_conflicts_total` counts it.
    func log(_ error: StoreError, of id: SessionID) {
        if error.kind == .newer { _ = leave(error, of: id) }
        guard error.kind == .unreadable || error.kind == .conflict else { return }
        let level: Logger.Level = error.kind == .conflict && store.isShared ? .debug : .warning
        log.log(level: level, "Session operation failed", metadata: ["session": "\(id)", "reason": "\(error)"])
    }
}

extension Duration {
    /// The duration in whole microseconds, which wraps beyond 292,000 years.
    var microseconds: Int64 { components.seconds &* 1_000_000 &+ components.attoseconds / 1_000_000_000_000 }
}
