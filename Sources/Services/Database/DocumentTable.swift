import GRDB

/// A table with one document for each account.
///
/// Its columns are `account` and `document`.
struct DocumentTable<Document: Codable & Sendable>: Sendable {
    let name: String

    /// Returns the document of an account; `nil` when there is none.
    func document(of account: String, in db: Database) throws -> Document? {
        try String.fetchOne(db, sql: "SELECT document FROM \(name) WHERE account = ?", arguments: [account])
            .map { try JSONColumn.value($0) }
    }

    /// Inserts or replaces the document of an account.
    func save(_ document: Document, of account: String, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO \(name) (account, document) VALUES (?, ?)",
            arguments: [account, try JSONColumn.text(document)]
        )
    }
}
