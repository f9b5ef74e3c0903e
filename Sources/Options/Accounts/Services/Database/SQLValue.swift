import Coordination

/// A value in a column or a parameter.
enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

/// A type with values that are stored in columns.
protocol SQLConvertible {
    /// The value in a column.
    var sqlValue: SQLValue { get }
}

extension Int: SQLConvertible {
    var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLConvertible {
    var sqlValue: SQLValue { .integer(self) }
}

/// Stored as 0 or 1.
extension Bool: SQLConvertible {
    var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLConvertible {
    var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLConvertible {
    var sqlValue: SQLValue { .bytes(self) }
}

/// Stored as milliseconds since 1970.
extension Timestamp: SQLConvertible {
    var sqlValue: SQLValue { .integer(milliseconds) }
}

/// Stored as its normalized bytes.
extension LoginName: SQLConvertible {
    var sqlValue: SQLValue { .bytes(bytes) }
}

/// A row of a result, with columns that are read by their index from 0 on.
struct SQLRow {
    /// The values of the columns.
    let values: [SQLValue]

    /// A column has another type than the program expects.
    struct UnexpectedValue: Error, CustomStringConvertible {
        let column: Int
        var description: String { "The column \(column) of a row has an unexpected type." }
    }

    /// Returns an integer.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    func integer(_ column: Int) throws -> Int64 {
        guard case .integer(let value) = values[column] else { throw UnexpectedValue(column: column) }
        return value
    }

    /// Returns an integer, or `nil` for NULL.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    func optionalInteger(_ column: Int) throws -> Int64? {
        if case .null = values[column] { return nil }
        return try integer(column)
    }

    /// Returns whether an integer is not 0.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    func bool(_ column: Int) throws -> Bool { try integer(column) != 0 }

    /// Returns a time, which is stored as milliseconds.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    func time(_ column: Int) throws -> Timestamp { Timestamp(milliseconds: try integer(column)) }

    /// Returns a text.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    func text(_ column: Int) throws -> String {
        guard case .text(let value) = values[column] else { throw UnexpectedValue(column: column) }
        return value
    }

    /// Returns bytes.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    func bytes(_ column: Int) throws -> [UInt8] {
        guard case .bytes(let value) = values[column] else { throw UnexpectedValue(column: column) }
        return value
    }
}
