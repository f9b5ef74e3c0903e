/// The signals and results of flows that are not delivered yet to the flows above.
struct Undelivered {
    /// A fact that a flow has signaled.
    struct Signal {
        /// The flow that has signaled it.
        let origin: Key
        /// The flow above, which may handle it first.
        let parent: Key
        let trigger: Trigger
        let fact: any Sendable
    }

    var signals: [Signal] = []
    /// The flows that have finished, with results that their parents have not got yet.
    var finished: [(key: Key, result: any Sendable)] = []
}

/// An output while a flow handles it.
struct HandledOutput {
    let report: PostponedOutput.Report
    /// The screen that has reported it, or `nil` for an output that was postponed.
    let screen: ScreenNode?
}
