/// A control that can stand in a ``Row``, too: a ``Toggle``, a ``Stepper`` or a ``Button``.
public protocol RowControl: ViewElement {}

/// A switch that reports its new position (`toggle`).
public struct Toggle: RowControl {
    package let label: String
    package let report: Report
    package let member: String?
    package let value: Bool
    package let help: String?

    /// A switch.
    public init<Source>(_ label: String, _ output: Output<Source, Bool>, value: Bool, help: String? = nil) {
        self.label = label
        report = Report(entering: output)
        member = nil
        self.value = value
        self.help = help
    }

    /// A switch for one member of a payload.
    ///
    /// - Parameters:
    ///   - label: What it says.
    ///   - output: What it reports.
    ///   - payload: The payload with the position as it is.
    ///   - member: The member of the payload that is the position.
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
            preconditionFailure("'\(member)' of the payload of '\(output.name)' is no boolean.")
        }
        self.value = value
        self.help = help
    }

    /// A toggle.
    public var content: ElementContent { .toggle(self) }

    /// The output, with the new position.
    public var reports: [Report] { [report] }
}

/// A number that is raised and lowered in steps (`stepper`).
public struct Stepper: RowControl {
    package let label: String
    package let report: Report
    package let member: String?
    package let value: Int
    package let range: ClosedRange<Int>
    package let step: Int

    /// A stepper that reports the new number.
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

    /// A stepper for one member of a payload.
    ///
    /// ```swift
    /// Stepper("Milk", CartList.change, CartLine(grocery: "milk", quantity: 2), entering: "quantity", in: 0...20)
    /// ```
    ///
    /// - Parameters:
    ///   - label: What is counted.
    ///   - output: What it reports.
    ///   - payload: The payload with the number as it is.
    ///   - member: The member of the payload that is the number.
    ///   - range: What the number may be.
    ///   - step: By how much it changes.
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
            preconditionFailure("'\(member)' of the payload of '\(output.name)' is no integer.")
        }
        self.value = Int(value)
        self.range = range
        self.step = step
    }

    /// A stepper.
    public var content: ElementContent { .stepper(self) }

    /// The output, with the new number.
    public var reports: [Report] { [report] }
}

/// A line to search with (`search`).
public struct Search: ViewElement {
    package let placeholder: String
    package let report: Report
    package let value: String

    /// A search line that reports what was typed.
    public init<Source>(_ placeholder: String, _ output: Output<Source, String>, value: String = "") {
        self.placeholder = placeholder
        report = Report(entering: output)
        self.value = value
    }

    /// A search.
    public var content: ElementContent { .search(self) }

    /// The output, with what was typed.
    public var reports: [Report] { [report] }
}
