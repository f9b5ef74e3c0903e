public import JSON

/// An output that an element reports, with the payload if the element determines it.
public struct Report: Sendable, ViewPart {
    static let component = "Report"
    /// The name of the output.
    public let output: String
    /// The payload to send unchanged, or `nil` when there is none or when the user enters it.
    public let payload: JSONValue?
    /// The payload before it was encoded, from which the application makes the link of the report.
    let value: (any Sendable)?

    @TaskLocal static var links: OutputLinks?

    /// The link that leads to the same screen as the report, or `nil` for none.
    ///
    /// The wiring of the application gives it with ``Wire/link(of:_:)-(Output<Source,Value>,_)``. Outside of a drawing of the
    /// screen with ``Application/drawingLinks(of:_:)`` it is always `nil`.
    package var link: String? { Self.links?.link(of: self) }

    /// Creates a report without a payload.
    public init<Source>(_ output: Output<Source, Nothing>) {
        self.output = output.name
        payload = nil
        value = nil
    }

    /// Creates a report with a value that is known when the screen is rendered.
    ///
    /// It is a programmer error to pass a value that can't be encoded, such as a ``Secret``.
    public init<Source, Value>(_ output: Output<Source, Value>, _ value: Value) {
        self.output = output.name
        self.value = value
        // Nearly all values are ids, and their JSON needs no encoder.
        if let text = value as? String {
            payload = .string(text)
            return
        }
        if let number = value as? Int {
            payload = .integer(Int64(number))
            return
        }
        do {
            // The limits on JSON are for input from clients, and this value is the application's own.
            payload = try JSONValue(parsing: try JSONCoding.encode(value), limits: .stored)
        } catch {
            preconditionFailure("The payload of '\(output.name)' in a view can't be encoded: \(error)")
        }
    }

    /// Creates a report with a payload that the user enters.
    init(entering output: any ScreenOutput) {
        self.output = output.name
        payload = nil
        value = nil
    }
    static var explanation: String? { "The output to report when the user chooses the thing." }

    func visit(_ members: inout some Members) {
        members.value(
            "output",
            output,
            "The name of one of the screen's outputs. It may be missing in `outputs`, and is then disabled."
        )
        members.value("payload", payload, "The payload to send, unless the user enters it.")
        members.value(
            "link",
            link,
            as: .component("LinkAddress"),
            "The link that leads to the same screen as the report, to be drawn as a link that can be copied and opened elsewhere."
        )
        members.collect { $0.reports.append(self) }
    }
}
