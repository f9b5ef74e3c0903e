import Foundation

/// A day without a time and a zone, as `date` fields have it (RFC 3339, `full-date`).
public struct Day: Sendable, Hashable {
    /// The year of the day.
    public let year: Int
    /// The month, from 1 on.
    public let month: Int
    /// The day of the month, from 1 on.
    public let day: Int

    /// The day as a field sends it, such as `2026-11-24`.
    public var text: String {
        let digits = { (number: Int, count: Int) in
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// Reads a day, or returns `nil` for a text that is none.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/), let year = Int(match.1),
            let month = Int(match.2), let day = Int(match.3)
        else { return nil }
        let components = DateComponents(calendar: Self.calendar(.gmt), year: year, month: month, day: day)
        guard components.isValidDate else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day on which an instant is in the zone of a calendar.
    ///
    /// The day is one of the Gregorian calendar, also for a user with another one.
    public init(_ date: Date, in calendar: Calendar) {
        let parts = Self.calendar(calendar.timeZone).dateComponents([.year, .month, .day], from: date)
        (year, month, day) = (parts.year ?? 1, parts.month ?? 1, parts.day ?? 1)
    }

    /// The noon of the day in the zone of a calendar, which no change of the clocks skips.
    public func date(in calendar: Calendar) -> Date? {
        let components = DateComponents(year: year, month: month, day: day, hour: 12)
        return Self.calendar(calendar.timeZone).date(from: components)
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
