/// The signals and results of flows that are not delivered yet to the flows above.
struct Undelivered {
    /// The facts that flows have signaled, with the flow that may handle each first.
    var signals: [(from: Key, trigger: Trigger, fact: any Sendable)] = []
    /// The flows that have finished, with results that their parents have not got yet.
    var finished: [(key: Key, result: any Sendable)] = []
}

/// An output while a flow handles it.
struct HandledOutput {
    let report: PostponedOutput.Report
    /// The screen that has reported it, or `nil` for an output that was postponed.
    let screen: ScreenNode?
}
