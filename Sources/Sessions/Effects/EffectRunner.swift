import Coordination
import Logging
import Threads

/// Runs what sessions want of the outside world, after it is committed, and brings back what came of it.
final class EffectRunner: Sendable {
    private struct State {
        var isClosed = false
        /// How many effects are running, or have come out and are being brought back.
        var running = 0
    }

    private let handlers: EffectHandlers
    private let workers: WorkerThreads
    private let clock: any WallClock
    private let log: Logger
    private let metrics: SessionMetrics
    private let state = Monitor(State())
    /// Told of each timer that was committed; set once, by the registry.
    let timers = Lock<DueWatch?>(nil)

    init(
        _ handlers: EffectHandlers,
        workers: WorkerThreads,
        clock: any WallClock,
        log: Logger,
        metrics: SessionMetrics
    ) {
        self.handlers = handlers
        self.workers = workers
        self.clock = clock
        self.log = log
        self.metrics = metrics
    }

    /// Whether no more effects are run; asking wakes nobody.
    var isClosed: Bool { state.waiting(while: { _ in false }) { $0.isClosed } }

    /// Runs no more effects; those that are left are run by the next server.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Waits until the effects that are running have been brought back, for a while at the most; blocks.
    func drain(within duration: Duration) {
        let deadline = ContinuousClock.now + duration
        state.waiting(
            while: { $0.running > 0 && ContinuousClock.now < deadline },
            pause: { _ in ContinuousClock.now.duration(to: deadline).microseconds / 1_000 + 1 }
        ) { _ in }
    }

    /// Runs an effect, or takes note of a timer; the session gets what comes of it as one more event.
    func run(_ pending: PendingEffect, of session: Session) {
        if let due = pending.due {
            timers.withLock { $0 }?.note(due)
        } else {
            perform(pending, of: session)
        }
    }

    /// Runs an effect; nothing for a timer.
    func perform(_ pending: PendingEffect, of session: Session) {
        guard pending.due == nil, begin() else { return }
        Task(executorPreference: workers) {
            let outcome = await self.outcome(of: pending, session.id)
            self.deliver(.effect(pending.key, outcome), to: session, attempt: 0)
        }
    }

    /// Fires a timer of a session.
    func fire(_ timer: PendingEffect, of session: Session) {
        guard begin() else { return }
        workers.perform { self.deliver(.timer(timer.key), to: session, attempt: 0) }
    }

    private func outcome(of pending: PendingEffect, _ id: SessionID) async -> EffectOutcome {
        guard let effect = pending.effect else {
            metrics.effect(failed: true)
            return .failure(.interrupted)
        }
        do {
            let context = EffectContext(key: "\(id)/\(pending.key)", session: id, now: clock.now)
            let value = try await handlers.perform(effect, context)
            metrics.effect(failed: false)
            return .value(value)
        } catch {
            metrics.effect(failed: true)
            // The error may quote what the effect carries, so a secret effect's stays out of the log.
            let reason = type(of: effect).isSecret ? "\(type(of: error))" : "\(error)"
            log.error(
                "effect failed",
                metadata: ["session": "\(id)", "effect": "\(pending.name)", "reason": "\(reason)"]
            )
            return .failure(.failed)
        }
    }

    /// Hands an event to the session; while the store fails, again and again, as long as there is the session.
    private func deliver(_ event: Event, to session: Session, attempt: Int) {
        session.submit(Submission(event, wait: .zero), for: InternalCaller(queue: InlineQueue.shared)) {
            [self] result in
            defer { end() }
            guard case .failure(let error) = result else { return }
            switch error {
            case .store(let failure) where failure.kind != .unreadable:
                // Retains the session, so that it stays in memory until it has the event.
                clock.schedule(at: clock.now + .seconds(1 << min(attempt, 6))) { [weak self] in
                    guard let self, self.begin() else { return }
                    self.workers.perform { self.deliver(event, to: session, attempt: attempt + 1) }
                }
            case .store, .navigation:
                log.error("event refused", metadata: ["session": "\(session.id)", "reason": "\(error.reason)"])
                // The application has no use for it, and a client that waits for it must be released.
                switch event {
                case .effect(let key, .value): redeliver(.effect(key, .failure(.failed)), to: session)
                case .effect(let key, .failure), .timer(let key): redeliver(.forget(key), to: session)
                default: break
                }
            default:
                log.debug("event dropped", metadata: ["session": "\(session.id)"])
            }
        }
    }

    private func redeliver(_ event: Event, to session: Session) {
        // Counted beside the event that it replaces, also when no more effects are run.
        state.withLock { $0.running += 1 }
        deliver(event, to: session, attempt: 0)
    }

    /// Counts what begins to run; returns whether it may.
    private func begin() -> Bool {
        state.withLock { state in
            if !state.isClosed { state.running += 1 }
            return !state.isClosed
        }
    }

    private func end() {
        state.withLock { $0.running -= 1 }
    }
}

extension SessionError {
    /// What went wrong, without the state that some errors carry.
    fileprivate var reason: String {
        switch self {
        case .navigation(let reason, _): "\(reason)"
        case .store(let error): "\(error)"
        default: "\(self)"
        }
    }
}
