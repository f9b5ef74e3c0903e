public import JSON

/// A day of the calendar without a time, such as a birthday or the day of a delivery, encoded as `2026-11-21` (RFC 3339 `full-date`).
///
/// A day is the same for users in all time zones. In a text it is written as the user's language writes days:
///
/// ```swift
/// Text(String(localized: "Your ticket is valid on \(day)."))
/// ```
public struct Day: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The beginning of the day in UTC.
    let start: Timestamp

    /// Reads a day in the form `2026-11-21`, or returns `nil` for any other text and for a day that the calendar does not have.
    public init?(_ text: String) {
        guard text.utf8.count == 10, let start = Timestamp(text + "T00:00:00Z") else { return nil }
        self.start = start
    }

    /// The day on which a time is in UTC, which may be another one in the time zone of a user.
    ///
    /// ```swift
    /// Day(utc: Timestamp(milliseconds: 0)) + 1  // 1970-01-02
    /// ```
    public init(utc time: Timestamp) {
        let day: Int64 = 86_400_000
        let past = time.milliseconds % day
        start = Timestamp(milliseconds: time.milliseconds - (past < 0 ? past + day : past))
    }

    /// The day in the form `2026-11-21`.
    public var description: String { String(start.description.prefix(10)) }

    /// Whether the first day is earlier than the second.
    public static func < (first: Self, second: Self) -> Bool { first.start < second.start }

    /// Returns the day that is a number of days later, or earlier for a negative number.
    public static func + (day: Self, days: Int) -> Self { Self(start: day.start + .seconds(86_400) * days) }

    private init(start: Timestamp) { self.start = start }

    /// Decodes a day from its text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a day in RFC 3339.")
        }
        self = day
    }

    /// Encodes the day as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Day: Payload {
    /// A day in RFC 3339.
    public static let schema: JSONSchema = .string(pattern: .date, format: "date")
}
