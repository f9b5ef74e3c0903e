import Glibc

/// A moment of civil time, for people to read.
struct Timestamp: Equatable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds; negative before.
    let seconds: Int
    /// Milliseconds within the second, 0 to 999.
    let milliseconds: Int

    /// The present moment by the system's clock.
    static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
    }

    /// The moment as RFC 3339 §5.6 writes it, in UTC: `2026-11-21T09:31:00.123Z`.
    var description: String {
        let (days, second) = Self.divide(seconds, by: 86_400)
        let date = Self.date(daysSince1970: days)
        let day = Self.padded(date.year, 4) + "-" + Self.padded(date.month, 2) + "-" + Self.padded(date.day, 2)
        let time =
            Self.padded(second / 3_600, 2) + ":" + Self.padded(second / 60 % 60, 2) + ":" + Self.padded(second % 60, 2)
        return day + "T" + time + "." + Self.padded(milliseconds, 3) + "Z"
    }

    private struct CivilDate {
        let year: Int
        let month: Int
        let day: Int
    }

    /// The Gregorian date, by Howard Hinnant’s `civil_from_days` (“chrono-Compatible Low-Level Date Algorithms”).
    ///
    /// Years are counted from 1 March, so that the leap day is the last of its year, and in eras of 400 years, each of
    /// which has 146,097 days.
    private static func date(daysSince1970 days: Int) -> CivilDate {
        let (era, dayOfEra) = divide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return CivilDate(year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: day)
    }

    /// Quotient and remainder, the quotient rounded down and the remainder never negative.
    private static func divide(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
