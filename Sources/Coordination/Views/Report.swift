public import JSON

/// An output that an element reports, with the payload where the element fixes it.
public struct Report: Sendable {
    /// The name of the output.
    public let output: String
    /// The payload that is sent as it is; `nil` when there is none or when the user enters it.
    public let payload: JSONValue?

    /// A report without a payload.
    public init<Source>(_ output: Output<Source, Nothing>) {
        self.output = output.name
        payload = nil
    }

    /// A report that hands over a value known when the screen is drawn.
    ///
    /// It is a programmer error to hand over what can't be encoded, such as a ``Secret``.
    public init<Source, Value>(_ output: Output<Source, Value>, _ value: Value) {
        self.output = output.name
        do {
            // The limits are for what clients send; this is our own.
            payload = try JSONValue(
                parsing: try JSONCoding.encode(value),
                limits: JSONLimits(depth: JSONLimits.deepest, bytes: .max, nodes: .max)
            )
        } catch {
            preconditionFailure("The payload of '\(output.name)' in a view can't be encoded: \(error)")
        }
    }

    /// A report of what the user enters.
    init(entering output: any ScreenOutput) {
        self.output = output.name
        payload = nil
    }
}
