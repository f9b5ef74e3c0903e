/// The rules by which a language and a region write values in texts.
///
/// The server has them for all languages. ``PlainTextFormat`` is for tests and for a library without the server.
public protocol TextFormat: Sendable {
    /// Returns an integer with the separators of the language.
    func string(_ number: Int) -> String

    /// Returns an amount of money with the sign of its currency.
    func string(_ price: Price) -> String

    /// Returns a time in the user's time zone.
    func string(_ time: Timestamp, style: TimeStyle) -> String

    /// Returns a time in the zone of a place, by default as a program writes it.
    func string(_ time: ZonedTime, style: TimeStyle) -> String

    /// Returns a day, by default as a program writes it.
    func string(_ day: Day) -> String

    /// Returns the form of a text that a number needs (Unicode Technical Standard 35, part 3, section 5).
    func plural(of number: Int) -> PluralCategory

    /// Whether texts run from right to left.
    var isRightToLeft: Bool { get }
}

extension TextFormat {
    /// Returns the time in ISO 8601 and UTC.
    public func string(_ time: ZonedTime, style: TimeStyle) -> String { time.time.description }

    /// Returns the day in ISO 8601.
    public func string(_ day: Day) -> String { day.description }
}

/// The parts of a time that a text shows.
///
/// ```swift
/// Text(String(localized: "We deliver on \(expectedAt, style: .date)."))
/// ```
public enum TimeStyle: String, Codable, Equatable, Sendable, CaseIterable {
    /// The day alone.
    case date
    /// The time of the day alone.
    case time
    /// The day and the time of the day.
    case dateAndTime
}

/// The forms that a language has for numbers.
///
/// English uses ``one`` and ``other``, Japanese ``other`` alone.
public enum PluralCategory: String, Equatable, Sendable, CaseIterable {
    /// The form for zero, in Arabic, for example.
    case zero
    /// The form for one and, in some languages, for numbers such as 21.
    case one
    /// The form for two, in Arabic, for example.
    case two
    /// The form for a small number.
    case few
    /// The form for a large number.
    case many
    /// The form for all other numbers.
    case other
}

/// Values in the way of programs: integers without separators, amounts as `12.50 EUR`, times in ISO 8601.
public struct PlainTextFormat: TextFormat {
    /// Creates the format.
    public init() {}

    /// Returns the digits.
    public func string(_ number: Int) -> String { "\(number)" }

    /// Returns the amount with two decimals, and the code of the currency.
    public func string(_ price: Price) -> String {
        let (units, cents) = price.amount.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(price.amount < 0 ? "-" : "")\(units).\(cents < 10 ? "0" : "")\(cents) \(price.currency)"
    }

    /// Returns the time in ISO 8601 and UTC, in every style.
    public func string(_ time: Timestamp, style: TimeStyle) -> String { time.description }

    /// `false`: texts run from left to right.
    public var isRightToLeft: Bool { false }

    /// Returns ``PluralCategory/one`` for 1, otherwise ``PluralCategory/other``.
    public func plural(of number: Int) -> PluralCategory { number == 1 ? .one : .other }
}
