public import JSON

/// The identifier of a screen, container, coordinator or effect in its session.
///
/// Keys come from a counter of the session, so a key is never reused, and repeating a run gives the same keys. Clients
/// see a key as `k5`.
///
/// ```swift
/// Key("k5")?.number  // 5
/// Key(5).description // "k5"
/// ```
public struct Key: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The value of the session's counter.
    public let number: UInt32

    /// Creates the key with this value of the counter.
    public init(_ number: UInt32) {
        self.number = number
    }

    /// Parses `k5`, or returns `nil` for any other form, such as `k05`.
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

    /// Whether the first key was created before the second.
    public static func < (first: Self, second: Self) -> Bool { first.number < second.number }
}

extension Key: JSONWritable {
    /// Decodes `"k5"`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a key such as 'k5'.")
        }
        self = key
    }

    /// Encodes the text form: `"k5"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Writes the text form as a JSON string: `"k5"`.
    public func write(to writer: inout JSONWriter) {
        writer.string(capacity: 11, spell)
    }

    fileprivate func spell(_ text: inout OutputSpan<UInt8>) {
        text.append(UInt8(ascii: "k"))
        text.append(decimal: UInt64(number))
    }
}

extension JSONWriter {
    /// Writes `"k5"` as the name of a member, after which its value is to be written.
    public mutating func key(_ key: Key) {
        self.key(capacity: 11, key.spell)
    }

    /// Writes `k5` as the next piece of a string.
    package mutating func piece(_ key: Key) {
        piece(capacity: 11) { key.spell(&$0) }
    }
}
