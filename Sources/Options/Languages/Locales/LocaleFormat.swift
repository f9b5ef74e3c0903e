import CICU
public import Coordination

/// Values in texts as a language and a region write them (ICU, with the data of Unicode's CLDR).
///
/// ```swift
/// let format = LocaleFormat("de-AT", timeZone: "Europe/Vienna")
/// format.string(Price(1_250, "EUR")) // € 12,50
/// ```
public struct LocaleFormat: TextFormat {
    private let locale: [CChar]
    private let timeZone: String
    private let plain = PlainTextFormat()

    /// Creates the format of a locale.
    ///
    /// - Parameters:
    ///   - locale: The tag of BCP 47. One that is not well-formed means the root locale, in which values have no language.
    ///   - timeZone: The name of the IANA database. `nil`, or a name that is not in it, means UTC.
    public init(_ locale: String, timeZone: String? = nil) {
        self.locale = Self.identifier(of: locale)
        self.timeZone = timeZone.flatMap { Self.knows(timeZone: $0) ? $0 : nil } ?? "UTC"
    }

    /// Returns whether the IANA database has a time zone with a name.
    public static func knows(timeZone: String) -> Bool { unsafe usher_icu_knows_zone(timeZone) != 0 }

    /// Whether texts of the locale run from right to left.
    public var isRightToLeft: Bool { unsafe usher_icu_is_right_to_left(locale) != 0 }

    /// Returns an integer with the separators of the locale.
    public func string(_ number: Int) -> String {
        unsafe Self.text { unsafe usher_icu_integer(locale, Int64(number), $0, $1) } ?? plain.string(number)
    }

    /// Returns an amount with the sign of its currency.
    public func string(_ price: Price) -> String {
        unsafe Self.text { unsafe usher_icu_price(locale, Int64(price.amount), price.currency, $0, $1) }
            ?? plain.string(price)
    }

    /// Returns a time in the time zone, the day with the name of its month.
    public func string(_ time: Timestamp, style: TimeStyle) -> String { string(time, in: timeZone, style: style) }

    /// Returns a time in the zone of a place, or in UTC with that name for a zone that the IANA database does not have.
    public func string(_ time: ZonedTime, style: TimeStyle) -> String {
        guard Self.knows(timeZone: time.zone) else { return string(time.time, in: "UTC", style: style) + " UTC" }
        return string(time.time, in: time.zone, style: style)
    }

    /// Returns a day with the name of its month.
    public func string(_ day: Day) -> String {
        Timestamp("\(day)T00:00:00Z").map { string($0, in: "UTC", style: .date) } ?? plain.string(day)
    }

    private func string(_ time: Timestamp, in timeZone: String, style: TimeStyle) -> String {
        let milliseconds = Double(time.milliseconds)
        let (hasDate, hasTime) = (style != .time, style != .date)
        return unsafe Self.text {
            unsafe usher_icu_time(locale, milliseconds, timeZone, hasDate ? 1 : 0, hasTime ? 1 : 0, $0, $1)
        } ?? plain.string(time, style: style)
    }

    /// Returns the plural form for a number, by the rules of the language.
    public func plural(of number: Int) -> PluralCategory {
        let name = unsafe Self.text { unsafe usher_icu_plural(locale, Double(number), $0, $1) }
        return name.flatMap(PluralCategory.init(rawValue:)) ?? .other
    }

    /// Returns the identifier of ICU for a tag of BCP 47, filled up with zeros.
    private static func identifier(of tag: String) -> [CChar] {
        var name = [CChar](repeating: 0, count: Int(ULOC_FULLNAME_CAPACITY))
        unsafe name.withUnsafeMutableBufferPointer { unsafe usher_icu_locale(tag, $0.baseAddress) }
        return name
    }

    /// Returns the text that a function writes, or `nil` after an error.
    private static func text(_ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = unsafe write(start, Int32(buffer.count))
            guard length >= 0 else { return nil }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(length))
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}
