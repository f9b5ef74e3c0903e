import HTTPCore
public import Sessions

/// The limits on the sessions that an address starts.
///
/// There are two. An address may start a number of sessions in an hour. While half of the places for sessions without an
/// account are taken (``Sessions/SessionRegistry/isHalfFull``), it may also take only a share of them. No session lasts longer
/// than ``Sessions/SessionLimits/absoluteTimeout``, so an address can't have more sessions than it has started in that time:
/// the share is a limit on these, and the store need not know the address of a session.
///
/// The counts can be stored, so that a restart does not give them back:
///
/// ```swift
/// let uses = server.newSessionLimit.uses       // every few seconds, and when the server stops
/// nextServer.newSessionLimit.restore(uses)     // before it starts
/// ```
public final class NewSessionLimit: Sendable {
    /// A limit on the sessions that an address starts.
    public enum Name: String, Sendable, CaseIterable {
        /// The sessions of an hour.
        case hour
        /// The share of the places of guests.
        case share
    }

    /// The use of a limit by an address.
    public struct Use: Sendable, Hashable {
        /// The limit that was used.
        public let name: Name
        /// The digest of the address, with the limit's key.
        public let address: Digest
        /// The time after which the address has its whole quota again.
        public let recovery: Duration

        /// Makes a use, such as from a stored one.
        public init(name: Name, address: Digest, recovery: Duration) {
            self.name = name
            self.address = address
            self.recovery = recovery
        }
    }

    /// The smallest share, because of a small number of places even one user takes a large part.
    private static let smallestShare = 1_000
    /// The number of sessions that an address may start at once, if a fifth of its limit is less.
    private static let smallestBurst = 1_000

    private let key: [UInt8]
    private let hour: RateLimiter<Digest>
    private let share: RateLimiter<Digest>

    /// Makes the limits.
    ///
    /// - Parameters:
    ///   - limits: The limits on requests, with ``RequestLimits/addressNewSessions`` and ``RequestLimits/addressShare``.
    ///   - sessions: The limits on sessions, with the number of their places.
    ///   - key: The secret key of the digests of addresses.
    ///   - now: Returns the monotonic time in nanoseconds, or `nil` for the system's.
    init(_ limits: RequestLimits, _ sessions: SessionLimits, key: [UInt8], now: (@Sendable () -> Int64)? = nil) {
        self.key = key
        let guests = sessions.sessions / 100 * (100 - sessions.accountShare)
        let quota = limits.addressShare == 0 ? 0 : max(guests / 100 * limits.addressShare, Self.smallestShare)
        let shareLimit = RateLimit(quota, per: max(sessions.absoluteTimeout, .seconds(1)))
        let perHour = limits.addressNewSessions.quota
        let burst = max(perHour / 5, min(perHour, Self.smallestBurst))
        if let now {
            hour = RateLimiter(limits.addressNewSessions, burst: burst, now: now)
            share = RateLimiter(shareLimit, now: now)
        } else {
            hour = RateLimiter(limits.addressNewSessions, burst: burst)
            share = RateLimiter(shareLimit)
        }
    }

    /// Counts a session that an address starts, if the limits allow it.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - isHalfFull: Whether half of the places for sessions without an account are taken.
    /// - Returns: The problem of a session that exceeds a limit and was not counted, or `nil` if it was counted.
    func count(_ address: ClientAddress, isHalfFull: Bool) -> ProblemDetails? {
        let digest = Digest(of: Array(address.network.description.utf8), key: key)
        if isHalfFull, let rejection = share.check(digest) {
            return rejection.problem(
                .tooManySessions,
                policy: "address-share",
                detail: "Your address has started too many sessions, and few places are left."
            )
        }
        if let rejection = hour.count(digest) {
            return rejection.problem(
                .tooManySessions,
                policy: "address-new-sessions",
                detail: "Your address has started too many sessions."
            )
        }
        // Beyond the share nothing more is counted, and nothing is rejected while there are places.
        _ = share.count(digest)
        return nil
    }

    /// The use of the limits by each address, except for less than a sixtieth of one.
    ///
    /// A sixtieth of an hour's limit comes back within a minute, and most addresses never use more.
    public var uses: Set<Use> {
        Name.allCases.reduce(into: []) { uses, name in
            let limiter = limiter(name)
            for (address, recovery) in limiter.used where recovery * 60 >= limiter.limit.period {
                uses.insert(Use(name: name, address: address, recovery: recovery))
            }
        }
    }

    /// Restores what addresses had used, such as before a restart.
    ///
    /// - Parameter uses: The uses, with digests that have the same key.
    public func restore(_ uses: some Sequence<Use>) {
        for use in uses { limiter(use.name).restore([use.address: use.recovery]) }
    }

    private func limiter(_ name: Name) -> RateLimiter<Digest> {
        switch name {
        case .hour: hour
        case .share: share
        }
    }
}
