/// The number of actions that are allowed in a period.
public struct RateLimit: Sendable, Hashable {
    /// The number of actions in the period, and so the number that are allowed at once, or 0 to allow any number.
    public var quota: Int
    /// The period in which the quota is given back.
    public var period: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - quota: The number of actions in the period, or 0 for no limit.
    ///   - period: The period, at least one second.
    public init(_ quota: Int, per period: Duration) {
        precondition(quota >= 0 && period >= .seconds(1), "A limit needs a quota and a period of a second or more.")
        self.quota = quota
        self.period = period
    }

    /// The nanoseconds after which another action is allowed on average, or 0 for no limit.
    var interval: Int64 { quota == 0 ? 0 : max(1, nanoseconds / Int64(quota)) }

    /// The period in nanoseconds.
    var nanoseconds: Int64 { period.nanoseconds }
}

extension Duration {
    /// The whole nanoseconds, with at most 2³² seconds of them.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, 1 << 32) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
