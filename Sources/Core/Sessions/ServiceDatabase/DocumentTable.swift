/// A table with one document for each account.
///
/// Its columns are `account` and `document`.
package struct DocumentTable<Document: Codable & Sendable>: Sendable {
    private let name: String

    package init(name: String) {
        self.name = name
    }

    /// Returns the document of an account, or `nil` if it has none.
    package func document(of account: String, in db: any ServiceTransaction) throws -> Document? {
        try db.row("SELECT document FROM \(name) WHERE account = ?", account)
            .map { try JSONColumn.value($0.text(0)) }
    }

    /// Inserts or replaces the document of an account.
    package func save(_ document: Document, of account: String, in db: any ServiceTransaction) throws {
        try db.change(
            """
            INSERT INTO \(name) (account, document) VALUES (?, ?)
            ON CONFLICT (account) DO UPDATE SET document = excluded.document
            """,
            account,
            try JSONColumn.text(document)
        )
    }
}
