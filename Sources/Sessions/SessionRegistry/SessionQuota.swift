import Concurrency

/// The number of sessions and its limit, known without counting the store for each new session.
///
/// A new session reserves its share before it is committed, so sessions that are started at the same time can't exceed the
/// limit together. Each sweep counts the store again, because other servers may use it, too.
final class SessionQuota: Sendable {
    private struct State {
        /// The last count of the store, adjusted by the sessions that were started and ended here since.
        var counted: Int?
        /// The sessions that are being started.
        var reserved = 0
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the store must be counted first.
    var isUnknown: Bool { state.withLock { $0.counted == nil } }

    /// Records how many sessions the store has.
    func record(count: Int) {
        state.withLock { $0.counted = count }
    }

    /// Reserves a share; returns whether one was left.
    func reserve() -> Bool {
        state.withLock { state in
            guard let counted = state.counted, counted + state.reserved < limit else { return false }
            state.reserved += 1
            return true
        }
    }

    /// Ends a reservation, and counts the session if it was started.
    func endReservation(isStarted: Bool) {
        state.withLock { state in
            state.reserved -= 1
            if isStarted { state.counted = state.counted.map { $0 + 1 } }
        }
    }

    /// Records that a session has ended.
    func release() {
        state.withLock { state in state.counted = state.counted.map { max(0, $0 - 1) } }
    }
}
