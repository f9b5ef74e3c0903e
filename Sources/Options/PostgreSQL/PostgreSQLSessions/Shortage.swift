import Concurrency
import PostgreSQL

/// The latest commit that failed because the server was exhausted, as by a full disk.
final class Shortage: Sendable {
    /// The time for which a failure counts.
    ///
    /// After it, a store without commits is ready again, so that the next commit shows whether there is room.
    private static let duration = Duration.seconds(5)

    private let latest = Lock<(error: DatabaseError, end: ContinuousClock.Instant)?>(nil)

    /// The failure; `nil` if a later commit has succeeded, or if it has happened long ago.
    var current: DatabaseError? {
        latest.withLock { latest in latest.flatMap { $0.end > .now ? $0.error : nil } }
    }

    /// Remembers a commit that failed.
    func begin(_ error: DatabaseError) {
        let end = ContinuousClock.now + Self.duration
        latest.withLock { $0 = (error, end) }
    }

    /// Forgets it, because a commit has succeeded.
    func end() { latest.withLock { $0 = nil } }
}
