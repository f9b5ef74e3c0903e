public import JSON

/// One row of a ``List``.
///
/// ```swift
/// Row(item.name, subtitle: item.place, accessory: .disclosure).reports(ItemList.itemSelected, item.id)
/// ```
public struct Row: Sendable, KeyedPart {
    /// The mark at the end of a row.
    public enum Accessory: String, Sendable, CaseIterable {
        /// Choosing the row leads to another screen.
        case disclosure
        /// The row is chosen.
        case checkmark
        /// The row shows more about its subject.
        case detail
        /// A row without a mark.
        case none
    }

    static let component = "Row"
    package let title: String
    package let subtitle: String?
    package let picture: ImageSource?
    package let badge: String?
    package let price: Price?
    package private(set) var accessory: Accessory
    package let time: Timestamp?
    package private(set) var report: Report?
    package private(set) var control: (any RowControl)?
    package private(set) var key: String?
    package private(set) var language: String?

    /// Creates a row that reports nothing.
    ///
    /// - Parameters:
    ///   - title: The main text.
    ///   - subtitle: The text under the title.
    ///   - picture: A picture beside the text.
    ///   - badge: A short text in a badge, such as a count.
    ///   - price: The price of the row's subject.
    ///   - accessory: The mark at the end.
    ///   - time: A time, which clients format for the user's locale.
    public init(
        _ title: String,
        subtitle: String? = nil,
        picture: ImageSource? = nil,
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

    /// Returns the row with an output without a payload that it reports when the user chooses it.
    public func reports<Source>(_ output: Output<Source, Nothing>) -> Row {
        var row = self
        row.report = Report(output)
        return row
    }

    /// Returns the row with an output and value that it reports when the user chooses it.
    public func reports<Source, Value>(_ output: Output<Source, Value>, _ value: Value) -> Row {
        var row = self
        row.report = Report(output, value)
        return row
    }

    /// Returns the row with a control at its end, in place of the accessory.
    public func controlled(by control: some RowControl) -> Row {
        var row = self
        row.control = control
        return row
    }

    /// Returns the row with a key, by which clients recognize it in the next state.
    ///
    /// Without one, the key is derived from the payload that the row or its control reports, or from the title. It must be
    /// unique in the list, and the same as long as the row shows the same thing.
    public func keyed(_ key: String) -> Row {
        var row = self
        row.key = key
        return row
    }

    /// Returns the row with the language of its title, as a tag of BCP 47 such as `ja`, if it is not the application's.
    public func language(_ tag: String) -> Row {
        var row = self
        row.language = tag
        return row
    }

    /// Returns the row with another mark at its end.
    func marked(_ accessory: Accessory) -> Row {
        var row = self
        row.accessory = accessory
        return row
    }

    /// Returns the row with what it reports when the user chooses it.
    func reporting(_ report: Report?) -> Row {
        var row = self
        row.report = report
        return row
    }

    func visit(_ members: inout some Members) {
        members.text("title", title, isLocalized: language == nil)
        members.language(language)
        members.text("subtitle", subtitle)
        members.value("image", picture)
        members.text("badge", badge)
        members.value("price", price)
        members.value("accessory", shownAccessory, "Absent for none.")
        members.value("time", time)
        members.value("report", report)
        members.value("control", control.map(ControlValue.init), "A control at the end of the row.")
    }

    private var shownAccessory: Accessory? { accessory == .none ? nil : accessory }

    /// The key from the row's report, its control, or its title.
    var derivedKey: String {
        if let report { return report.key() }
        switch control?.content {
        case .toggle(let toggle)?: return toggle.report.key(without: toggle.member)
        case .stepper(let stepper)?: return stepper.report.key(without: stepper.member)
        case .button(let button)?: return button.report.key()
        default: return String(keyFrom: title)
        }
    }
}

/// An amount of money.
///
/// ```swift
/// Price(24_900, "EUR")  // 249 euros
/// ```
public struct Price: Codable, Equatable, Sendable, JSONWritable, ViewPart {
    static let component = "Price"
    /// The amount in the currency's minor unit, such as cents.
    public var amount: Int
    /// The currency's code in ISO 4217, such as `EUR`.
    public var currency: String

    /// Creates an amount from minor units and a currency code.
    public init(_ amount: Int, _ currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// Writes the same JSON as `encode(to:)` would, but faster, because lists can hold many prices.
    public func write(to writer: inout JSONWriter) {
        writer.write { $0.object(self) }
    }

    func visit(_ members: inout some Members) {
        members.value("amount", amount, "In the minor unit of the currency, such as cents.")
        members.value("currency", currency, "The code in ISO 4217.")
    }
}
