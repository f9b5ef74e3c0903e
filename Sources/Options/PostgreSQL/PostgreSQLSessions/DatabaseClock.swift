import Coordination
import PostgreSQL
import Sessions
import Synchronization

/// The difference between the clock of the database, which all servers follow, and the clock of this machine.
///
/// Each reading of the database's clock gives a range for the difference, which is as wide as the query took. The difference
/// moves only if it is outside of that range, and then to its nearest end, so slow queries don't blur it.
final class DatabaseClock: Sendable {
    /// Returns the milliseconds of the database's clock.
    static let reading = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    private let timeOfDay: @Sendable () -> Timestamp
    private let milliseconds = Atomic<Int64>(0)

    init(timeOfDay: @escaping @Sendable () -> Timestamp = { SystemClock.timeOfDay }) {
        self.timeOfDay = timeOfDay
    }

    /// The time by which the clock of the database is ahead of the clock of this machine.
    var difference: Duration { .milliseconds(milliseconds.load(ordering: .relaxed)) }

    /// The time of this machine, to be remembered before a query that reads the clock of the database.
    var now: Timestamp { timeOfDay() }

    /// Takes a reading of the database's clock.
    ///
    /// - Parameters:
    ///   - reading: The milliseconds of the database's clock. `nil` is ignored.
    ///   - begin: The time of this machine before the query.
    func observe(_ reading: Int64?, since begin: Timestamp) {
        guard let reading else { return }
        let range = (reading - timeOfDay().milliseconds, reading - begin.milliseconds)
        // The clock of this machine was set back meanwhile.
        guard range.0 <= range.1 else { return }
        let known = milliseconds.load(ordering: .relaxed)
        milliseconds.store(min(max(known, range.0), range.1), ordering: .relaxed)
    }
}
