extension Event {
    /// Whether the server itself submits the event, for an effect or a timer, which can outlast the session, or for a topic.
    ///
    /// No client could repeat it.
    package var isInternal: Bool {
        switch self {
        case .effect, .progress, .timer, .topic, .discardPending: true
        case .output, .agentOutput, .violations, .back, .dismiss, .tab, .link: false
        }
    }

    /// Returns whether a session that the event changes lives longer.
    ///
    /// A value of a topic, a progress and a tick of a repeating timer don't cause that, because no user has caused them.
    ///
    /// - Parameter state: The state before the event.
    /// - Returns: `false` for these.
    package func prolongsSession(in state: NavigationState) -> Bool {
        switch self {
        case .topic, .progress: false
        case .timer(let key): state.pending(key)?.interval == nil
        default: true
        }
    }
}
