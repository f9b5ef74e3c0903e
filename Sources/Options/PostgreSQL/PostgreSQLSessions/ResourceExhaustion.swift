import Concurrency
import PostgreSQL

/// The latest commit that failed because the server had no resources left, such as disk space or memory.
final class ResourceExhaustion: Sendable {
    /// The time for which a failure counts.
    ///
    /// After it, a store without commits is ready again, so that the next commit shows whether there is room.
    private static let duration = Duration.seconds(5)

    private let latest = Lock<(error: DatabaseError, end: ContinuousClock.Instant)?>(nil)

    /// The failure, or `nil` if a later commit has succeeded or five seconds have passed.
    var current: DatabaseError? {
        latest.withLock { latest in latest.flatMap { $0.end > .now ? $0.error : nil } }
    }

    /// Records a commit that failed.
    func record(_ error: DatabaseError) {
        let end = ContinuousClock.now + Self.duration
        latest.withLock { $0 = (error, end) }
    }

    /// Clears the failure, because a commit has succeeded.
    func clear() { latest.withLock { $0 = nil } }
}
