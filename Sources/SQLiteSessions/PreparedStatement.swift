import GRDB
import GRDBSQLite

/// A statement whose values are bound in place, for the work of every commit: the one place where SQLite's C is seen.
///
/// GRDB takes the values of a statement as an array of anything, and looks after observers that a store has none of; that
/// takes longer than the statement itself.
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

    /// Prepares a statement; it must be released before its connection is closed.
    ///
    /// - Throws: `DatabaseError` when SQLite doesn't understand it.
    init(_ sql: String, in db: Database) throws {
        statement = try db.makeStatement(sql: sql)
    }

    /// Gives the parameter with a number, from 1 on, an integer or nothing (https://www.sqlite.org/c3ref/bind_blob.html).
    func bind(_ number: CInt, _ value: Int64?) throws {
        if let value {
            try check(unsafe sqlite3_bind_int64(statement.sqliteStatement, number, value))
        } else {
            try check(unsafe sqlite3_bind_null(statement.sqliteStatement, number))
        }
    }

    /// Gives a parameter a text.
    ///
    /// - Throws: `DatabaseError` when SQLite has no room for it.
    func bind(_ number: CInt, _ text: String) throws {
        // In place: passed to C as a string, the text would be copied first.
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

    /// Gives a parameter a blob or nothing.
    ///
    /// - Throws: `DatabaseError` when SQLite has no room for it.
    func bind(_ number: CInt, _ bytes: [UInt8]?) throws {
        guard let bytes else { return try bind(number, nil as Int64?) }
        let length = UInt64(bytes.count)
        try check(unsafe sqlite3_bind_blob64(statement.sqliteStatement, number, bytes, length, Self.copied))
    }

    /// Executes the statement, which gives no rows, and readies it for other values.
    ///
    /// - Returns: How many rows it has changed, where it changes any.
    /// - Throws: `DatabaseError`; what the statement itself has done is undone.
    @discardableResult
    func run() throws -> Int {
        let code = unsafe sqlite3_step(statement.sqliteStatement)
        defer { unsafe sqlite3_reset(statement.sqliteStatement) }
        guard code == SQLITE_DONE else { throw failure(code) }
        return Int(unsafe sqlite3_changes(sqlite3_db_handle(statement.sqliteStatement)))
    }

    /// Executes the statement with a blob that is bound where it lies: for one that is too long to be copied.
    ///
    /// - Parameters:
    ///   - number: The parameter that the blob is for, which has nothing afterwards.
    ///   - bytes: The blob.
    /// - Returns: As ``run()``.
    /// - Throws: As ``run()``.
    @discardableResult
    func run(_ number: CInt, lending bytes: [UInt8]) throws -> Int {
        try unsafe bytes.withUnsafeBytes { bytes in
            // No bytes may have no address, and SQLite takes that for NULL.
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

    /// Has SQLite copy what is bound (`SQLITE_TRANSIENT`, a cast in a macro and so unknown to Swift).
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
