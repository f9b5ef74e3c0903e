/// The parameters of a query, in PostgreSQL's binary formats.
///
/// ```swift
/// var parameters = Parameters()
/// parameters.append(text: "a session")
/// parameters.append(bigints: [1, nil, 3])
/// ```
///
/// The text of the query gives each parameter its type, as in `$1::text` and `$2::bigint[]`.
package struct Parameters: Sendable, Equatable {
    /// The values, one after the other.
    private(set) var bytes: [UInt8] = []
    /// The place of each value in ``bytes``, or `nil` for NULL.
    private(set) var ranges: [Range<Int>?] = []

    /// Makes an empty list.
    package init() {}

    /// The number of parameters.
    package var count: Int { ranges.count }

    /// Adds a `bigint`.
    package mutating func append(bigint value: Int64?) {
        append(value) { Self.append($0, to: &$1) }
    }

    /// Adds a `text`.
    package mutating func append(text value: String?) {
        append(value) { $1.append(contentsOf: $0.utf8) }
    }

    /// Adds a `bytea`.
    package mutating func append(bytea value: [UInt8]?) {
        append(value) { $1.append(contentsOf: $0) }
    }

    /// Adds a `bigint[]`.
    package mutating func append(bigints values: [Int64?]) {
        append(values, of: .bigint) { Self.append($0, to: &$1) }
    }

    /// Adds a `text[]`.
    package mutating func append(texts values: [String?]) {
        append(values, of: .text) { $1.append(contentsOf: $0.utf8) }
    }

    /// Adds a `bytea[]`.
    package mutating func append(byteas values: [[UInt8]?]) {
        append(values, of: .bytea) { $1.append(contentsOf: $0) }
    }

    private mutating func append<Value>(_ value: Value?, _ write: (Value, inout [UInt8]) -> Void) {
        guard let value else { return ranges.append(nil) }
        let start = bytes.count
        write(value, &bytes)
        ranges.append(start..<bytes.count)
    }

    /// Writes an array of one dimension (`array_recv` in PostgreSQL's `arrayfuncs.c`).
    ///
    /// It has the number of dimensions, whether there are NULLs, the type of the elements, the number of elements, the first
    /// index, and each element after its size.
    private mutating func append<Value>(
        _ values: [Value?],
        of type: ElementType,
        _ write: (Value, inout [UInt8]) -> Void
    ) {
        let start = bytes.count
        Self.append(Int32(values.isEmpty ? 0 : 1), to: &bytes)
        Self.append(Int32(values.contains { $0 == nil } ? 1 : 0), to: &bytes)
        Self.append(type.rawValue, to: &bytes)
        if !values.isEmpty {
            Self.append(Int32(values.count), to: &bytes)
            Self.append(Int32(1), to: &bytes)
        }
        for value in values {
            guard let value else {
                Self.append(Int32(-1), to: &bytes)
                continue
            }
            let size = bytes.count
            Self.append(Int32(0), to: &bytes)
            write(value, &bytes)
            Self.replace(at: size, with: Int32(bytes.count - size - 4), in: &bytes)
        }
        ranges.append(start..<bytes.count)
    }

    /// The identifiers of types, which are the same in all databases (`pg_type.dat`).
    private enum ElementType: Int32 {
        case bytea = 17
        case bigint = 20
        case text = 25
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private static func replace(at offset: Int, with number: Int32, in bytes: inout [UInt8]) {
        for place in 0..<4 { bytes[offset + place] = UInt8(truncatingIfNeeded: number >> (24 - 8 * place)) }
    }
}
