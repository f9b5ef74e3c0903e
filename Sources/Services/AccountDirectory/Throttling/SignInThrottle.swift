import Coordination
import Sessions

/// A throttle that slows down password guessing.
///
/// After five wrong passwords in a row, a login may try again only after 30 seconds. Each further wrong password
/// doubles the wait, up to 15 minutes. Attempts during a wait are rejected and do not extend it, so an attacker can't
/// lock an account permanently: the owner gets an attempt every quarter of an hour, signed-in sessions continue, and
/// the count expires a day after the last wrong password. Unknown logins are throttled like existing ones, so that the
/// throttle does not reveal which logins exist.
///
/// An attempt is counted before its password is checked, so that simultaneous attempts can't share one count.
struct SignInThrottle {
    private struct Failures {
        var count = 0
        var last: Timestamp
        var blockedUntil: Timestamp?
    }

    private static let freeAttempts = 5
    private static let firstWait = Duration.seconds(30)
    private static let longestWait = Duration.seconds(15 * 60)
    private static let retention = Duration.seconds(24 * 3_600)

    private let capacity: Int
    private var failures: [LoginName: Failures] = [:]
    private var lastSweep: Timestamp?

    /// - Parameter capacity: The number of logins to remember; when it is reached, the tenth with the oldest attempts
    ///   is removed.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of logins in memory.
    var count: Int { failures.count }

    /// Counts an attempt and returns `nil`, or returns the end of the current wait.
    mutating func begin(_ login: LoginName, at now: Timestamp) -> Timestamp? {
        sweep(at: now)
        var entry = failures[login] ?? Failures(last: now)
        if now - entry.last >= Self.retention { entry = Failures(last: now) }
        if let blocked = entry.blockedUntil, blocked > now { return blocked }
        entry.count += 1
        entry.last = now
        entry.blockedUntil = Self.wait(after: entry.count).map { now + $0 }
        failures[login] = entry
        return nil
    }

    /// Removes the attempts of a login whose password was right.
    mutating func succeeded(_ login: LoginName) {
        failures[login] = nil
    }

    private static func wait(after count: Int) -> Duration? {
        guard count >= freeAttempts else { return nil }
        // Six doublings already exceed the longest wait; the limit keeps the shift from overflowing.
        return min(longestWait, firstWait * (1 << min(count - freeAttempts, 6)))
    }

    private mutating func sweep(at now: Timestamp) {
        if failures.count >= capacity {
            // Removes a tenth at once, so that the sort does not run on every call.
            let oldest = failures.sorted { $0.value.last < $1.value.last }.prefix(max(1, capacity / 10))
            for (login, _) in oldest { failures[login] = nil }
        }
        if let lastSweep, now - lastSweep < .seconds(60) { return }
        lastSweep = now
        failures = failures.filter { now - $0.value.last < Self.retention }
    }
}
