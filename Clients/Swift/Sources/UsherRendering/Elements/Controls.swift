import Foundation
import UsherClient

/// A button in the body, a bar or a part of another element.
public struct ButtonElement: Sendable, Hashable {
    /// The weights of a button.
    public enum Role: String, Sendable {
        /// The main action.
        case primary
        /// An action that removes something.
        case destructive
        /// The way out.
        case cancel
        /// Any other action.
        case plain
    }

    /// The places of a button.
    public enum Placement: String, Sendable {
        /// Among the other elements.
        case body
        /// At the start of the bar.
        case leading
        /// At the end of the bar.
        case trailing
    }

    /// The words on the button.
    public let label: String
    /// The report of a press.
    public let report: Report
    /// The weight of the button.
    public let role: Role
    /// The place of the button.
    public let placement: Placement
    /// The name of its symbol.
    public let symbol: String?
    /// The time until which it is disabled, on the clock of the server.
    public let enabledAt: Date?
    /// A short mark, such as a number.
    public let badge: String?
    /// Whether the option that it stands for is on, or `nil` if it stands for none.
    public let isSelected: Bool?

    init(_ document: JSONValue) {
        label = document.text("label")
        report = Report(document) ?? Report("")
        role = document["role"]?.string.flatMap(Role.init) ?? .plain
        placement = document["placement"]?.string.flatMap(Placement.init) ?? .body
        symbol = document["symbol"]?.string
        enabledAt = document["enabledAt"]?.date
        badge = document["badge"]?.string
        isSelected = document["selected"]?.bool
    }

    /// Reads a button that is a part of an element.
    init?(part document: JSONValue?) {
        guard let document, document["output"] != nil else { return nil }
        self.init(document)
    }

    init(label: String, report: Report) {
        self.label = label
        self.report = report
        role = .plain
        placement = .body
        (symbol, enabledAt, badge, isSelected) = (nil, nil, nil, nil)
    }
}

/// A switch that reports its new value.
public struct ToggleElement: Sendable, Hashable {
    /// The words that name the switch.
    public let label: String
    /// The output that the switch reports.
    public let output: String
    /// The other members of the payload.
    public let payload: JSONValue?
    /// The member of the payload that has the value, or `nil` if the value is the payload.
    public let member: String?
    /// The value in the state.
    public let value: Bool
    /// The explanation below the switch.
    public let help: String?

    init(_ document: JSONValue) {
        label = document.text("label")
        output = document.text("output")
        payload = document["payload"]
        member = document["member"]?.string
        value = document["value"]?.bool ?? false
        help = document["help"]?.string
    }
}

/// A number that the user increases and decreases.
public struct StepperElement: Sendable, Hashable {
    /// The words that name the number.
    public let label: String
    /// The output that the stepper reports.
    public let output: String
    /// The other members of the payload.
    public let payload: JSONValue?
    /// The member of the payload that has the value, or `nil` if the value is the payload.
    public let member: String?
    /// The value in the state.
    public let value: Double
    /// The smallest and the greatest value.
    public let range: ClosedRange<Double>
    /// The difference of a press.
    public let step: Double

    init(_ document: JSONValue) {
        label = document.text("label")
        output = document.text("output")
        payload = document["payload"]
        member = document["member"]?.string
        value = document["value"]?.double ?? 0
        let least = document["min"]?.double ?? -.greatestFiniteMagnitude
        range = least...max(least, document["max"]?.double ?? .greatestFiniteMagnitude)
        step = document["step"]?.double ?? 1
    }

    /// The value that follows a press.
    ///
    /// - Parameters:
    ///   - value: The value that the user sees.
    ///   - isIncrease: Whether the press increases it.
    /// - Returns: The value without errors of binary fractions, or `nil` beyond the range.
    public func value(after value: Double, isIncrease: Bool) -> Double? {
        let next = ((value + (isIncrease ? step : -step)) * 1e9).rounded() / 1e9
        return range.contains(next) ? next : nil
    }
}

/// A field for the text of a search.
public struct SearchElement: Sendable, Hashable {
    /// The words in the empty field.
    public let placeholder: String?
    /// The output that the field reports.
    public let output: String
    /// The text that was searched for.
    public let value: String

    /// Whether the text of the state is to be shown in place of what the user has typed.
    ///
    /// It is not if both are the same but for spaces, because the user may be about to type another word.
    public func replaces(_ typed: String) -> Bool {
        value.split(whereSeparator: \.isWhitespace) != typed.split(whereSeparator: \.isWhitespace)
    }

    init(_ document: JSONValue) {
        placeholder = document["placeholder"]?.string
        output = document.text("output")
        value = document.text("value")
    }
}

/// The progress of something.
public struct ProgressElement: Sendable, Hashable {
    /// The words that name it.
    public let label: String?
    /// The part that is done, from 0 to 1, or `nil` if it is not known.
    public let value: Double?
    /// The output that pauses it, for a progress that goes on by itself.
    public let output: String?
    /// Whether it is paused.
    public let isPaused: Bool

    init(_ document: JSONValue) {
        label = document["label"]?.string
        value = document["value"]?.double.map { min(max($0, 0), 1) }
        output = document["output"]?.string
        isPaused = document["paused"]?.bool ?? false
    }
}

/// The main control of a screen, at its bottom edge while the rest scrolls.
public struct PinnedElement: Sendable, Hashable {
    /// The words beside the control.
    public let title: String?
    /// The price beside the control.
    public let price: Price?
    /// The control, or `nil` for one of a later version.
    public let control: PartControl?

    init(_ document: JSONValue) {
        title = document["title"]?.string
        price = Price(document["price"])
        control = PartControl(document["control"])
    }
}
