import JSON

/// A text for the user in the source language, which is also the key of its translations, with the values in it.
///
/// A value of this type can be stored, because it is translated only when a state is drawn, in the language of the client.
/// Write it as a string literal. Values in it keep their types, so that numbers, prices and times are written in the way of
/// each language:
///
/// ```swift
/// show(Message("code.wrong", "This code is wrong. You have \(3) more tries."), on: EnterCode.self)
/// ```
///
/// The key of a text with values has a placeholder for each, as in Apple's string catalogs: `%lld` for an integer and `%@` for
/// everything else. The example above has the key `This code is wrong. You have %lld more tries.`
public struct LocalizedText: Equatable, Sendable {
    /// A value in a text.
    enum Argument: Codable, Equatable, Sendable {
        case text(String)
        case integer(Int)
        case price(Price)
        case time(Timestamp, TimeStyle)
        case zonedTime(ZonedTime, TimeStyle)
        case day(Day)
        case localized(LocalizedText)

        /// The placeholder in the key.
        var placeholder: String {
            if case .integer = self { "%lld" } else { "%@" }
        }
    }

    /// The text in the source language with a placeholder for each value.
    ///
    /// In a text with values, `%%` is a percent sign.
    public let key: String
    let arguments: [Argument]

    init(key: String, arguments: [Argument]) {
        self.key = key
        self.arguments = arguments
    }

    /// Creates a text with translations that are looked up by a value, such as the name of a product.
    ///
    /// Don't pass text that a user has entered, because it would be translated when it happens to be a key.
    public init(key: String) {
        self.init(key: key, arguments: [])
    }

    /// Creates a text that is the same in all languages, such as one that a user has entered.
    public init(verbatim text: String) {
        self.init(key: "%@", arguments: [.text(text)])
    }
}

extension LocalizedText {
    /// Creates the text of a schema's requirement.
    init(_ detail: JSONSchemaDetail) {
        self.init(
            key: detail.key,
            arguments: detail.values.map { value in
                switch value {
                case .text(let text): .text(text)
                case .integer(let number): .integer(number)
                case .detail(let detail): .localized(LocalizedText(detail))
                }
            }
        )
    }
}

extension LocalizedText: ExpressibleByStringInterpolation {
    /// The parts of an interpolated string literal, while they are collected.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var arguments: [Argument] = []

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a part that is translated.
        public mutating func appendLiteral(_ literal: String) {
            key += literal.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        }

        /// Appends a text that is the same in all languages.
        public mutating func appendInterpolation(_ text: String) { append(.text(text)) }

        /// Appends an integer, which can choose the plural form of the text and is written with the separators of the language.
        public mutating func appendInterpolation(_ number: Int) { append(.integer(number)) }

        /// Appends an amount of money.
        public mutating func appendInterpolation(_ price: Price) { append(.price(price)) }

        /// Appends a time in the time zone of the client.
        public mutating func appendInterpolation(_ time: Timestamp, style: TimeStyle = .dateAndTime) {
            append(.time(time, style))
        }

        /// Appends a time as the clocks of a place show it.
        public mutating func appendInterpolation(_ time: ZonedTime, style: TimeStyle = .dateAndTime) {
            append(.zonedTime(time, style))
        }

        /// Appends a day, which is the same in all time zones.
        public mutating func appendInterpolation(_ day: Day) { append(.day(day)) }

        /// Appends a text that is translated by itself.
        public mutating func appendInterpolation(_ text: LocalizedText) { append(.localized(text)) }

        private mutating func append(_ argument: Argument) {
            key += argument.placeholder
            arguments.append(argument)
        }
    }

    /// Creates a text without values.
    public init(stringLiteral text: String) {
        self.init(key: text)
    }

    /// Creates a text from a literal with values.
    public init(stringInterpolation interpolation: StringInterpolation) {
        self.init(key: interpolation.key, arguments: interpolation.arguments)
    }
}

extension LocalizedText: CustomStringConvertible {
    /// The text in the language in which a state is being drawn, or in the source language outside of a drawing.
    public var description: String { Localization.current.string(self) }
}

extension String {
    /// Creates the translation of a text into the language in which a state is being drawn.
    ///
    /// Call it in a screen's `view` or `title`, which are computed whenever the state is drawn. Never call it where a value is
    /// stored, because the stored text would keep the language of one client. A ``Message``, a tab and a ``DiscardQuestion``
    /// hold a ``LocalizedText`` instead.
    ///
    /// ```swift
    /// var view: ScreenView {
    ///     Heading(String(localized: "Order \(order.number)"))
    ///     Text(String(localized: "\(order.lines.count) products, \(order.total)"))
    /// }
    /// ```
    ///
    /// Outside of a drawing, as in the state of a test, the text is in the source language.
    public init(localized text: LocalizedText) {
        self = text.description
    }
}
