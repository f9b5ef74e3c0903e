import Concurrency
import Coordination
import Logging

/// Runs the effects of sessions after they are committed, and delivers their outcomes as events.
final class EffectRunner: Sendable {
    private struct State {
        var isClosed = false
        /// The number of effects that are running or whose outcome is being delivered.
        var running = 0
    }

    private let handlers: EffectHandlers
    private let workers: WorkerThreads
    private let clock: any WallClock
    private let log: Logger
    private let metrics: SessionMetrics
    private let state = Monitor(State())
    /// The scheduler that every committed timer is passed to; the registry sets it once.
    let timers = Lock<TimerScheduler?>(nil)

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

    /// Whether the runner is closed; reading this does not wake ``drain(within:)``.
    var isClosed: Bool { state.wait(while: { _ in false }) { $0.isClosed } }

    /// Closes the runner; effects that have not started are left to the next server.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Waits until the running effects have been delivered, or a duration has passed; blocks.
    func drain(within duration: Duration) {
        let deadline = ContinuousClock.now + duration
        state.wait(
            while: { $0.running > 0 && ContinuousClock.now < deadline },
            recheckAfter: { _ in ContinuousClock.now.duration(to: deadline).microseconds / 1_000 + 1 }
        ) { _ in }
    }

    /// Starts an effect or schedules a timer; its outcome reaches the session as an event.
    func run(_ pending: PendingEffect, of session: Session) {
        if let due = pending.due {
            timers.withLock { $0 }?.schedule(due)
        } else {
            perform(pending, of: session)
        }
    }

    /// Starts an effect; ignores a timer.
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
            let context = EffectContext(idempotencyKey: "\(id)/\(pending.key)", session: id, now: clock.now)
            let value = try await handlers.perform(effect, context)
            metrics.effect(failed: false)
            return .value(value)
        } catch {
            metrics.effect(failed: true)
            // The error may quote the content of the effect, so the log gets only the error's type if the effect is secret.
            let reason = type(of: effect).isSecret ? "\(type(of: error))" : "\(error)"
            log.error(
                "Effect failed",
                metadata: ["session": "\(id)", "effect": "\(pending.name)", "reason": "\(reason)"]
            )
            return .failure(.failed)
        }
    }

    /// Submits an event to a session; while the store fails, retries after 1, 2, 4 and up to 64 seconds.
    private func deliver(_ event: Event, to session: Session, attempt: Int) {
        session.submit(Submission(event, wait: .zero), for: InternalCaller(queue: InlineQueue.shared)) {
            [self] result in
            defer { end() }
            guard case .failure(let error) = result else { return }
            switch error {
            case .store(let failure) where failure.kind != .unreadable:
                // The action retains the session, which therefore stays in memory until it has the event.
                clock.schedule(at: clock.now + .seconds(1 << min(attempt, 6))) { [weak self] in
                    guard let self, self.begin() else { return }
                    self.workers.perform { self.deliver(event, to: session, attempt: attempt + 1) }
                }
            case .store, .navigation:
                log.error("Event rejected", metadata: ["session": "\(session.id)", "reason": "\(error.reason)"])
                // The application rejected the outcome. A client waits for the effect, so the flow gets a failure instead;
                // if it rejects that too, the session drops the effect.
                switch event {
                case .effect(let key, .value): redeliver(.effect(key, .failure(.failed)), to: session)
                case .effect(let key, .failure), .timer(let key): redeliver(.discardPending(key), to: session)
                default: break
                }
            default:
                log.debug("Event dropped", metadata: ["session": "\(session.id)"])
            }
        }
    }

    private func redeliver(_ event: Event, to session: Session) {
        // Counted in addition to the event that it replaces, and even if the runner is closed.
        state.withLock { $0.running += 1 }
        deliver(event, to: session, attempt: 0)
    }

    /// Counts an effect or a timer as running, unless the runner is closed; returns whether it was counted.
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
    /// The reason of the error, without the state that some errors carry.
    fileprivate var reason: String {
        switch self {
        case .navigation(let reason, _): "\(reason)"
        case .store(let error): "\(error)"
        default: "\(self)"
        }
    }
}
