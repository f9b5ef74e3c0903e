import GRDB

/// What an SQLite file says of itself when no server has it.
struct IntegrityCheck {
    /// What SQLite finds wrong; `nil` when it finds nothing.
    let damage: String?
    /// How many sessions there are.
    let sessions: Int
    /// How many sessions wait for an effect.
    let due: Int

    init(path: String) throws {
        let queue = try DatabaseQueue(path: path)
        (damage, sessions, due) = try queue.read { db in
            let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            return (
                lines == ["ok"] ? nil : lines.joined(separator: "\n"),
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM session") ?? -1,
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM session WHERE due_at IS NOT NULL") ?? -1
            )
        }
        try queue.close()
    }
}
