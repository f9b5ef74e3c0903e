/// The outages of something that is tried again and again, and the decision which of them get a line in the log.
///
/// A database that goes away can fail thousands of calls in a minute, and one that comes and goes can begin and end an
/// outage with every second call. An operator needs to see that it fails and that it works again, and not each change
/// between the two. So the first outage is logged at once, and its end, too. Another outage within a minute is counted,
/// and logged only if it lasts for five seconds. The last line about an outage therefore tells the state in which the
/// thing is, at most five seconds late.
///
/// ```swift
/// if let omitted = outage.failed(at: .now) { log.error("Store failed", …) }
/// if let end = outage.succeeded(at: .now) { log.notice("Store recovered", …) }
/// ```
package struct Outage: Sendable {
    /// The end of an outage that was logged.
    package struct End: Equatable, Sendable {
        /// The number of failures in the outage.
        package let failures: Int
        /// The time since the first of them.
        package let duration: Duration
    }

    private struct Current {
        let since: ContinuousClock.Instant
        var failures = 0
        var isLogged = false
    }

    private static let interval = Duration.seconds(60)
    /// The time after which an outage is logged in any case.
    private static let lastingTime = Duration.seconds(5)

    private var current: Current?
    private var lastLine: ContinuousClock.Instant?
    private var omitted = 0

    /// Makes the record of something that has not failed.
    package init() {}

    /// Whether the last try failed.
    package var isOngoing: Bool { current != nil }

    /// Records a failed try.
    ///
    /// - Parameter now: The time.
    /// - Returns: The number of outages since the last line that were left out, if the failure is to be logged, otherwise
    ///   `nil`.
    package mutating func failed(at now: ContinuousClock.Instant) -> Int? {
        var outage = current ?? Current(since: now)
        defer { current = outage }
        outage.failures += 1
        let isDue = lastLine.map { now - $0 >= Self.interval } ?? true
        guard !outage.isLogged, isDue || now - outage.since >= Self.lastingTime else { return nil }
        outage.isLogged = true
        lastLine = now
        defer { omitted = 0 }
        return omitted
    }

    /// Records a try that succeeded.
    ///
    /// - Parameter now: The time, which is read only after a failure.
    /// - Returns: The outage that has ended, if its beginning was logged.
    package mutating func succeeded(at now: @autoclosure () -> ContinuousClock.Instant) -> End? {
        guard let outage = current else { return nil }
        current = nil
        guard outage.isLogged else {
            omitted += 1
            return nil
        }
        return End(failures: outage.failures, duration: now() - outage.since)
    }
}
