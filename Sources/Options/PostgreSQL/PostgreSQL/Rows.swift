/// The rows that a query returned, copied from the memory of libpq.
package struct Rows: Sendable {
    /// The number of rows that the query inserted, updated, deleted or returned.
    package let affectedCount: Int

    private let types: [ColumnType]
    private let bytes: [UInt8]
    /// The place of each value in ``bytes``, row by row, or `nil` for NULL.
    private let ranges: [Range<Int>?]

    /// Takes the values of a result.
    ///
    /// - Parameters:
    ///   - affectedCount: The number in the command's tag.
    ///   - types: The types of the columns.
    ///   - bytes: The values.
    ///   - ranges: The place of each value, row by row.
    init(affectedCount: Int, types: [ColumnType], bytes: [UInt8], ranges: [Range<Int>?]) {
        self.affectedCount = affectedCount
        self.types = types
        self.bytes = bytes
        self.ranges = ranges
    }

    fileprivate var columnCount: Int { types.count }

    /// The number of rows.
    package var count: Int { columnCount == 0 ? 0 : ranges.count / columnCount }

    /// The first row, or `nil` if there is none.
    package var first: ResultRow? { count == 0 ? nil : self[0] }

    /// A row by its place.
    package subscript(place: Int) -> ResultRow { ResultRow(rows: self, first: place * columnCount) }

    /// Returns the results of a function for each row.
    package func map<Result, Failure: Error>(_ body: (ResultRow) throws(Failure) -> Result) throws(Failure) -> [Result]
    {
        var results: [Result] = []
        results.reserveCapacity(count)
        for place in 0..<count { results.append(try body(self[place])) }
        return results
    }

    /// Returns the results of a function for each row, without results that are `nil`.
    package func compactMap<Result>(_ body: (ResultRow) -> Result?) -> [Result] {
        (0..<count).compactMap { body(self[$0]) }
    }

    fileprivate func type(_ column: Int) -> ColumnType { types[column] }

    fileprivate func value(_ place: Int) -> ArraySlice<UInt8>? { ranges[place].map { bytes[$0] } }
}

/// The type of a column, as far as the program uses it.
package enum ColumnType: Sendable {
    /// An `integer` or `bigint`.
    case integer
    /// A `text` or `varchar`.
    case text
    /// A `bytea`, in bytes.
    case bytes
    /// Any other type.
    case other

    /// Finds a type by its identifier, which is the same in all databases (`pg_type.dat`).
    init(identifier: UInt32) {
        self =
            switch identifier {
            case 20, 23: .integer
            case 25, 1043: .text
            case 17: .bytes
            default: .other
            }
    }
}

/// A row of a result, with columns that are read by their place, which begins with 0.
package struct ResultRow: Sendable {
    fileprivate let rows: Rows
    fileprivate let first: Int

    /// The number of columns.
    package var columnCount: Int { rows.columnCount }

    /// Returns the type of a column.
    package func type(_ column: Int) -> ColumnType { rows.type(column) }

    /// Returns a `text`, or `nil` for NULL.
    package func text(_ column: Int) -> String? {
        rows.value(first + column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a `bigint` or an `integer`, or `nil` for NULL and for a value of another size.
    package func integer(_ column: Int) -> Int64? {
        guard let bytes = rows.value(first + column) else { return nil }
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch bytes.count {
        case 8: return Int64(bitPattern: bits)
        case 4: return Int64(Int32(truncatingIfNeeded: bits))
        default: return nil
        }
    }

    /// Returns a `bytea`, or `nil` for NULL.
    package func bytes(_ column: Int) -> [UInt8]? { rows.value(first + column).map { Array($0) } }
}
