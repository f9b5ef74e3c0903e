import FoundationEssentials
import GRDB

/// A transaction in SQLite.
struct SQLiteTransaction: ServiceTransaction {
    let db: Database

    func rows(_ sql: String, arguments: [SQLValue]) throws -> [SQLRow] {
        try GRDB.Row.fetchAll(db, sql: sql, arguments: Self.arguments(arguments)).map { row in
            SQLRow(values: row.databaseValues.map(Self.value))
        }
    }

    func change(_ sql: String, arguments: [SQLValue]) throws -> Int {
        try db.execute(sql: sql, arguments: Self.arguments(arguments))
        return db.changesCount
    }

    /// Does nothing, because `AUTOINCREMENT` follows the largest number that was ever inserted.
    func continueNumbers(of table: String) {}

    private static func arguments(_ values: [SQLValue]) -> StatementArguments {
        StatementArguments(
            values.map { value in
                switch value {
                case .null: DatabaseValue.null
                case .integer(let integer): integer.databaseValue
                case .text(let text): text.databaseValue
                case .bytes(let bytes): Data(bytes).databaseValue
                }
            }
        )
    }

    private static func value(_ value: DatabaseValue) -> SQLValue {
        switch value.storage {
        case .int64(let integer): .integer(integer)
        case .string(let text): .text(text)
        case .blob(let bytes): .bytes(Array(bytes))
        // The tables have no such column.
        case .null, .double: .null
        }
    }
}
