import Concurrency

/// The number of sessions and its limits, known without counting the store for each new session.
///
/// A new session reserves its share before it is committed, so sessions that are started at the same time can't exceed a
/// limit together. Each sweep counts the store again, because other servers may use it, too.
///
/// Every session starts without an account. A part of the limit is left to sessions with one: when a user signs in, the
/// session moves to that part and its place is free for another guest.
final class SessionQuota: Sendable {
    private struct State {
        /// The last count of the store, adjusted by the changes that were made here since.
        var tally: SessionTally?
        /// The sessions that are being started.
        var reserved = 0
        /// Whether the log has a line about the limit since a session was started last.
        var isFull = false
    }

    private let limit: Int
    private let limitWithoutAccount: Int
    private let state = Lock(State())

    init(limits: SessionLimits) {
        limit = limits.sessions
        // At least one, or no user could sign in.
        limitWithoutAccount = max(
            1,
            limit - limit / 100 * limits.accountShare - limit % 100 * limits.accountShare / 100
        )
    }

    /// Whether the store must be counted first.
    var isUnknown: Bool { state.withLock { $0.tally == nil } }

    /// The last count of the store, adjusted by the changes that were made here since.
    var tally: SessionTally? { state.withLock { $0.tally } }

    /// Whether sessions without an account have taken half of the places that they may take.
    var isCrowded: Bool {
        state.withLock { state in
            guard let tally = state.tally else { return false }
            return (tally.all - tally.withAccount + state.reserved) * 2 >= limitWithoutAccount
        }
    }

    /// Records how many sessions the store has.
    func record(_ tally: SessionTally) {
        state.withLock { $0.tally = tally }
    }

    /// Reserves a share; returns whether one was left.
    func reserve() -> Bool {
        state.withLock { state in
            guard let tally = state.tally else { return false }
            let all = tally.all + state.reserved
            guard all < limit, all - tally.withAccount < limitWithoutAccount else { return false }
            state.reserved += 1
            return true
        }
    }

    /// Ends a reservation, and counts the session if it was started.
    func endReservation(isStarted: Bool) {
        state.withLock { state in
            state.reserved -= 1
            guard isStarted else { return }
            state.tally?.all += 1
            state.isFull = false
        }
    }

    /// Records that a session has got an account or has lost it.
    func accountChanged(isPresent: Bool) {
        state.withLock { state in
            guard let count = state.tally?.withAccount else { return }
            state.tally?.withAccount = max(0, count + (isPresent ? 1 : -1))
        }
    }

    /// Records that sessions without an account were removed.
    func release(withoutAccount count: Int) {
        state.withLock { state in
            guard let all = state.tally?.all else { return }
            state.tally?.all = max(0, all - count)
        }
    }

    /// Records that a session has ended.
    func release(hadAccount: Bool) {
        state.withLock { state in
            guard let tally = state.tally else { return }
            state.tally?.all = max(0, tally.all - 1)
            if hadAccount { state.tally?.withAccount = max(0, tally.withAccount - 1) }
        }
    }

    /// Records that a session was rejected; returns whether it is the first one since a session was started.
    func recordRejection() -> Bool {
        state.withLock { state in
            defer { state.isFull = true }
            return !state.isFull
        }
    }
}
