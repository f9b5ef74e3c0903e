import Coordination
import Sessions

/// Slows down who guesses passwords.
///
/// After five wrong passwords in a row, a login may try again only after 30 seconds; each further wrong one doubles the wait,
/// to 15 minutes at the most. Tries during a wait are turned away and don't lengthen it, so nobody is locked out for ever:
/// whoever keeps guessing at somebody's login leaves them a try every quarter of an hour, sessions that are signed in go
/// on, and a day after the last wrong password all is forgotten. Names that don't exist are treated like those that do.
///
/// A try is counted before its password is looked at, so that tries at the same time can't share one count.
struct SignInThrottle {
    private struct Failures {
        var count = 0
        var last: Timestamp
        var blockedUntil: Timestamp?
    }

    private static let free = 5
    private static let firstWait = Duration.seconds(30)
    private static let longestWait = Duration.seconds(15 * 60)
    private static let remembered = Duration.seconds(24 * 3_600)

    private let capacity: Int
    private var failures: [LoginName: Failures] = [:]
    private var lastSweep: Timestamp?

    /// - Parameter capacity: For how many logins wrong passwords are remembered; with more, those that are longest ago
    ///   are forgotten first.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many logins are remembered.
    var count: Int { failures.count }

    /// Counts a try; returns when the next one is allowed if this one is not.
    mutating func begin(_ login: LoginName, at now: Timestamp) -> Timestamp? {
        sweep(at: now)
        var entry = failures[login] ?? Failures(last: now)
        if now - entry.last >= Self.remembered { entry = Failures(last: now) }
        if let blocked = entry.blockedUntil, blocked > now { return blocked }
        entry.count += 1
        entry.last = now
        entry.blockedUntil = Self.wait(after: entry.count).map { now + $0 }
        failures[login] = entry
        return nil
    }

    /// Forgets the tries of a login, because its password was right.
    mutating func succeeded(_ login: LoginName) {
        failures[login] = nil
    }

    private static func wait(after count: Int) -> Duration? {
        guard count >= free else { return nil }
        // Six doublings are more than the longest wait.
        return min(longestWait, firstWait * (1 << min(count - free, 6)))
    }

    private mutating func sweep(at now: Timestamp) {
        if failures.count >= capacity {
            // A tenth at a time, so that the next calls find room.
            let oldest = failures.sorted { $0.value.last < $1.value.last }.prefix(max(1, capacity / 10))
            for (login, _) in oldest { failures[login] = nil }
        }
        if let lastSweep, now - lastSweep < .seconds(60) { return }
        lastSweep = now
        failures = failures.filter { now - $0.value.last < Self.remembered }
    }
}
