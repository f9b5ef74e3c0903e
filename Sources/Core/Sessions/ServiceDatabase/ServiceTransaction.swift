/// A transaction of the database of the services.
///
/// ```swift
/// try db.change("DELETE FROM live_code WHERE phone = ?", phone)
/// let left = try db.row("SELECT attempts_left FROM live_code WHERE challenge = ?", challenge)?.integer(0)
/// ```
///
/// The queries use only the SQL that SQLite and PostgreSQL share. Each `?` is the next parameter, numbers are 64-bit integers, and
/// a row is replaced with `ON CONFLICT (…) DO UPDATE`.
package protocol ServiceTransaction {
    /// Runs a query and returns its rows.
    func rows(_ sql: String, arguments: [SQLValue]) throws -> [SQLRow]

    /// Runs a statement that returns no rows, and returns the number of rows that it changed.
    func change(_ sql: String, arguments: [SQLValue]) throws -> Int

    /// Makes the numbers of new rows in a table follow the largest number that was inserted, after a copy.
    func continueNumbers(of table: String) throws
}

extension ServiceTransaction {
    /// Runs a query and returns its rows.
    package func rows(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> [SQLRow] {
        try rows(sql, arguments: arguments.map { $0?.sqlValue ?? .null })
    }

    /// Runs a query and returns its first row, or `nil` if there is none.
    package func row(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> SQLRow? {
        try rows(sql, arguments: arguments.map { $0?.sqlValue ?? .null }).first
    }

    /// Runs a statement that returns no rows, and returns the number of rows that it changed.
    @discardableResult
    package func change(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> Int {
        try change(sql, arguments: arguments.map { $0?.sqlValue ?? .null })
    }
}
