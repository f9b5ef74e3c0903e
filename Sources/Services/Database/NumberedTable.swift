import GRDB

/// A table of orders or purchases: each entry has a unique number and is inserted once per key.
///
/// Its columns are `number`, `key`, `account` and `document`.
struct NumberedTable<Document: Codable & Sendable>: Sendable {
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
            document = try JSONColumn.value(row["document"])
        }
    }

    /// Returns the entry for a key; `nil` when there is none.
    func entry(forKey key: String, in db: Database) throws -> Entry? {
        try Row.fetchOne(db, sql: "SELECT number, document FROM \(name) WHERE key = ?", arguments: [key]).map(
            Entry.init
        )
    }

    /// Inserts an entry for a new key.
    func insert(_ document: Document, of account: String, key: String, in db: Database) throws -> Entry {
        try db.execute(
            sql: "INSERT INTO \(name) (key, account, document) VALUES (?, ?, ?)",
            arguments: [key, account, try JSONColumn.text(document)]
        )
        return Entry(number: db.lastInsertedRowID, document: document)
    }

    /// Returns the latest entries of an account, newest first.
    func latest(_ count: Int, of account: String, in db: Database) throws -> [Entry] {
        try Row.fetchAll(
            db,
            sql: "SELECT number, document FROM \(name) WHERE account = ? ORDER BY number DESC LIMIT ?",
            arguments: [account, count]
        ).map { try Entry($0) }
    }
}
