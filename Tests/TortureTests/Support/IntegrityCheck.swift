import GRDB

/// The result of an integrity check of an SQLite file that no server has open.
struct IntegrityCheck {
    /// The lines of `PRAGMA integrity_check`, or `nil` if the file is intact.
    let damage: String?
    /// The number of sessions.
    let sessions: Int
    /// The number of sessions with a pending effect or timer.
    let due: Int

    init(path: String) throws {
        let queue = try DatabaseQueue(path: path)
        (damage, sessions, due) = try queue.read { db in
            let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            return (
                lines == ["ok"] ? try Self.historyDamage(db) : lines.joined(separator: "\n"),
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM session") ?? -1,
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM session WHERE due_at IS NOT NULL") ?? -1
            )
        }
        try queue.close()
    }

    /// Describes how many sessions have a history that ends before the revision of their row or has a gap, or returns
    /// `nil` if there are none.
    private static func historyDamage(_ db: Database) throws -> String? {
        let sessions = try Int.fetchOne(
            db,
            sql: """
                SELECT COUNT(*) FROM session WHERE NOT EXISTS (
                    SELECT 1 FROM history WHERE place >> 32 = session.number GROUP BY place >> 32
                    HAVING MAX(place & 4294967295) >= session.revision AND MAX(place) - MIN(place) + 1 = COUNT(*)
                )
                """
        )
        return sessions == 0 ? nil : "the history of \(sessions ?? -1) sessions is not that of their revisions"
    }
}
