import Concurrency

/// The number of sessions and its limits, known without counting the store for each new session.
///
/// A new session reserves its share before it is committed, so sessions that are started at the same time can't exceed a
/// limit together. Each sweep counts the store again, because other servers may use it, too.
///
/// The result of a count or a change comes some time after the store has made it, so a result may already include another one,
/// or not. In doubt, the quota counts too many sessions, and the limits hold. It adds a session that was started during a
/// count, and does not subtract one that was removed during a count. The next count corrects that. To tell the order, take a
/// ``mark`` before the call to the store.
///
/// Every session starts without an account. A part of the limit is left to sessions with one. When a user signs in, the session
/// moves to that part and its place is free for another guest.
final class SessionQuota: Sendable {
    fileprivate struct State {
        /// The last count of the store, adjusted by the changes that were made here since.
        var tally: SessionTally?
        /// The sessions that are being started.
        var reserved = 0
        /// Whether the log has a line about the limit since a session was started last.
        var isFull = false
        /// The numbers of counts that were recorded, of sessions started, and of accounts that sessions have lost.
        var (counts, starts, lostAccounts) = (0, 0, 0)
    }

    /// A point in the order of counts and changes.
    struct Mark: Sendable {
        fileprivate let counts, starts, lostAccounts: Int
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
    var isHalfFull: Bool {
        state.withLock { state in
            guard let tally = state.tally else { return false }
            return (tally.all - tally.withAccount + state.reserved) * 2 >= limitWithoutAccount
        }
    }

    /// The counts and changes that were recorded so far.
    var mark: Mark {
        state.withLock { Mark(counts: $0.counts, starts: $0.starts, lostAccounts: $0.lostAccounts) }
    }

    /// Records how many sessions the store has.
    ///
    /// - Parameters:
    ///   - tally: The count.
    ///   - mark: The ``mark`` before the count.
    func record(_ tally: SessionTally, since mark: Mark) {
        state.withLock { state in
            state.counts += 1
            var tally = tally
            tally.all += state.starts - mark.starts
            tally.withAccount = max(0, tally.withAccount - (state.lostAccounts - mark.lostAccounts))
            state.tally = tally
        }
    }

    /// Reserves a share, and returns whether one was left.
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
            state.starts += 1
            state.tally?.all += 1
            state.isFull = false
        }
    }

    /// Records that a session has got an account or has lost it.
    ///
    /// - Parameters:
    ///   - isPresent: Whether it has one now.
    ///   - mark: The ``mark`` before the commit.
    func accountChanged(isPresent: Bool, since mark: Mark) {
        state.withLock { state in
            if isPresent {
                if state.counts == mark.counts { state.tally?.withAccount += 1 }
            } else {
                state.loseAccount()
            }
        }
    }

    /// Records that sessions without an account were removed.
    ///
    /// - Parameters:
    ///   - count: Their number.
    ///   - mark: The ``mark`` before the removal.
    func release(withoutAccount count: Int, since mark: Mark) {
        state.withLock { $0.remove(count, since: mark) }
    }

    /// Records that a session has ended.
    ///
    /// - Parameters:
    ///   - hadAccount: Whether it had an account.
    ///   - mark: The ``mark`` before the removal.
    func release(hadAccount: Bool, since mark: Mark) {
        state.withLock { state in
            if hadAccount { state.loseAccount() }
            state.remove(1, since: mark)
        }
    }

    /// Records that a session was rejected, and returns whether it is the first one since a session was started.
    func recordRejection() -> Bool {
        state.withLock { state in
            defer { state.isFull = true }
            return !state.isFull
        }
    }
}

extension SessionQuota.State {
    fileprivate mutating func loseAccount() {
        lostAccounts += 1
        if let count = tally?.withAccount { tally?.withAccount = max(0, count - 1) }
    }

    /// Subtracts sessions, unless a count since the mark may lack them already.
    fileprivate mutating func remove(_ count: Int, since mark: SessionQuota.Mark) {
        guard counts == mark.counts, let all = tally?.all else { return }
        tally?.all = max(0, all - count)
    }
}
