/// The rows that a query returned, copied from the memory of libpq.
package struct Rows: Sendable {
    /// The number of rows that the query inserted, updated, deleted or returned.
    package let affectedCount: Int

    private let columnCount: Int
    private let bytes: [UInt8]
    /// The place of each value in ``bytes``, row by row; `nil` for NULL.
    private let ranges: [Range<Int>?]

    /// Takes the values of a result.
    ///
    /// - Parameters:
    ///   - affectedCount: The number in the command's tag.
    ///   - columnCount: The number of values in each row.
    ///   - bytes: The values.
    ///   - ranges: The place of each value, row by row.
    init(affectedCount: Int, columnCount: Int, bytes: [UInt8], ranges: [Range<Int>?]) {
        self.affectedCount = affectedCount
        self.columnCount = columnCount
        self.bytes = bytes
        self.ranges = ranges
    }

    /// The number of rows.
    package var count: Int { columnCount == 0 ? 0 : ranges.count / columnCount }

    /// The first row; `nil` if there is none.
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

    /// Returns the results of a function for each row, without those that are `nil`.
    package func compactMap<Result>(_ body: (ResultRow) -> Result?) -> [Result] {
        (0..<count).compactMap { body(self[$0]) }
    }

    fileprivate func value(_ place: Int) -> ArraySlice<UInt8>? { ranges[place].map { bytes[$0] } }
}

/// A row of a result; its columns are read by their place, which begins with 0.
package struct ResultRow: Sendable {
    fileprivate let rows: Rows
    fileprivate let first: Int

    /// Returns a `text`; `nil` for NULL.
    package func text(_ column: Int) -> String? {
        rows.value(first + column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a `bigint` or an `integer`; `nil` for NULL, and for a value of another size.
    package func integer(_ column: Int) -> Int64? {
        guard let bytes = rows.value(first + column) else { return nil }
        let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch bytes.count {
        case 8: return Int64(bitPattern: bits)
        case 4: return Int64(Int32(truncatingIfNeeded: bits))
        default: return nil
        }
    }

    /// Returns a `bytea`; `nil` for NULL.
    package func bytes(_ column: Int) -> [UInt8]? { rows.value(first + column).map { Array($0) } }
}
