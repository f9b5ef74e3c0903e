import GRDB
import GRDBSQLite

/// A statement with values that are bound in place, for the work of every commit.
///
/// GRDB takes the values of a statement as an array of existential values and notifies transaction observers, though a store
/// has none. Both together take longer than the statement itself. This is the only file that calls the C API of SQLite.
///
/// ```swift
/// let update = try PreparedStatement("UPDATE session SET revision = ?1 WHERE id = ?2", in: db)
/// try update.bind(1, revision)
/// try update.bind(2, id)
/// try update.run()  // 1
/// ```
@safe
struct PreparedStatement {
    private let statement: Statement

    /// Prepares a statement, which must be released before its connection is closed.
    ///
    /// - Throws: `DatabaseError` if SQLite can't compile it.
    init(_ sql: String, in db: Database) throws {
        statement = try db.makeStatement(sql: sql)
    }

    /// Binds an integer or NULL to a parameter, numbered from 1 on (https://www.sqlite.org/c3ref/bind_blob.html).
    func bind(_ number: CInt, _ value: Int64?) throws {
        if let value {
            try check(unsafe sqlite3_bind_int64(statement.sqliteStatement, number, value))
        } else {
            try check(unsafe sqlite3_bind_null(statement.sqliteStatement, number))
        }
    }

    /// Binds a text to a parameter.
    ///
    /// - Throws: `DatabaseError` if SQLite has no memory for a copy.
    func bind(_ number: CInt, _ text: String) throws {
        // Bound in place, because Swift would make a copy to pass the string to C.
        var text = text
        let code = text.withUTF8 { bytes in
            unsafe sqlite3_bind_text64(
                statement.sqliteStatement,
                number,
                UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                UInt64(bytes.count),
                Self.copied,
                UInt8(SQLITE_UTF8)
            )
        }
        try check(code)
    }

    /// Binds a text or NULL to a parameter.
    ///
    /// - Throws: `DatabaseError` if SQLite has no memory for a copy.
    func bind(_ number: CInt, optional text: String?) throws {
        if let text { try bind(number, text) } else { try bind(number, nil as Int64?) }
    }

    /// Binds a blob or NULL to a parameter.
    ///
    /// - Throws: `DatabaseError` if SQLite has no memory for a copy.
    func bind(_ number: CInt, _ bytes: [UInt8]?) throws {
        guard let bytes else { return try bind(number, nil as Int64?) }
        let length = UInt64(bytes.count)
        try check(unsafe sqlite3_bind_blob64(statement.sqliteStatement, number, bytes, length, Self.copied))
    }

    /// Executes the statement, which must not return rows, and resets it for the next values.
    ///
    /// - Returns: The number of rows changed, for a statement that changes rows.
    /// - Throws: `DatabaseError`. SQLite has undone the changes of the statement itself then.
    @discardableResult
    func run() throws -> Int {
        let code = unsafe sqlite3_step(statement.sqliteStatement)
        defer { unsafe sqlite3_reset(statement.sqliteStatement) }
        guard code == SQLITE_DONE else { throw failure(code) }
        return Int(unsafe sqlite3_changes(sqlite3_db_handle(statement.sqliteStatement)))
    }

    /// The number of the row that was added last, by this or another statement of the connection.
    var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(sqlite3_db_handle(statement.sqliteStatement)) }

    /// Executes the statement, which must return one column, and resets it for the next values.
    ///
    /// - Returns: The integer of the first row, or `nil` if there is no row, or the value is NULL.
    /// - Throws: `DatabaseError`.
    func fetchInteger() throws -> Int64? {
        let code = unsafe sqlite3_step(statement.sqliteStatement)
        defer { unsafe sqlite3_reset(statement.sqliteStatement) }
        guard code == SQLITE_ROW else {
            guard code == SQLITE_DONE else { throw failure(code) }
            return nil
        }
        guard unsafe sqlite3_column_type(statement.sqliteStatement, 0) != SQLITE_NULL else { return nil }
        return unsafe sqlite3_column_int64(statement.sqliteStatement, 0)
    }

    /// Executes the statement with a blob that is bound without a copy, for a blob too long to be copied.
    ///
    /// - Parameters:
    ///   - number: The number of the blob's parameter, which is NULL afterwards.
    ///   - bytes: The blob.
    /// - Returns: The same as ``run()``.
    /// - Throws: The same as ``run()``.
    @discardableResult
    func run(_ number: CInt, borrowing bytes: [UInt8]) throws -> Int {
        try unsafe bytes.withUnsafeBytes { bytes in
            // The address of an empty array may be NULL, which SQLite would take for the value NULL.
            let length = UInt64(bytes.count)
            try check(
                unsafe bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement.sqliteStatement, number, 0)
                    : sqlite3_bind_blob64(statement.sqliteStatement, number, bytes.baseAddress, length, nil)
            )
            defer { unsafe sqlite3_bind_null(statement.sqliteStatement, number) }
            return try run()
        }
    }

    /// Makes SQLite copy a bound value (`SQLITE_TRANSIENT`, a macro with a cast that Swift does not import).
    private static let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        let message = unsafe sqlite3_errmsg(sqlite3_db_handle(statement.sqliteStatement))
        return DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: unsafe message.map { unsafe String(cString: $0) },
            sql: statement.sql
        )
    }
}
