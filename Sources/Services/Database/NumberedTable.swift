import GRDB

/// A table of what accounts have ordered: each entry has a number of its own and is written once for its key.
///
/// Its columns are `number`, `key`, `account` and `document`.
struct NumberedTable<Document: Codable & Sendable>: Sendable {
    /// The table's name.
    let name: String

    /// An entry with its number.
    struct Entry {
        let number: Int64
        let document: Document

        fileprivate init(number: Int64, document: Document) {
            self.number = number
            self.document = document
        }

        fileprivate init(_ row: Row) throws {
            number = row["number"]
            document = try StoredText.value(row["document"])
        }
    }

    /// What was written for a key; `nil` when nothing was.
    func entry(forKey key: String, in db: Database) throws -> Entry? {
        try Row.fetchOne(db, sql: "SELECT number, document FROM \(name) WHERE key = ?", arguments: [key]).map(
            Entry.init
        )
    }

    /// Writes an entry for a key for which there is none.
    func insert(_ document: Document, of account: String, key: String, in db: Database) throws -> Entry {
        try db.execute(
            sql: "INSERT INTO \(name) (key, account, document) VALUES (?, ?, ?)",
            arguments: [key, account, try StoredText.text(document)]
        )
        return Entry(number: db.lastInsertedRowID, document: document)
    }

    /// The latest entries of an account, latest first.
    func latest(_ count: Int, of account: String, in db: Database) throws -> [Entry] {
        try Row.fetchAll(
            db,
            sql: "SELECT number, document FROM \(name) WHERE account = ? ORDER BY number DESC LIMIT ?",
            arguments: [account, count]
        ).map { try Entry($0) }
    }
}
