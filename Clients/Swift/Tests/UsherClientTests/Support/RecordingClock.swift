import Foundation

/// A clock that records how long it was asked to sleep, and sleeps hardly at all.
///
/// It is unchecked because its variable is read and written under its lock.
final class RecordingClock: Clock, @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [Duration] = []

    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let time = ContinuousClock.now.duration(to: deadline)
        // The instants of two calls are a little apart.
        let rounded = Duration.milliseconds(Int((time / .milliseconds(1) / 100).rounded()) * 100)
        lock.withLock { recorded.append(rounded) }
        try await Task.sleep(for: .milliseconds(5))
    }

    /// Waits for a number of sleeps that fulfill a condition.
    func sleeps(_ count: Int, where condition: (Duration) -> Bool) async -> [Duration] {
        while true {
            let found = lock.withLock { recorded }.filter(condition)
            if found.count >= count { return Array(found.prefix(count)) }
            await Task.yield()
        }
    }
}
