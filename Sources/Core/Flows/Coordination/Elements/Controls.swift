import JSON

/// A control that can also be part of a ``Row``: a ``Toggle``, a ``Stepper`` or a ``Button``.
///
/// ```swift
/// Row("Notifications").controlled(by: Toggle("Notifications", Settings.notificationsChanged, value: true))
/// ```
public protocol RowControl: ViewElement {}

/// The value of a member that is a control.
struct ControlValue: MemberValue {
    private let control: any RowControl

    init(_ control: any RowControl) { self.control = control }

    static var memberSchema: MemberSchema { .component("RowControl") }

    func write(member name: StaticString, to writer: inout PartWriter) {
        writer.json.key(name)
        writer.element(control, for: ClientInfo(), opening: nil)
    }

    func collect(into contents: inout PartContents) {
        contents.texts += control.texts
        contents.reports += control.reports
    }
}

/// A switch that reports its new position (`toggle`).
///
/// ```swift
/// Toggle("Notifications", Settings.notificationsChanged, value: notifications)
/// ```
public struct Toggle: RowControl, ContractElement {
    static let kind = "toggle"
    package let label: String
    package let report: Report
    package let member: String?
    package let value: Bool
    package let help: String?

    /// Creates a switch for an output with the new position as its payload.
    public init<Source>(_ label: String, _ output: Output<Source, Bool>, value: Bool, help: String? = nil) {
        self.label = label
        report = Report(entering: output)
        member = nil
        self.value = value
        self.help = help
    }

    /// Creates a switch for one Boolean member of a payload.
    ///
    /// It is a programmer error if the member is missing or not a Boolean.
    ///
    /// - Parameters:
    ///   - label: The text beside it.
    ///   - output: The output that it reports.
    ///   - payload: The payload with the current position.
    ///   - member: The name of the payload's member that holds the position.
    ///   - help: A sentence under it.
    public init<Source, Value>(
        _ label: String,
        _ output: Output<Source, Value>,
        _ payload: Value,
        entering member: String,
        help: String? = nil
    ) {
        self.label = label
        report = Report(output, payload)
        self.member = member
        guard case .bool(let value)? = report.payload?[member] else {
            preconditionFailure("'\(member)' of the payload of '\(output.name)' is not a boolean.")
        }
        self.value = value
        self.help = help
    }

    /// The content as an ``ElementContent/toggle(_:)``.
    public var content: ElementContent { .toggle(self) }

    func visit(_ members: inout some Members) {
        members.text("label", label)
        report.visit(&members)
        members.enteredMember(member)
        members.value("value", value)
        members.text("help", help)
    }
}

/// A number that the user raises and lowers in steps (`stepper`).
///
/// ```swift
/// Stepper("Guests", Booking.guestsChanged, value: guests, in: 1...8)
/// ```
public struct Stepper: RowControl, ContractElement {
    static let kind = "stepper"
    package let label: String
    package let report: Report
    package let member: String?
    package let value: Int
    package let range: ClosedRange<Int>
    package let step: Int

    /// Creates a stepper for an output with the new number as its payload.
    public init<Source>(
        _ label: String,
        _ output: Output<Source, Int>,
        value: Int,
        in range: ClosedRange<Int>,
        step: Int = 1
    ) {
        self.label = label
        report = Report(entering: output)
        member = nil
        self.value = value
        self.range = range
        self.step = step
    }

    /// Creates a stepper for one integer member of a payload.
    ///
    /// It is a programmer error if the member is missing or not an integer.
    ///
    /// ```swift
    /// Stepper("Milk", CartList.change, CartLine(grocery: "milk", quantity: 2), entering: "quantity", in: 0...20)
    /// ```
    ///
    /// - Parameters:
    ///   - label: The name of the counted thing.
    ///   - output: The output that it reports.
    ///   - payload: The payload with the current number.
    ///   - member: The name of the payload's member that holds the number.
    ///   - range: The allowed numbers.
    ///   - step: The difference between two numbers.
    public init<Source, Value>(
        _ label: String,
        _ output: Output<Source, Value>,
        _ payload: Value,
        entering member: String,
        in range: ClosedRange<Int>,
        step: Int = 1
    ) {
        self.label = label
        report = Report(output, payload)
        self.member = member
        guard let value = report.payload?[member]?.integerValue else {
            preconditionFailure("'\(member)' of the payload of '\(output.name)' is not an integer.")
        }
        self.value = Int(value)
        self.range = range
        self.step = step
    }

    /// The content as an ``ElementContent/stepper(_:)``.
    public var content: ElementContent { .stepper(self) }

    func visit(_ members: inout some Members) {
        members.text("label", label)
        report.visit(&members)
        members.enteredMember(member)
        members.value("value", value)
        members.value("min", range.lowerBound)
        members.value("max", range.upperBound)
        members.value("step", step)
    }
}

/// A search field (`search`).
///
/// ```swift
/// Search("Find a city", Cities.searched, value: query)
/// ```
public struct Search: ViewElement, ContractElement {
    static let kind = "search"
    package let placeholder: String
    package let report: Report
    package let value: String

    /// Creates a search field for an output with the entered text as its payload.
    public init<Source>(_ placeholder: String, _ output: Output<Source, String>, value: String = "") {
        self.placeholder = placeholder
        report = Report(entering: output)
        self.value = value
    }

    /// The content as an ``ElementContent/search(_:)``.
    public var content: ElementContent { .search(self) }

    func visit(_ members: inout some Members) {
        members.text("placeholder", placeholder)
        report.visit(&members)
        members.value("value", value, "The text that was searched for.")
    }
}
