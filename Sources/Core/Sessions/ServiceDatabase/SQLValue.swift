package import Coordination

/// A value in a column or a parameter.
package enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

/// A type with values that a column can store.
package protocol SQLConvertible {
    /// The value in a column.
    var sqlValue: SQLValue { get }
}

extension Int: SQLConvertible {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLConvertible {
    package var sqlValue: SQLValue { .integer(self) }
}

/// Stored as 0 or 1.
extension Bool: SQLConvertible {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension String: SQLConvertible {
    package var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLConvertible {
    package var sqlValue: SQLValue { .bytes(self) }
}

/// Stored as milliseconds since 1970.
extension Timestamp: SQLConvertible {
    package var sqlValue: SQLValue { .integer(milliseconds) }
}

/// A row of a result.
///
/// Its columns are read by their position, which begins with 0.
package struct SQLRow {
    /// The values of the columns.
    package let values: [SQLValue]

    package init(values: [SQLValue]) {
        self.values = values
    }

    /// The error of a column that has another type than the program expects.
    package struct UnexpectedValue: Error, CustomStringConvertible {
        let column: Int
        package var description: String { "The column \(column) of a row has an unexpected type." }
    }

    /// Returns an integer.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    package func integer(_ column: Int) throws -> Int64 {
        guard case .integer(let value) = values[column] else { throw UnexpectedValue(column: column) }
        return value
    }

    /// Returns an integer, or `nil` for NULL.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    package func optionalInteger(_ column: Int) throws -> Int64? {
        if case .null = values[column] { return nil }
        return try integer(column)
    }

    /// Returns whether an integer is not 0.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    package func bool(_ column: Int) throws -> Bool { try integer(column) != 0 }

    /// Returns a time, which is stored as milliseconds.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    package func time(_ column: Int) throws -> Timestamp { Timestamp(milliseconds: try integer(column)) }

    /// Returns a text.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    package func text(_ column: Int) throws -> String {
        guard case .text(let value) = values[column] else { throw UnexpectedValue(column: column) }
        return value
    }

    /// Returns bytes.
    ///
    /// - Throws: ``UnexpectedValue`` if it is something else.
    package func bytes(_ column: Int) throws -> [UInt8] {
        guard case .bytes(let value) = values[column] else { throw UnexpectedValue(column: column) }
        return value
    }
}
