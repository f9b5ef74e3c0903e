import Coordination
import Logging
import Threads

/// What every session of a registry shares; one object, so that a session has no more of it than a pointer.
final class SessionSurroundings: Sendable {
    let clock: any WallClock
    let limits: SessionLimits
    let store: WatchedStore
    let committer: Committer
    let effects: EffectRunner
    let log: Logger
    let metrics: SessionMetrics
    let crashes: CrashLedger?
    let patience = Patience()
    let documents: KeptDocuments

    init(
        clock: any WallClock,
        limits: SessionLimits,
        store: WatchedStore,
        committer: Committer,
        effects: EffectRunner,
        log: Logger,
        metrics: SessionMetrics,
        crashes: CrashLedger?
    ) {
        self.clock = clock
        self.limits = limits
        self.store = store
        self.committer = committer
        self.effects = effects
        self.log = log
        self.metrics = metrics
        self.crashes = crashes
        documents = KeptDocuments(documents: limits.keptDocuments, texts: limits.keptTexts)
    }

    /// Whether the server is stopping: nobody waits any more, and effects are left for the next server.
    var isClosed: Bool { effects.isClosed }

    /// Whether nobody may be kept waiting any more.
    var isOver: Bool { patience.hasEnded || isClosed }

    /// A session in the form in which the store wants it.
    ///
    /// - Parameter last: What was committed last, of which only the changes need to be written down.
    /// - Returns: The session, and its state in writing where the store wants that.
    /// - Throws: ``StoreError/Kind/unreadable`` when the state holds what can't be written down, a mistake of the
    ///   application.
    func stored(
        _ record: SessionRecord,
        _ application: Application,
        after last: WrittenState?
    ) throws(StoreError) -> (session: StoredSession, written: WrittenState?) {
        guard store.wantsWriting else { return (record.with(.live(record.state)), nil) }
        do {
            let written = try application.encode(record.state, after: last)
            return (record.with(.written(written.bytes)), written)
        } catch {
            throw StoreError(.unreadable, "The session \(record.id) can't be written down: \(error)")
        }
    }

    /// Takes a session up again that was in memory all the time.
    func read(_ stored: StoredSession, _ application: Application) throws(StoreError) -> SessionRecord {
        do throws(SnapshotError) {
            return try SessionRecord.takenUp(stored, by: application, at: clock.now).record
        } catch {
            throw StoreError(.unreadable, "The session \(stored.id) can't be taken up: \(error)")
        }
    }

    /// Runs what the application does for a session, in such a way that the next server knows if this one came to its
    /// end over it.
    func guarding<Result, Failure: Error>(
        _ id: SessionID,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let crashes else { return try body() }
        return try crashes.guarding(id, body)
    }

    /// The record that follows a step.
    func successor(
        of record: SessionRecord,
        _ step: Step,
        _ idempotency: Idempotency?,
        at now: Timestamp
    ) -> SessionRecord {
        var next = record
        next.update { header in
            header.generation += 1
            if let idempotency {
                let reply = Reply(key: idempotency.key, request: idempotency.request, at: now)
                header.replies.append(reply, limit: limits.replies)
            }
            guard step.isChange else { return }
            header.revision += 1
            // Not earlier than it was, even if somebody has put the clock back.
            header.expiresAt = max(header.expiresAt, expiry(createdAt: header.origin.createdAt, usedAt: now))
        }
        if step.isChange { next.state = step.state }
        return next
    }

    /// Refuses a step that puts up more screens than a session may have; one that takes some away is always taken.
    func checkSize(of step: Step, after state: NavigationState) throws(NavigationError) {
        let count = step.state.screens.count
        guard count > limits.screens, count > state.screens.count else { return }
        throw .refused(
            Refusal("session.full", "\(limits.screens) screens are open, and there may not be more; go back first.")
        )
    }

    func expiry(createdAt: Timestamp, usedAt: Timestamp) -> Timestamp {
        min(usedAt + limits.idle, createdAt + limits.absolute)
    }

    /// Runs effects that are new, and takes note of timers.
    func run(_ pending: [PendingEffect], of session: Session) {
        for effect in pending { effects.run(effect, of: session) }
    }

    /// Writes the log line of a transition; it names what happened and tells nothing of what was sent.
    func note(_ step: Step, of record: SessionRecord, took duration: Duration, trace: String?) {
        #if PLANTED_RACE
            PlantedRace.touch()
        #endif
        metrics.transition(of: record.application, took: duration)
        // The words are put together only for a log that wants them: this is done on every tap.
        guard log.logLevel <= .info else { return }
        var metadata: Logger.Metadata = [
            "session": "\(record.id)", "app": "\(record.application)", "revision": "\(record.revision)",
            "from": "\(step.cause.source)", "output": "\(step.cause.name)",
            "to": "\(step.state.focus?.name ?? "nothing")", "duration_us": "\(duration.microseconds)",
        ]
        if let trace { metadata["trace"] = "\(trace)" }
        log.info("transition", metadata: metadata)
    }

    /// Logs what concerns this session alone; failures of the store itself are logged where the store is watched.
    func note(_ error: StoreError, of id: SessionID) {
        guard error.kind == .unreadable || error.kind == .conflict else { return }
        log.warning("session failed", metadata: ["session": "\(id)", "reason": "\(error)"])
    }
}

extension Duration {
    /// The whole microseconds in a duration that is not longer than some hundred thousand years.
    var microseconds: Int64 { components.seconds &* 1_000_000 &+ components.attoseconds / 1_000_000_000_000 }
}

/// Whether anybody may still be kept waiting; not any more once the server stops.
final class Patience: Sendable {
    private let isOver = Lock(false)

    var hasEnded: Bool { isOver.withLock { $0 } }

    func end() { isOver.withLock { $0 = true } }
}
