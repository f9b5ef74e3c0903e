/// The limit on attempts of one bucket: free attempts, then waits that double.
struct AttemptLimit: Sendable {
    /// The number of failed attempts without a wait.
    let freeAttempts: Int
    /// The number of failed attempts after which ``lastWait`` applies; `nil` for never.
    var lastAttempts: Int?
    /// The time for which a failed attempt counts.
    let retention: Duration

    private static let firstWait = Duration.seconds(30)
    private static let longestWait = Duration.seconds(15 * 60)
    private static let lastWait = Duration.seconds(24 * 3_600)

    /// Returns the wait after a number of failed attempts; `nil` for none.
    func wait(after count: Int) -> Duration? {
        guard count >= freeAttempts else { return nil }
        if let lastAttempts, count >= lastAttempts { return Self.lastWait }
        // Six doublings already exceed the longest wait; the limit keeps the shift from overflowing.
        return min(Self.longestWait, Self.firstWait * (1 << min(count - freeAttempts, 6)))
    }

    /// The limit of a session, over all logins, and of a session that has signed in to an account.
    static let session = AttemptLimit(freeAttempts: 5, retention: .seconds(24 * 3_600))
    /// The limit of an address, over all sessions and logins; many people may share an address.
    static let address = AttemptLimit(freeAttempts: 30, retention: .seconds(24 * 3_600))
    /// The limit of a login, over all sessions that have never signed in to it.
    static let login = AttemptLimit(freeAttempts: 20, lastAttempts: 100, retention: .seconds(30 * 24 * 3_600))
}
