public import Coordination
import GRDB
public import Sessions
import SystemPackage

/// The numbers and sizes of the content of a store.
public struct StoreStatistics: Codable, Equatable, Sendable {
    /// The number of sessions of each application, by its name.
    public var sessions: [String: Int]
    /// The number of sessions that have expired and are only remembered.
    public var expired: Int
    /// The number of sessions with a pending effect or timer.
    public var waiting: Int
    /// The number of quarantined sessions.
    public var quarantined: Int
    /// The number of replies that are remembered by their idempotency keys.
    public var replies: Int
    /// The average size of a state in bytes.
    public var averageStateBytes: Int
    /// The size of the largest state in bytes.
    public var largestStateBytes: Int
    /// The size of the file in bytes.
    public var fileBytes: Int
    /// The bytes in the file that are free for new sessions.
    public var freeBytes: Int
    /// The size of the log in bytes; pages that are in the file already count until the log is truncated.
    public var logBytes: Int
    /// The name of the last migration of the file.
    public var schema: String
    /// The version of SQLite.
    public var sqlite: String
}

extension StoreInspection {
    /// Returns the statistics of the store.
    ///
    /// - Parameter now: The time that decides which sessions have expired.
    /// - Returns: The numbers and sizes; expired sessions also count in ``StoreStatistics/sessions``.
    /// - Throws: ``Sessions/StoreError`` if the file can't be read.
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
                quarantined: try number("SELECT COUNT(*) FROM session WHERE quarantine_reason IS NOT NULL"),
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
