package import Coordination
package import Sessions

/// The rule by which the tables of the services lose their expired rows.
///
/// A clock that is ahead makes rows look expired that still count, such as the counts of failed sign-ins. So no row is removed
/// for an hour after the start of the server, or after a jump that its clock has followed. In this hour an operator can set the
/// clock right, and nothing is lost. Expired sessions are removed by the same rule. Queries ignore expired rows, so a row that
/// stays longer has no effect.
package struct ExpiredRows: Sendable {
    /// The time after the start and after a jump in which no row is removed, which is the same for expired sessions.
    package static let removalDelay = SessionLimits().removalDelay

    private let clock: any WallClock
    private let startedAt: Timestamp

    /// Makes the rule for a server that starts now.
    package init(clock: any WallClock) {
        self.clock = clock
        startedAt = clock.now
    }

    /// Returns the latest expiry of the rows that can be removed.
    ///
    /// - Parameter now: The time by the clock. The caller has read it before, so a jump of the clock that this time follows is
    ///   known here.
    /// - Returns: The time `now`, or the beginning of 1970 if no row can be removed yet.
    package func lastRemovable(at now: Timestamp) -> Timestamp {
        let removalBegins = (clock.lastJump ?? startedAt) + Self.removalDelay
        // No row expires before 1970.
        return now >= removalBegins ? now : Timestamp(milliseconds: 0)
    }
}
