import UsherClient

/// The values that the user has set and that the server has not confirmed.
///
/// A control shows its value from here, so that a slow response or a state of the stream does not move it back.
struct ControlValues: Sendable {
    private struct Entry: Sendable {
        var value: JSONValue
        var number: Int
    }

    private var entries: [ControlID: Entry] = [:]
    private var last = 0

    /// The value to show, or `nil` for the one in the state.
    func value(of control: ControlID) -> JSONValue? { entries[control]?.value }

    /// Sets a value, and returns the number by which its report is told apart from earlier and later ones.
    mutating func set(_ value: JSONValue, of control: ControlID) -> Int {
        last += 1
        entries[control] = Entry(value: value, number: last)
        return last
    }

    /// Whether a value is the last that was set.
    func isLast(_ number: Int, of control: ControlID) -> Bool { entries[control]?.number == number }

    /// Shows the value of the state again, unless a later value was set.
    mutating func confirm(_ number: Int, of control: ControlID) {
        if isLast(number, of: control) { entries[control] = nil }
    }
}

/// The times for which controls wait for a further input, before they report.
///
/// The web client waits as long.
public struct ControlTiming: Sendable, Hashable {
    /// The pause after a key in a search.
    public var search = Duration.milliseconds(300)
    /// The pause after a press of a stepper.
    public var stepper = Duration.milliseconds(350)

    /// Creates the default times.
    public init() {}
}
