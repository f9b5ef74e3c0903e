/// One of the options of ``Segments``, ``Chips`` or ``Swatches``.
///
/// ```swift
/// ChoiceOption("Rust", color: "#b5532f", badge: "3 left").reports(Page.colorSelected, "c11")
/// ```
public struct ChoiceOption: Sendable, KeyedPart {
    static let component = "Option"
    package let label: String
    package let picture: ImageSource?
    package let color: String?
    package let badge: String?
    package let isSelected: Bool
    package private(set) var report: Report?
    package private(set) var key: String?

    /// Creates an option that can't be chosen until it reports an output.
    ///
    /// - Parameters:
    ///   - label: The text of the option.
    ///   - picture: A picture beside the text.
    ///   - color: The color that the option stands for, such as the color of a product, as `#rrggbb`. It is content and not a
    ///     color of the design.
    ///   - badge: A short text in a badge, such as a count.
    ///   - isSelected: Whether the option is chosen.
    public init(
        _ label: String,
        picture: ImageSource? = nil,
        color: String? = nil,
        badge: String? = nil,
        isSelected: Bool = false
    ) {
        self.label = label
        self.picture = picture
        self.color = color
        self.badge = badge
        self.isSelected = isSelected
    }

    /// Returns the option with an output without a payload that it reports when the user chooses it.
    public func reports<Source>(_ output: Output<Source, Nothing>) -> ChoiceOption {
        var option = self
        option.report = Report(output)
        return option
    }

    /// Returns the option with an output and value that it reports when the user chooses it.
    public func reports<Source, Value>(_ output: Output<Source, Value>, _ value: Value) -> ChoiceOption {
        var option = self
        option.report = Report(output, value)
        return option
    }

    /// Returns the option with a key, by which clients recognize it in the next state, as ``Row/keyed(_:)`` explains.
    public func keyed(_ key: String) -> ChoiceOption {
        var option = self
        option.key = key
        return option
    }

    /// The option as a row with a mark if it is chosen.
    fileprivate var row: Row {
        let row = Row(label, picture: picture, badge: badge, accessory: isSelected ? .checkmark : .none).reporting(
            report
        )
        return key.map(row.keyed) ?? row
    }

    func visit(_ members: inout some Members) {
        members.text("label", label)
        members.value("image", picture)
        members.value(
            "color",
            color,
            "The color that the option stands for, as `#rrggbb`; content, no color of the design."
        )
        members.text("badge", badge)
        members.flag("selected", isSelected)
        members.value("report", report)
    }

    /// The key from the option's report, or its label.
    var derivedKey: String { report?.key() ?? String(keyFrom: label) }
}

/// An element with some options to choose from.
protocol OptionsElement: ContractElement {
    /// The name of the choice.
    var label: String { get }
    /// The options, in order.
    var options: [ChoiceOption] { get }
}

extension OptionsElement {
    func visitOptions(_ members: inout some Members) {
        members.text("label", label, "The name of the choice.")
        members.value("options", Keyed(options))
    }

    func visit(_ members: inout some Members) {
        visitOptions(&members)
    }

    fileprivate var asList: List { List(sections: [Section(label, rows: options.map(\.row))]) }
}

/// A choice of one of a few options, such as the order of a list (`segments`).
///
/// ```swift
/// Segments("Order", [
///     ChoiceOption("Name", isSelected: true).reports(Shelf.orderSelected, "name"),
///     ChoiceOption("Price").reports(Shelf.orderSelected, "price"),
/// ])
/// ```
public struct Segments: ViewElement, OptionsElement {
    static let kind = "segments"
    package let label: String
    package let options: [ChoiceOption]

    /// Creates a choice of one of a few options, with a label that names the choice.
    public init(_ label: String, _ options: [ChoiceOption]) {
        self.label = label
        self.options = options
    }

    /// The content as an ``ElementContent/segments(_:)``.
    public var content: ElementContent { .segments(self) }

    /// A list with a row for each option, and a mark at each chosen one.
    public var fallback: (any ViewElement)? { asList }
}

/// A choice of one or some options, such as filters or categories (`chips`).
///
/// ```swift
/// Chips("Category", categories.map { each in
///     ChoiceOption(each.name, isSelected: each == selected).reports(Catalog.categorySelected, each.id)
/// })
/// ```
public struct Chips: ViewElement, OptionsElement {
    static let kind = "chips"
    package let label: String
    package let options: [ChoiceOption]
    package let allowsSeveral: Bool

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - label: The name of the choice.
    ///   - allowsSeveral: Whether any number of options can be chosen. Each then reports that it is to be added or removed.
    ///   - options: The options, in order.
    public init(_ label: String, allowsSeveral: Bool = false, _ options: [ChoiceOption]) {
        self.label = label
        self.allowsSeveral = allowsSeveral
        self.options = options
    }

    /// The content as an ``ElementContent/chips(_:)``.
    public var content: ElementContent { .chips(self) }

    /// A list with a row for each option, and a mark at each chosen one.
    public var fallback: (any ViewElement)? { asList }

    func visit(_ members: inout some Members) {
        visitOptions(&members)
        members.flag("several", allowsSeveral, "Whether any number of options can be chosen.")
    }
}

/// A choice of one of the colors that something comes in (`swatches`).
///
/// ```swift
/// Swatches("Color", [ChoiceOption("Rust", color: "#b5532f", isSelected: true).reports(Page.colorSelected, "c11")])
/// ```
public struct Swatches: ViewElement, OptionsElement {
    static let kind = "swatches"
    package let label: String
    package let options: [ChoiceOption]

    /// Creates a choice of one of some colors, with a label that names the choice.
    public init(_ label: String, _ options: [ChoiceOption]) {
        self.label = label
        self.options = options
    }

    /// The content as an ``ElementContent/swatches(_:)``.
    public var content: ElementContent { .swatches(self) }

    /// A list with a row for each option, and a mark at each chosen one.
    public var fallback: (any ViewElement)? { asList }
}
