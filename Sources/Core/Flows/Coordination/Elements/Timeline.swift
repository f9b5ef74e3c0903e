/// The steps of something that takes time, in their order, such as the delivery of an order (`timeline`).
///
/// ```swift
/// Timeline("Delivery", steps: [
///     TimelineStep("Packed", time: order.packedAt, status: .done), TimelineStep("On its way", status: .current),
/// ])
/// ```
public struct Timeline: ViewElement, ContractElement {
    static let kind = "timeline"
    package let label: String?
    package let steps: [TimelineStep]

    /// Creates a timeline from its steps, with a label that names the thing they belong to.
    public init(_ label: String? = nil, steps: [TimelineStep]) {
        self.label = label
        self.steps = steps
    }

    /// The content as an ``ElementContent/timeline(_:)``.
    public var content: ElementContent { .timeline(self) }

    /// A list with a row for each step, and a mark at each that is done.
    public var fallback: (any ViewElement)? { List(sections: [Section(label, rows: steps.map(\.row))]) }

    func visit(_ members: inout some Members) {
        members.text("label", label)
        members.value("steps", Keyed(steps))
    }
}

/// One step of a ``Timeline``.
///
/// ```swift
/// TimelineStep("On its way", text: "The courier has your order.", time: expectedAt, status: .current)
/// ```
public struct TimelineStep: Sendable, KeyedPart {
    /// The state of a step.
    public enum Status: String, Sendable, CaseIterable {
        /// The step is over.
        case done
        /// The step is under way.
        case current
        /// The step is still to come.
        case upcoming
    }

    static let component = "TimelineStep"
    package let title: String
    package let text: String?
    package let time: Timestamp?
    package let status: Status
    package private(set) var key: String?

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - title: The name of the step.
    ///   - text: A sentence about it.
    ///   - time: The time at which it was done or is expected, which clients format for the user's locale.
    ///   - status: Its state.
    public init(_ title: String, text: String? = nil, time: Timestamp? = nil, status: Status) {
        self.title = title
        self.text = text
        self.time = time
        self.status = status
    }

    /// Returns the step with a key, by which clients recognize it in the next state.
    ///
    /// Without one, the key is derived from the title.
    public func keyed(_ key: String) -> TimelineStep {
        var step = self
        step.key = key
        return step
    }

    fileprivate var row: Row {
        let row = Row(title, subtitle: text, accessory: status == .done ? .checkmark : .none, time: time)
        return key.map(row.keyed) ?? row
    }

    func visit(_ members: inout some Members) {
        members.text("title", title)
        members.text("text", text)
        members.value("time", time)
        members.value("status", status)
    }

    /// The key from the step's title.
    var derivedKey: String { String(keyFrom: title) }
}
