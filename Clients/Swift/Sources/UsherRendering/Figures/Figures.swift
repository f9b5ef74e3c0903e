import Foundation
import UsherClient

/// Writes prices, times and numbers in the language of a session.
///
/// The state has them as values, so that each client writes them as its user does: in the language of the session, with the
/// region of the user if that is their language, and in the zone of the device.
///
/// ```swift
/// let figures = Figures(language: state.language)
/// figures.money(Price(1250, "KWD"))  // 1.250 dinars and not 12.50
/// ```
public struct Figures: Sendable, Hashable {
    /// The language and region for all figures.
    public let locale: Locale
    /// The zone in which times are written.
    public let timeZone: TimeZone

    /// The longest time that is counted down by seconds.
    ///
    /// One that is longer is written as a date.
    private static let longestCountdown = 86_400

    /// Creates the figures of a session.
    ///
    /// - Parameters:
    ///   - language: The language of the session, or `nil` for an application with one language.
    ///   - user: The language and region of the user.
    ///   - timeZone: The zone of the device.
    public init(language: String?, user: Locale = .current, timeZone: TimeZone = .current) {
        let own = user.language.languageCode
        let isOfUser = language.map { Locale(identifier: $0).language.languageCode == own } ?? true
        locale = isOfUser ? user : Locale(identifier: language ?? "en")
        self.timeZone = timeZone
    }

    /// A price.
    ///
    /// - Parameter price: The amount in the minor unit of its currency: a dinar has a thousand of them, and a yen is one.
    /// - Returns: The price with its currency. One of an unknown currency is written as it came.
    public func money(_ price: Price) -> String {
        let code = price.currency.uppercased()
        guard code.count == 3, code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return "\(price.amount) \(price.currency)"
        }
        let digits = Self.minorDigits(of: code)
        let sign: FloatingPointSign = price.amount < 0 ? .minus : .plus
        let amount = Decimal(sign: sign, exponent: -digits, significand: Decimal(price.amount.magnitude))
        let style = Decimal.FormatStyle.Currency(code: code, locale: locale).precision(.fractionLength(digits))
        return amount.formatted(style)
    }

    /// The number of digits behind the separator that a currency has (ISO 4217).
    ///
    /// The data of the system has other numbers for some currencies, in which cash is counted without coins.
    public static func minorDigits(of currency: String) -> Int {
        switch currency.uppercased() {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        case "CLF", "UYW": 4
        default: 2
        }
    }

    /// A part of a whole in percent.
    ///
    /// - Parameter part: From 0 to 1.
    /// - Returns: The part in whole percents.
    public func percent(_ part: Double) -> String {
        part.formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    /// A number as the user writes it.
    public func number(_ number: Double) -> String { number.formatted(.number.locale(locale)) }

    /// A day and a time of it.
    public func dateAndTime(_ date: Date) -> String { text(date, .medium, .short) }

    /// A day without a time.
    public func day(_ date: Date) -> String { text(date, .short, .none) }

    /// A time of a day.
    public func time(_ date: Date) -> String { text(date, .none, .short) }

    private func text(_ date: Date, _ day: DateFormatter.Style, _ time: DateFormatter.Style) -> String {
        // `Date.FormatStyle` leaves out the zero of `09:31` in German, which the texts of the server have.
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = calendar
        formatter.timeZone = timeZone
        formatter.dateStyle = day
        formatter.timeStyle = time
        return formatter.string(from: date)
    }

    /// The calendar of the user in the zone of the figures.
    public var calendar: Calendar {
        var calendar = locale.calendar
        calendar.locale = locale
        calendar.timeZone = timeZone
        return calendar
    }

    /// The time that is left until an instant, such as `0:42`.
    ///
    /// - Parameters:
    ///   - date: The instant, or `nil` for none.
    ///   - now: The time of the server.
    /// - Returns: The time in minutes and seconds, the day if it is more than a day away, or `nil` if no time is left.
    public func countdown(to date: Date?, from now: Date) -> String? {
        guard let date else { return nil }
        let left = Int(date.timeIntervalSince(now).rounded(.up))
        guard left > 0 else { return nil }
        guard left <= Self.longestCountdown else { return day(date) }
        let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds))" : "\(minutes):\(two(seconds))"
    }
}
