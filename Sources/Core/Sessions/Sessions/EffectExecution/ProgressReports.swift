import Concurrency
import Coordination

/// The progress that one call of a handler reports, on its way to the session.
///
/// The session gets the last report of each interval, one at a time, and only while one of its clients is connected. So a handler that
/// reports often, and a session that no client follows, make no queue and no commits.
final class ProgressReports: Sendable {
    /// The shortest time between two events of one effect.
    static let interval = Duration.milliseconds(500)

    private struct State {
        /// The last report that the session has not got.
        var latest: EffectProgress?
        /// Whether a report is being delivered, or an action is scheduled that delivers one.
        var isBusy = false
        /// The time from which on the next one may be delivered.
        var mayDeliver = Timestamp(milliseconds: .min)
        var hasEnded = false
    }

    private let attempt: EffectsInProgress.Attempt
    private let clock: any WallClock
    private let queue: any WorkQueue
    private let state = Lock(State())

    /// Makes the reports of a call.
    ///
    /// - Parameters:
    ///   - attempt: The effect.
    ///   - clock: The clock of the interval.
    ///   - queue: The queue on which the session handles an event.
    init(of attempt: EffectsInProgress.Attempt, clock: any WallClock, on queue: any WorkQueue) {
        self.attempt = attempt
        self.clock = clock
        self.queue = queue
    }

    /// Takes a report, which replaces the one before if that is not delivered yet.
    func report(_ progress: EffectProgress) {
        let begins = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.latest = progress
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if begins { deliverNext() }
    }

    /// Drops the reports, because the call has ended.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.latest = nil
        }
    }

    /// Delivers the last report when the interval allows.
    private func deliverNext() {
        let time = state.withLock { state -> Timestamp? in
            state.isBusy = state.latest != nil
            return state.isBusy ? state.mayDeliver : nil
        }
        guard let time else { return }
        guard time > clock.now else { return queue.perform { self.deliver() } }
        clock.schedule(at: time) { [weak self] in
            guard let self else { return }
            queue.perform { self.deliver() }
        }
    }

    private func deliver() {
        let (now, session) = (clock.now, attempt.session)
        let isFollowed = session.waiterCount > 0
        let progress = state.withLock { state -> EffectProgress? in
            state.mayDeliver = now + Self.interval
            guard isFollowed else { return nil }
            defer { state.latest = nil }
            return state.latest
        }
        // Without a client the last report waits for one.
        guard let progress else { return deliverNext() }
        var submission = Submission(.progress(attempt.pending.key, progress), wait: .zero)
        submission.lease = attempt.lease
        // A progress that is rejected is lost, and the next one follows.
        session.submit(submission, for: InternalCaller(queue: queue)) { _ in self.deliverNext() }
    }
}

extension EffectContext {
    /// Tells the flow how far this call has come, if it handles that with `Wire.on(progress:_:)`.
    ///
    /// ```swift
    /// handlers.on(Export.self) { effect, context in
    ///     for (index, page) in effect.pages.enumerated() {
    ///         try await write(page)
    ///         context.report(progress: Double(index + 1) / Double(effect.pages.count))
    ///     }
    /// }
    /// ```
    ///
    /// It returns at once and may be called as often as you like: the session gets the last report of each half second, while one of
    /// its clients is connected. Without a flow that handles the progress, it does nothing.
    ///
    /// - Parameters:
    ///   - fraction: The part that is done, from 0 to 1, or `nil` if it is unknown.
    ///   - text: A text for the flow, or `nil` for none.
    public func report(progress fraction: Double?, _ text: String? = nil) {
        progressReports?.report(EffectProgress(fraction, text))
    }
}
