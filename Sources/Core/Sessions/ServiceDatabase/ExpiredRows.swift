package import Coordination
package import Sessions

/// The rule by which the tables of the services lose their expired rows.
///
/// A clock that is ahead makes rows look expired that still count, such as those of failed sign-ins. So none is removed for
/// an hour after the start of the server and after a jump that its clock has followed; the clock can be set right until
/// then. Expired sessions have the same rule. Queries ignore expired rows, so one that stays has no effect.
package struct ExpiredRows: Sendable {
    /// The time after the start and after a jump in which no row is removed: that of expired sessions.
    package static let removalDelay = SessionLimits().removalDelay

    private let clock: any WallClock
    private let startedAt: Timestamp

    /// Makes the rule for a server that starts now.
    package init(clock: any WallClock) {
        self.clock = clock
        startedAt = clock.now
    }

    /// Finds the latest expiry of the rows that can be removed.
    ///
    /// - Parameter now: The time by the clock, which was read before.
    /// - Returns: That time, or the beginning of 1970 if none can be removed.
    package func lastRemovable(at now: Timestamp) -> Timestamp {
        let removalBegins = (clock.lastJump ?? startedAt) + Self.removalDelay
        // No row expires before 1970.
        return now >= removalBegins ? now : Timestamp(milliseconds: 0)
    }
}
