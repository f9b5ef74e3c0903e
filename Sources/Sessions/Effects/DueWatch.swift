import Concurrency
import Coordination

/// A scheduler that scans the store when an effect or a timer of any session is due.
///
/// One timer serves all sessions, in memory or evicted, so a pending timer costs no more than a column of its session's row.
/// A commit schedules the timers of its session, and each scan returns the time of the next one.
final class DueWatch: Sendable {
    private struct State {
        /// The time of the next scan; `nil` if none is scheduled.
        var at: Timestamp?
        /// The number of the current alarm; an earlier alarm that fires nevertheless is ignored.
        var number: UInt64 = 0
        var alarm: Alarm?
        var isLooking = false
        /// Whether an alarm fired during a scan, which may already have passed the session that is due.
        var looksAgain = false
    }

    private let clock: any WallClock
    private let workers: WorkerThreads
    private let look: @Sendable () async -> Timestamp?
    private let state = Lock(State())

    /// - Parameter look: Runs everything that is due, and returns the time of the next scan; `nil` if nothing is pending.
    init(clock: any WallClock, workers: WorkerThreads, look: @escaping @Sendable () async -> Timestamp?) {
        self.clock = clock
        self.workers = workers
        self.look = look
    }

    /// Schedules a scan at a time, unless one is scheduled for that time or an earlier one.
    func note(_ due: Timestamp) {
        let set = state.withLock { state -> (number: UInt64, old: Alarm?)? in
            if let at = state.at, at <= due { return nil }
            state.at = due
            state.number += 1
            defer { state.alarm = nil }
            return (state.number, state.alarm)
        }
        guard let (number, old) = set else { return }
        old?.cancel()
        let alarm = clock.schedule(at: due) { [weak self] in self?.ring(number) }
        let isCurrent = state.withLock { state in
            if state.number == number { state.alarm = alarm }
            return state.number == number
        }
        if !isCurrent { alarm.cancel() }
    }

    /// Cancels the scheduled scan.
    func close() {
        let alarm = state.withLock { state -> Alarm? in
            state.number += 1
            defer { state.alarm = nil }
            return state.alarm
        }
        alarm?.cancel()
    }

    private func ring(_ number: UInt64) {
        let begins = state.withLock { state in
            guard state.number == number else { return false }
            state.at = nil
            state.alarm = nil
            if state.isLooking { state.looksAgain = true }
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard begins else { return }
        Task(executorPreference: workers) { await self.lookUntilQuiet() }
    }

    private func lookUntilQuiet() async {
        while true {
            if let next = await look() { note(next) }
            let isOver = state.withLock { state in
                state.isLooking = state.looksAgain
                defer { state.looksAgain = false }
                return !state.looksAgain
            }
            if isOver { return }
        }
    }
}
