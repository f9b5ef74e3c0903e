extension Event {
    /// Whether the server itself submits the event, for an effect or a timer, which can outlast the session.
    ///
    /// No client could repeat it.
    package var isInternal: Bool {
        switch self {
        case .effect, .timer, .discardPending: true
        case .output, .agentOutput, .violations, .back, .dismiss, .tab, .link: false
        }
    }
}
