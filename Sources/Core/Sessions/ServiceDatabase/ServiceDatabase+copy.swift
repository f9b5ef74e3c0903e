import Sessions

extension ServiceDatabase {
    /// The number of rows that are read at once.
    private static let pageSize = 500

    /// Copies all tables to another database that has none of their rows, and blocks until it is done.
    ///
    /// It uses one transaction of each database, so the copy is the source as of one instant, and is complete or empty.
    ///
    /// - Parameters:
    ///   - target: The database of the copy.
    ///   - tables: The tables of all services. Tables that this database doesn't have are left out.
    /// - Returns: The number of rows.
    /// - Throws: `StoreError` if the target has accounts or orders, and the errors of both databases. Nothing was copied then.
    @discardableResult
    public func copy(to target: ServiceDatabase, _ tables: [ServiceTables]) throws -> Int {
        let present = try tables.filter(has)
        for tables in present { try target.create(tables) }
        return try copy(to: target, present.flatMap(\.copied))
    }

    private func copy(to target: ServiceDatabase, _ tables: [ServiceTables.Copied]) throws -> Int {
        try read { source in
            try target.write { copy in
                var count = 0
                for table in tables {
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
        _ table: ServiceTables.Copied,
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
