import Coordination
import Logging
import Threads

/// Runs what sessions want of the outside world, after it is committed, and brings back what came of it.
final class EffectRunner: Sendable {
    private let handlers: EffectHandlers
    private let workers: WorkerThreads
    private let clock: any WallClock
    private let log: Logger
    private let metrics: SessionMetrics

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

    /// Runs an effect or sets a timer; the session gets what comes of it as one more event.
    func run(_ pending: PendingEffect, of session: Session) {
        if let due = pending.due {
            clock.schedule(at: due) { [weak session, workers, self] in
                guard let session else { return }
                Task(executorPreference: workers) { await self.deliver(.timer(pending.key), to: session, attempt: 0) }
            }
            return
        }
        Task(executorPreference: workers) {
            let outcome = await self.outcome(of: pending, session.id)
            await self.deliver(.effect(pending.key, outcome), to: session, attempt: 0)
        }
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

    /// Hands an event to the session; when the store is out of order, again after a while.
    private func deliver(_ event: Event, to session: Session, attempt: Int) async {
        do throws(SessionError) {
            try await session.receive(event)
        } catch {
            switch error {
            case .store(let failure) where failure.kind != .conflict && attempt < 10:
                let pause = Duration.seconds(1 << min(attempt, 6))
                clock.schedule(at: clock.now + pause) { [weak session, workers, self] in
                    guard let session else { return }
                    Task(executorPreference: workers) {
                        await self.deliver(event, to: session, attempt: attempt + 1)
                    }
                }
            case .navigation(let reason, _):
                log.error("event refused", metadata: ["session": "\(session.id)", "reason": "\(reason)"])
            default:
                log.debug("event dropped", metadata: ["session": "\(session.id)"])
            }
        }
    }
}
