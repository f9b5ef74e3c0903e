public import Coordination
import GRDB
public import Sessions
import SystemPackage

extension StoreInspection {
    /// Returns the statistics of the store.
    ///
    /// - Parameter now: The time that decides which sessions have expired.
    /// - Returns: The numbers and sizes. Expired sessions also count in ``Sessions/StoreStatistics/sessions``.
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
                expired: try number(
                    "SELECT COUNT(*) FROM session WHERE \(SessionRow.expiry) <= ?",
                    [now.milliseconds]
                ),
                waiting: try number(
                    "SELECT COUNT(*) FROM session WHERE due_at IS NOT NULL AND quarantine_reason IS NULL"
                ),
                quarantined: try number("SELECT COUNT(*) FROM session WHERE quarantine_reason IS NOT NULL"),
                replies: try number("SELECT COUNT(*) FROM reply"),
                averageStateBytes: try number(
                    "SELECT CAST(AVG(LENGTH(record)) AS INTEGER) FROM history WHERE is_whole"
                ),
                largestStateBytes: try number("SELECT MAX(LENGTH(record)) FROM history WHERE is_whole"),
                fileBytes: try number("PRAGMA page_count") * pageBytes,
                freeBytes: try number("PRAGMA freelist_count") * pageBytes,
                logBytes: Self.size(of: path + "-wal"),
                schema: try Schema.migrations.appliedMigrations(db).last ?? "none",
                database: "SQLite " + (try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "unknown")
            )
        }
    }

    private static func size(of path: String) -> Int {
        (try? FilePath(path).stat()).map { Int($0.size) } ?? 0
    }
}
