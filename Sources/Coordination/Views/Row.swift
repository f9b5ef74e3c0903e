public import JSON

/// One line of a ``List``.
public struct Row: Sendable {
    /// What stands at the end of a row.
    public enum Accessory: String, Sendable {
        /// The row leads further.
        case disclosure
        /// The row is chosen.
        case checkmark
        /// The row tells more about its subject.
        case detail
        /// Nothing.
        case none
    }

    package let title: String
    package let subtitle: String?
    package let picture: Picture?
    package let badge: String?
    package let price: Price?
    package let accessory: Accessory
    package let time: Timestamp?
    package private(set) var report: Report?
    package private(set) var control: (any RowControl)?

    /// A line that reports nothing.
    ///
    /// - Parameters:
    ///   - title: The text that matters most.
    ///   - subtitle: A text under it.
    ///   - picture: A picture beside it.
    ///   - badge: A short text in a mark, such as a count.
    ///   - price: What its subject costs.
    ///   - accessory: What stands at its end.
    ///   - time: A time that it tells, which clients write the user's way.
    public init(
        _ title: String,
        subtitle: String? = nil,
        picture: Picture? = nil,
        badge: String? = nil,
        price: Price? = nil,
        accessory: Accessory = .none,
        time: Timestamp? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.picture = picture
        self.badge = badge
        self.price = price
        self.accessory = accessory
        self.time = time
    }

    /// The same line, reporting an output without a payload when it is chosen.
    public func reports<Source>(_ output: Output<Source, Nothing>) -> Row {
        var row = self
        row.report = Report(output)
        return row
    }

    /// The same line, reporting an output with this value when it is chosen.
    public func reports<Source, Value>(_ output: Output<Source, Value>, _ value: Value) -> Row {
        var row = self
        row.report = Report(output, value)
        return row
    }

    /// The same line with a control at its end, in the place of an accessory.
    public func controlled(by control: some RowControl) -> Row {
        var row = self
        row.control = control
        return row
    }

    /// What the line and its control report.
    var reports: [Report] { [report].compactMap(\.self) + (control?.reports ?? []) }
}

/// An amount of money.
public struct Price: Codable, Equatable, Sendable, JSONWritable {
    /// The amount in the currency's minor unit, such as cents.
    public var amount: Int
    /// The currency's code in ISO 4217, such as `EUR`.
    public var currency: String

    /// An amount of money.
    public init(_ amount: Int, _ currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// Writes what its `encode(to:)` would, as lists of goods hold many prices.
    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("amount", amount)
            writer.member("currency", currency)
        }
    }
}
