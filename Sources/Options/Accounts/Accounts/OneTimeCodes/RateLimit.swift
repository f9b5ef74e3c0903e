import Coordination

/// A limit that allows a number of actions at once, and after them one more in each interval.
///
/// The state of a limit is one instant: the time at which the full burst is available again (the generic cell rate
/// algorithm of ITU-T I.371, as a virtual scheduling algorithm). It can be removed once that time has passed.
public struct RateLimit: Equatable, Sendable {
    /// The number of actions that are allowed at once, at least 1.
    public var burst: Int
    /// The time after which one more action is allowed.
    public var interval: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - burst: The number of actions that are allowed at once, at least 1.
    ///   - interval: The time after which one more action is allowed.
    public init(burst: Int, interval: Duration) {
        self.burst = max(1, burst)
        self.interval = interval
    }

    /// Returns the time at which the next action is allowed, or `nil` if one is allowed now.
    func nextTime(_ replenishedAt: Timestamp?, at now: Timestamp) -> Timestamp? {
        let next = bounded(replenishedAt, at: now) - interval * (burst - 1)
        return next > now ? next : nil
    }

    /// Returns the number of actions that are allowed now.
    func available(_ replenishedAt: Timestamp?, at now: Timestamp) -> Int {
        let used = bounded(replenishedAt, at: now) - now
        return used <= .zero ? burst : burst - Int((used / interval).rounded(.up))
    }

    /// Returns the time at which the full burst is available again after an action.
    func afterAction(_ replenishedAt: Timestamp?, at now: Timestamp) -> Timestamp {
        min(max(now, bounded(replenishedAt, at: now)) + interval, now + interval * burst)
    }

    /// A clock that was set back must not make a wait longer than one interval.
    private func bounded(_ replenishedAt: Timestamp?, at now: Timestamp) -> Timestamp {
        min(replenishedAt ?? now, now + interval * burst)
    }
}
