extension Event {
    /// Whether the event is about an effect or a timer, which can outlast the session.
    var isOfPendingWork: Bool {
        switch self {
        case .effect, .timer, .discardPending: true
        case .output, .agentOutput, .violations, .back, .dismiss, .tab, .link: false
        }
    }
}
