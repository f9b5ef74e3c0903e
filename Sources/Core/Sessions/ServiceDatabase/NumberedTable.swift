import Sessions

/// A table of orders or purchases, in which each entry has a unique number and is inserted once for each key.
///
/// Its columns are `number`, `key`, `account` and `document`. The key is the idempotency key of an effect, so an effect that is
/// performed twice finds its entry and makes no second order.
package struct NumberedTable<Document: Codable & Sendable>: Sendable {
    private let name: String

    /// Describes a table, which ``ServiceTables/numberedInSQLite(_:)`` creates.
    package init(name: String) {
        self.name = name
    }

    /// An entry with its number.
    package struct Entry {
        package let number: Int64
        package let document: Document

        fileprivate init(number: Int64, document: Document) {
            self.number = number
            self.document = document
        }

        fileprivate init(_ row: SQLRow) throws {
            number = try row.integer(0)
            document = try JSONColumn.value(row.text(1))
        }
    }

    /// Returns the entry for a key, or `nil` if there is none.
    package func entry(forKey key: String, in db: any ServiceTransaction) throws -> Entry? {
        try db.row("SELECT number, document FROM \(name) WHERE key = ?", key).map(Entry.init)
    }

    /// Inserts an entry for a new key.
    ///
    /// Call ``entry(forKey:in:)`` in the same transaction before, and insert only if there is none. If another transaction
    /// commits the same key at the same time, PostgreSQL repeats this one, which then finds the entry.
    ///
    /// - Throws: `StoreError` if the table has the key, and the errors of the database.
    package func insert(_ document: Document, of account: String, key: String, in db: any ServiceTransaction) throws
        -> Entry
    {
        let rows = try db.rows(
            "INSERT INTO \(name) (key, account, document) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING number",
            key,
            account,
            try JSONColumn.text(document)
        )
        guard let row = rows.first else {
            throw StoreError(.unknownOutcome, "Another transaction has inserted the same key.")
        }
        return Entry(number: try row.integer(0), document: document)
    }

    /// Returns the latest entries of an account, newest first.
    package func latest(_ count: Int, of account: String, in db: any ServiceTransaction) throws -> [Entry] {
        try db.rows(
            "SELECT number, document FROM \(name) WHERE account = ? ORDER BY number DESC LIMIT ?",
            account,
            count
        ).map(Entry.init)
    }
}
