public import JSON

/// The name of one instance in a session, for its whole life: a screen, a container, a coordinator.
///
/// Keys come from a counter of the session, so they are never used twice and a run can be repeated. They are written
/// as `k5`.
public struct Key: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The place in the session's count.
    public let number: UInt32

    /// The key with a given place in the count.
    public init(_ number: UInt32) {
        self.number = number
    }

    /// Reads `k5`; `nil` for anything else, such as `k05`.
    public init?(_ text: String) {
        let bytes = text.utf8Span.span
        guard (2...11).contains(bytes.count), bytes[0] == UInt8(ascii: "k"),
            bytes[1] != UInt8(ascii: "0") || bytes.count == 2
        else { return nil }
        var number: UInt64 = 0
        for index in 1..<bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + UInt64(digit)
        }
        guard let exact = UInt32(exactly: number) else { return nil }
        self.number = exact
    }

    /// The key as clients see it: `k5`.
    public var description: String { "k\(number)" }

    /// Whether the first key was given before the second.
    public static func < (first: Self, second: Self) -> Bool { first.number < second.number }
}

extension Key: JSONWritable {
    /// Reads `"k5"`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a key such as 'k5'.")
        }
        self = key
    }

    /// Writes `"k5"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Writes `"k5"`.
    public func write(to writer: inout JSONWriter) {
        writer.string(capacity: 11, spell)
    }

    fileprivate func spell(_ text: inout OutputSpan<UInt8>) {
        text.append(UInt8(ascii: "k"))
        text.append(decimal: UInt64(number))
    }
}

extension JSONWriter {
    /// Writes `"k5"` as a member's name; its value comes next.
    public mutating func key(_ key: Key) {
        self.key(capacity: 11, key.spell)
    }
}
