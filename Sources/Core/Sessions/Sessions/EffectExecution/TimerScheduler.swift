import Concurrency
import Coordination

/// A scheduler that scans the store when an effect or a timer of any session is due.
///
/// One timer serves all sessions, in memory or evicted, so a pending timer costs no more than a column of its session's row.
/// A commit schedules the timers of its session, and each scan returns the time of the next one.
final class TimerScheduler: Sendable {
    private struct State {
        /// The time of the next scan, or `nil` if none is scheduled.
        var at: Timestamp?
        /// The number of the current action.
        ///
        /// An earlier action that fires nevertheless is ignored.
        var number: UInt64 = 0
        var scheduledAction: ScheduledAction?
        var isScanning = false
        /// Whether an action fired during a scan, which may already have passed the session that is due.
        var scansAgain = false
    }

    private let clock: any WallClock
    private let thread: WorkerThreads
    private let scan: @Sendable () async -> Timestamp?
    private let state = Lock(State())

    /// Makes a scheduler with no scan scheduled.
    ///
    /// - Parameters:
    ///   - clock: The clock of the scheduled scans.
    ///   - thread: The thread that runs the scans.
    ///   - scan: Runs everything that is due, and returns the time of the next scan, or `nil` if nothing is pending.
    init(clock: any WallClock, thread: WorkerThreads, scan: @escaping @Sendable () async -> Timestamp?) {
        self.clock = clock
        self.thread = thread
        self.scan = scan
    }

    /// Schedules a scan at a time, unless one is scheduled for that time or an earlier one.
    func schedule(_ due: Timestamp) {
        let set = state.withLock { state -> (number: UInt64, old: ScheduledAction?)? in
            if let at = state.at, at <= due { return nil }
            state.at = due
            state.number += 1
            defer { state.scheduledAction = nil }
            return (state.number, state.scheduledAction)
        }
        guard let (number, old) = set else { return }
        old?.cancel()
        let scheduledAction = clock.schedule(at: due) { [weak self] in self?.fire(number) }
        // Another call may have scheduled an earlier scan since the first lock. Then its action is the current one, and this
        // one is cancelled.
        let isCurrent = state.withLock { state in
            if state.number == number { state.scheduledAction = scheduledAction }
            return state.number == number
        }
        if !isCurrent { scheduledAction.cancel() }
    }

    /// Cancels the scheduled scan.
    func close() {
        let scheduledAction = state.withLock { state -> ScheduledAction? in
            state.number += 1
            defer { state.scheduledAction = nil }
            return state.scheduledAction
        }
        scheduledAction?.cancel()
    }

    private func fire(_ number: UInt64) {
        let begins = state.withLock { state in
            guard state.number == number else { return false }
            state.at = nil
            state.scheduledAction = nil
            if state.isScanning { state.scansAgain = true }
            defer { state.isScanning = true }
            return !state.isScanning
        }
        guard begins else { return }
        Task(executorPreference: thread) { await self.scanUntilIdle() }
    }

    private func scanUntilIdle() async {
        while true {
            if let next = await scan() { schedule(next) }
            let isOver = state.withLock { state in
                state.isScanning = state.scansAgain
                defer { state.scansAgain = false }
                return !state.scansAgain
            }
            if isOver { return }
        }
    }
}
