import GRDB
import Programs

@testable import SQLiteSessions

extension TemporaryFolder {
    /// Creates a store with the tables of an earlier version.
    ///
    /// - Parameters:
    ///   - migration: The last migration of that version.
    ///   - rows: SQL that inserts rows.
    /// - Returns: The path of the closed file.
    /// - Throws: `DatabaseError`.
    func store(upTo migration: String, rows: String) async throws -> String {
        let path = path + "/usher.db"
        let queue = try DatabaseQueue(path: path)
        try Schema.migrations.migrate(queue, upTo: migration)
        try await queue.write { db in
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); " + rows)
        }
        try queue.close()
        return path
    }
}
