/// The limit on attempts of one bucket: free attempts, then waits that double.
struct AttemptLimit: Sendable {
    /// The number of failed attempts without a wait.
    let freeAttempts: Int
    /// The number of failed attempts after which ``lastWait`` applies, or `nil` for never.
    var lastAttempts: Int?
    /// The longest of the waits that double.
    var longestWait = Duration.seconds(15 * 60)
    /// The time for which a failed attempt counts.
    let retention: Duration

    private static let firstWait = Duration.seconds(30)
    private static let lastWait = Duration.seconds(24 * 3_600)

    /// Returns the wait after a number of failed attempts, or `nil` for none.
    func wait(after count: Int) -> Duration? {
        guard count >= freeAttempts else { return nil }
        if let lastAttempts, count >= lastAttempts { return Self.lastWait }
        // Ten doublings already exceed the longest wait. The limit of ten keeps the shift from overflowing.
        return min(longestWait, Self.firstWait * (1 << min(count - freeAttempts, 10)))
    }

    /// The limit of a session, over all logins, and of a session that has signed in to an account.
    static let session = AttemptLimit(freeAttempts: 5, retention: .seconds(24 * 3_600))
    /// The limit of an address, over all sessions and logins, which is higher because many people may share an address.
    static let address = AttemptLimit(freeAttempts: 30, retention: .seconds(24 * 3_600))
    /// The limit of a login, over all sessions that have never signed in to it, but not the first attempts of a site.
    static let login = AttemptLimit(freeAttempts: 20, lastAttempts: 100, retention: month)
    /// The limit of a login, over the first attempts of all sites, which never becomes one attempt a day.
    static let firstOfSites = AttemptLimit(freeAttempts: 30, longestWait: .seconds(4 * 3_600), retention: month)
    /// The limit of a login at a site that is not known to it.
    static let loginAndSite = AttemptLimit(freeAttempts: 10, lastAttempts: 20, retention: month)

    private static let month = Duration.seconds(30 * 24 * 3_600)
}
