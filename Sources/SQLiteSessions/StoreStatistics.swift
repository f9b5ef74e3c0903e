public import Coordination
import GRDB
public import Sessions
import SystemPackage

/// How much is in a store.
public struct StoreStatistics: Codable, Equatable, Sendable {
    /// How many sessions there are of an application, by its name.
    public var sessions: [String: Int]
    /// How many of all have expired and are only remembered.
    public var expired: Int
    /// How many wait for an effect or a timer.
    public var waiting: Int
    /// How many were set aside.
    public var setAside: Int
    /// How many answers are remembered for requests that come again.
    public var replies: Int
    /// The bytes of a state on average.
    public var averageStateBytes: Int
    /// The bytes of the largest state.
    public var largestStateBytes: Int
    /// The bytes of the file.
    public var fileBytes: Int
    /// The bytes in the file that are free for new sessions.
    public var freeBytes: Int
    /// The bytes of the log that are not in the file yet, or were not cut off since.
    public var logBytes: Int
    /// The last change of the tables that the file has had.
    public var schema: String
    /// The version of SQLite.
    public var sqlite: String
}

extension StoreInspection {
    /// Counts what is in the store.
    ///
    /// - Parameter now: The time, by which sessions have expired or not.
    /// - Throws: ``Sessions/StoreError`` when the file can't be read.
    public func statistics(at now: Timestamp) throws(StoreError) -> StoreStatistics {
        try reading { db in
            func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
                try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
            }
            var sessions: [String: Int] = [:]
            for row in try GRDB.Row.fetchAll(db, sql: "SELECT application, COUNT(*) FROM session GROUP BY application")
            {
                sessions[String.fromDatabaseValue(row[0]) ?? "?"] = Int.fromDatabaseValue(row[1]) ?? 0
            }
            let pageBytes = try number("PRAGMA page_size")
            return StoreStatistics(
                sessions: sessions,
                expired: try number("SELECT COUNT(*) FROM session WHERE expires_at <= ?", [now.milliseconds]),
                waiting: try number("SELECT COUNT(*) FROM session WHERE due_at IS NOT NULL"),
                setAside: try number("SELECT COUNT(*) FROM session WHERE set_aside IS NOT NULL"),
                replies: try number("SELECT COUNT(*) FROM reply"),
                averageStateBytes: try number("SELECT CAST(AVG(LENGTH(state)) AS INTEGER) FROM session"),
                largestStateBytes: try number("SELECT MAX(LENGTH(state)) FROM session"),
                fileBytes: try number("PRAGMA page_count") * pageBytes,
                freeBytes: try number("PRAGMA freelist_count") * pageBytes,
                logBytes: Self.size(of: path + "-wal"),
                schema: try Schema.migrations.appliedMigrations(db).last ?? "none",
                sqlite: try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "unknown"
            )
        }
    }

    private static func size(of path: String) -> Int {
        (try? FilePath(path).stat()).map { Int($0.size) } ?? 0
    }
}
