import Threads

/// How many sessions there are and may be, without counting them all for each new one.
///
/// A new session takes a place before it is committed, so that those that are started at the same time can't be more
/// than there are places. The store is asked now and then, since others may use it too.
final class SessionPlaces: Sendable {
    private struct State {
        /// How many there were when the store was asked last, and those that have come and gone here since.
        var counted: Int?
        /// How many are being started.
        var reserved = 0
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the store has to be asked first.
    var isUnknown: Bool { state.withLock { $0.counted == nil } }

    /// Notes how many sessions the store has.
    func note(counted count: Int) {
        state.withLock { $0.counted = count }
    }

    /// Takes a place, if there is one.
    func take() -> Bool {
        state.withLock { state in
            guard let counted = state.counted, counted + state.reserved < limit else { return false }
            state.reserved += 1
            return true
        }
    }

    /// Says what became of a session for which a place was taken.
    func settle(isStarted: Bool) {
        state.withLock { state in
            state.reserved -= 1
            if isStarted { state.counted = state.counted.map { $0 + 1 } }
        }
    }

    /// Gives back the place of a session that has ended.
    func giveBack() {
        state.withLock { state in state.counted = state.counted.map { max(0, $0 - 1) } }
    }
}
