import Coordination
import Threads

/// Has the store looked through when something in it is due.
///
/// One alarm serves all sessions, those in memory and those that were put down: a timer that waits costs nothing but its
/// row. Whoever commits a timer says when it is due; each look says when the next one is.
final class DueWatch: Sendable {
    private struct State {
        /// When the alarm rings; `nil` when none is set.
        var at: Timestamp?
        /// Which alarm it is; an earlier one that rings all the same is not listened to.
        var number: UInt64 = 0
        var alarm: Alarm?
        var isLooking = false
        /// Whether something came up during a look that may have passed it by already.
        var looksAgain = false
    }

    private let clock: any WallClock
    private let workers: WorkerThreads
    private let look: @Sendable () async -> Timestamp?
    private let state = Lock(State())

    /// - Parameter look: Does what is due, and returns when to look again; `nil` when nothing is left.
    init(clock: any WallClock, workers: WorkerThreads, look: @escaping @Sendable () async -> Timestamp?) {
        self.clock = clock
        self.workers = workers
        self.look = look
    }

    /// Takes note of something that is due at a time.
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

    /// Forgets the alarm.
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
