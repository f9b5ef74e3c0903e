extension Event {
    /// Whether the server itself submits the event, for an effect or a timer, which can outlast the session, or for a topic.
    ///
    /// No client could repeat it.
    package var isInternal: Bool {
        switch self {
        case .effect, .timer, .topic, .discardPending: true
        case .output, .agentOutput, .violations, .back, .dismiss, .tab, .link: false
        }
    }

    /// Whether a session that the event changes lives longer, which a value of a topic does not cause.
    package var prolongsSession: Bool {
        if case .topic = self { false } else { true }
    }
}
