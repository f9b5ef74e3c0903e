public import JSON

/// An instant in UTC with millisecond precision, encoded as RFC 3339 (`2026-11-21T09:31:00Z`).
///
/// ```swift
/// let noon = Timestamp("2026-11-21T12:00:00Z")!
/// noon + .seconds(90)                     // 2026-11-21T12:01:30Z
/// noon - Timestamp(milliseconds: 0) > .seconds(3_600)  // true
/// ```
public struct Timestamp: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let milliseconds: Int64

    /// Creates an instant from its milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// RFC 3339 has the years 0000 to 9999. A value outside is clamped to their first or last instant.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    }

    /// Whether the first instant is earlier than the second.
    public static func < (first: Self, second: Self) -> Bool { first.milliseconds < second.milliseconds }

    /// Returns the instant a duration later, truncated to milliseconds.
    public static func + (instant: Self, duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        // All instants lie within 3.2 × 10¹¹ seconds, so bounding a longer duration does not change the result.
        let bounded = min(max(seconds, -400_000_000_000), 400_000_000_000)
        return Self(milliseconds: instant.milliseconds + bounded * 1_000 + attoseconds / 1_000_000_000_000_000)
    }

    /// Returns the instant a duration earlier, truncated to milliseconds.
    public static func - (instant: Self, duration: Duration) -> Self { instant + duration * -1 }

    /// Returns the duration from the second instant to the first.
    public static func - (later: Self, earlier: Self) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)
    }
}

extension Timestamp {
    /// The instant in RFC 3339 and UTC, without milliseconds when they are zero.
    public var description: String {
        var text: [UInt8] = []
        write(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text of ``description``.
    package func write(to text: inout [UInt8]) {
        text.append(addingCapacity: Self.longest, initializingWith: write)
    }

    /// The maximum length of the text in bytes.
    private static let longest = 24

    private func write(to text: inout OutputSpan<UInt8>) {
        let days = Self.floorDivide(milliseconds, 86_400_000)
        let inDay = milliseconds - days * 86_400_000
        let (year, month, day) = Self.civil(fromDays: days)
        let seconds = inDay / 1_000
        func digits(_ value: Int64, _ width: Int, then last: Unicode.Scalar) {
            var unit = width == 4 ? 1_000 : width == 3 ? 100 : 10 as Int64
            while unit > 0 {
                text.append(0x30 + UInt8(truncatingIfNeeded: value / unit % 10))
                unit /= 10
            }
            text.append(UInt8(truncatingIfNeeded: last.value))
        }
        digits(year, 4, then: "-")
        digits(month, 2, then: "-")
        digits(day, 2, then: "T")
        digits(seconds / 3_600, 2, then: ":")
        digits(seconds / 60 % 60, 2, then: ":")
        digits(seconds % 60, 2, then: inDay % 1_000 == 0 ? "Z" : ".")
        if inDay % 1_000 != 0 { digits(inDay % 1_000, 3, then: "Z") }
    }

    /// Parses the form that ``description`` writes, or returns `nil` for any other.
    ///
    /// The form is RFC 3339 in UTC, with up to milliseconds.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for byte in bytes[range] {
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            return value
        }
        guard bytes.count == 20 || bytes.count == 24, bytes.last == UInt8(ascii: "Z"),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        var fraction: Int64 = 0
        if bytes.count == 24 {
            guard bytes[19] == UInt8(ascii: "."), let read = number(20..<23) else { return nil }
            fraction = read
        }
        let days = Self.days(year: year, month: month, day: day)
        // The arithmetic reads 31 February as 3 March, so convert back and compare.
        guard Self.civil(fromDays: days) == (year, month, day) else { return nil }
        milliseconds = ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + fraction
    }

    // The calendar arithmetic uses eras of 400 years from 0000-03-01, which puts the leap day at the end of a year.

    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }
}

extension Timestamp: JSONWritable {
    /// Decodes an instant from its RFC 3339 text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a text that is not RFC 3339 in UTC.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let instant = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "This is not an RFC 3339 time in UTC."
            )
        }
        self = instant
    }

    /// Encodes the instant as its RFC 3339 text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Writes the instant as its RFC 3339 text.
    public func write(to writer: inout JSONWriter) {
        writer.string(capacity: Self.longest, write)
    }
}

extension Timestamp: Payload {
    /// A time in RFC 3339, in UTC.
    public static let schema: JSONSchema = .string(maxLength: 40, format: "date-time")
}
