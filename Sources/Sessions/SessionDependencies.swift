import Coordination
import Logging
import Synchronization
import Threads

/// Dependencies shared by all sessions of a registry; a class, so a session stores one pointer.
final class SessionDependencies: Sendable {
    let clock: any WallClock
    let limits: SessionLimits
    let store: WatchedStore
    let effects: EffectRunner
    /// The threads on which effects run, and the work of sessions that no caller waits for.
    let workers: WorkerThreads
    let log: Logger
    let logTransition: (@Sendable (TransitionRecord) -> Void)?
    let metrics: SessionMetrics
    let crashes: CrashLedger?
    /// Called with the number of a session that has left memory.
    let onRelease = Lock<(@Sendable (UInt64) -> Void)?>(nil)
    private let shutdown = Atomic(false)
    private let lastNumber = Atomic<UInt64>(0)

    init(
        clock: any WallClock,
        limits: SessionLimits,
        store: WatchedStore,
        effects: EffectRunner,
        workers: WorkerThreads,
        log: Logger,
        logTransition: (@Sendable (TransitionRecord) -> Void)?,
        metrics: SessionMetrics,
        crashes: CrashLedger?
    ) {
        self.clock = clock
        self.limits = limits
        self.store = store
        self.effects = effects
        self.workers = workers
        self.log = log
        self.logTransition = logTransition
        self.metrics = metrics
        self.crashes = crashes
    }

    func makeNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    func sessionReleased(_ number: UInt64) { onRelease.withLock { $0 }?(number) }

    /// Whether the server is stopping: effects are left for the next server.
    var isClosed: Bool { effects.isClosed }

    /// Whether callers may not wait any more.
    var isOver: Bool { shutdown.load(ordering: .relaxed) || isClosed }

    /// From now on no caller waits for anything but a commit.
    func beginShutdown() { shutdown.store(true, ordering: .relaxed) }

    /// Runs an application's code for a session, in such a way that the next server knows if this one crashed over it.
    func guarding<Result, Failure: Error>(
        _ id: SessionID,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let crashes else { return try body() }
        return try crashes.guarding(id, body)
    }

    /// Starts new effects, and schedules timers.
    func run(_ pending: [PendingEffect], of session: Session) {
        for effect in pending { effects.run(effect, of: session) }
    }

    /// Writes the log line of a transition: its kind, and nothing that the user sent.
    func log(_ step: Step, of record: SessionRecord, took duration: Duration, trace: String?) {
        #if PLANTED_RACE
            PlantedRace.touch()
        #endif
        metrics.transition(of: record.application, took: duration)
        // The record is made only for a log that wants it: this runs on every tap.
        guard log.logLevel <= .info else { return }
        let transition = TransitionRecord(step, of: record, took: duration, trace: trace)
        if let logTransition {
            logTransition(transition)
        } else {
            log.info("transition", metadata: transition.metadata)
        }
    }

    /// Logs a failure that concerns one session; failures of the store itself are logged by ``WatchedStore``.
    func log(_ error: StoreError, of id: SessionID) {
        guard error.kind == .unreadable || error.kind == .conflict else { return }
        log.warning("session failed", metadata: ["session": "\(id)", "reason": "\(error)"])
    }
}

extension Duration {
    /// The whole microseconds in a duration that is not longer than some hundred thousand years.
    var microseconds: Int64 { components.seconds &* 1_000_000 &+ components.attoseconds / 1_000_000_000_000 }
}
