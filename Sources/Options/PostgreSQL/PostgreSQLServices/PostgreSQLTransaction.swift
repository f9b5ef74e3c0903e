import PostgreSQL
import ServiceDatabase

/// A transaction in PostgreSQL.
struct PostgreSQLTransaction: ServiceTransaction {
    let connection: Connection

    func rows(_ sql: String, arguments: [SQLValue]) throws -> [SQLRow] {
        try connection.query(Self.numbered(sql), Self.parameters(arguments)).map { row in
            SQLRow(values: (0..<row.columnCount).map { Self.value(row, $0) })
        }
    }

    func change(_ sql: String, arguments: [SQLValue]) throws -> Int {
        try connection.query(Self.numbered(sql), Self.parameters(arguments)).affectedCount
    }

    func continueNumbers(of table: String) throws {
        try connection.query(
            """
            SELECT setval(pg_get_serial_sequence('\(table)', 'number'), coalesce(max(number), 1), max(number) IS NOT NULL)
            FROM \(table)
            """
        )
    }

    /// Returns a query with `$1`, `$2`, … in place of each `?`.
    ///
    /// A `?` in a literal of the query would be replaced, too, but the queries of the services have none.
    static func numbered(_ sql: String) -> String {
        var numbered = "", count = 0
        for part in sql.split(separator: "?", omittingEmptySubsequences: false) {
            if count > 0 { numbered += "$\(count)" }
            numbered += part
            count += 1
        }
        return numbered
    }

    private static func parameters(_ values: [SQLValue]) -> Parameters {
        var parameters = Parameters()
        for value in values {
            switch value {
            case .null: parameters.append(bigint: nil)
            case .integer(let integer): parameters.append(bigint: integer)
            case .text(let text): parameters.append(text: text)
            case .bytes(let bytes): parameters.append(bytea: bytes)
            }
        }
        return parameters
    }

    private static func value(_ row: ResultRow, _ column: Int) -> SQLValue {
        switch row.type(column) {
        case .integer: row.integer(column).map(SQLValue.integer) ?? .null
        case .text: row.text(column).map(SQLValue.text) ?? .null
        case .bytes: row.bytes(column).map(SQLValue.bytes) ?? .null
        // The tables have no such column.
        case .other: .null
        }
    }
}
