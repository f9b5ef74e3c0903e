import Sessions

extension ServiceDatabase {
    /// A table as every engine has it.
    private struct Table {
        let name: String
        /// The columns of the primary key.
        let key: [String]
        let others: [String]

        init(_ name: String, key: String..., others: String...) {
            self.name = name
            self.key = key
            self.others = others
        }

        /// A table with entries that have numbers.
        static func numbered(_ name: String) -> Self { Self(name, key: "number", others: "key", "account", "document") }

        var columns: [String] { key + others }
    }

    private static let tables = [
        Table("account", key: "login", others: "document", "password"),
        Table("login_form", key: "login", others: "canonical", "skeleton"),
        Table("customer", key: "account", others: "profile", "favorites"),
        Table("market_cart", key: "account", others: "document"),
        Table("shop_cart", key: "account", others: "document"),
        .numbered("placed_order"), .numbered("purchase"), .numbered("created_item"),
        Table(
            "live_code",
            key: "phone",
            others: "challenge",
            "session",
            "is_owner",
            "seed",
            "attempts_left",
            "expires_at",
            "sent_at",
            "message",
            "effect",
            "is_delivered"
        ),
        Table("code_limit", key: "subject", others: "replenished_at"),
        Table("codes_sent", key: "day", others: "count"),
        Table("sign_in_attempt", key: "bucket", others: "failures", "last_at", "blocked_until", "expires_at"),
        Table("known_session", key: "login", "session", others: "last_at"),
        Table("sign_in_key", key: "proof"),
        Table("sign_up", key: "id", others: "session", "login", "password", "is_complete", "expires_at"),
        Table(
            "password_reset",
            key: "session",
            others: "challenge",
            "login",
            "has_code",
            "attempts_left",
            "expires_at"
        ),
        Table("authenticator", key: "login", "is_confirmed", others: "key", "last_step", "created_at"),
        Table("recovery_code", key: "login", "code"),
        Table("second_factor", key: "session", others: "challenge", "login", "expires_at"),
        Table("disabled_account", key: "login"),
        Table("session_end", key: "login", others: "until"),
        Table("completed_change", key: "key", others: "result", "expires_at"),
        Table("used_limit", key: "name", "address", others: "full_at"),
        Table(
            "audit_event",
            key: "number",
            others: "at",
            "event",
            "outcome",
            "session",
            "account",
            "client",
            "request"
        ),
    ]

    /// The number of rows that are read at once.
    private static let pageSize = 500

    /// The names of the tables that a copy has.
    static var copiedTables: Set<String> { Set(tables.map(\.name)) }

    /// Copies all tables to another database, which has none of their rows, in one transaction of each.
    ///
    /// It blocks the calling thread.
    ///
    /// - Parameter target: The database of the copy.
    /// - Returns: The number of rows.
    /// - Throws: `StoreError` if the target has accounts or orders, and the errors of both databases. Nothing was copied then.
    @discardableResult
    public func copy(to target: ServiceDatabase) throws -> Int {
        try read { source in
            try target.write { copy in
                var count = 0
                for table in Self.tables {
                    guard try copy.row("SELECT 1 FROM \(table.name) LIMIT 1") == nil else {
                        throw StoreError(
                            .conflict,
                            "The target has rows in the table \(table.name); copy to a database that has none."
                        )
                    }
                    count += try Self.copy(table, from: source, to: copy)
                }
                return count
            }
        }
    }

    private static func copy(
        _ table: Table,
        from source: any ServiceTransaction,
        to copy: any ServiceTransaction
    ) throws -> Int {
        let columns = table.columns.joined(separator: ", "), key = table.key.joined(separator: ", ")
        let marks = { (count: Int) in Array(repeating: "?", count: count).joined(separator: ", ") }
        let insertion = "INSERT INTO \(table.name) (\(columns)) VALUES (\(marks(table.columns.count)))"
        var last: [SQLValue]?
        var count = 0
        while true {
            let condition = last == nil ? "" : "WHERE (\(key)) > (\(marks(table.key.count)))"
            let rows = try source.rows(
                "SELECT \(columns) FROM \(table.name) \(condition) ORDER BY \(key) LIMIT \(pageSize)",
                arguments: last ?? []
            )
            for row in rows { _ = try copy.change(insertion, arguments: row.values) }
            count += rows.count
            guard rows.count == pageSize, let end = rows.last else { break }
            last = Array(end.values.prefix(table.key.count))
        }
        if table.key == ["number"] { try copy.continueNumbers(of: table.name) }
        return count
    }
}
