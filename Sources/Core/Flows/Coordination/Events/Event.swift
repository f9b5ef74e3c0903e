public import JSON

/// An input to a session: a user's action, the outcome or progress of an effect, a timer, or a value of a topic.
public enum Event: Sendable {
    /// A screen reported an output, with the payload as the client sent it.
    case output(String, screen: Key, payload: JSONValue?)
    /// An agent asks for an output of a screen, which the application may allow to it (``Wire/forAgents(_:asking:)``).
    ///
    /// The last value is the name of the agent, as it describes itself.
    case agentOutput(String, screen: Key, payload: JSONValue?, agent: String)
    /// A report of a screen was rejected for its payload, and the reasons are to be shown to the user on that screen.
    case violations(PayloadError, screen: Key)
    /// The user went back, to a given screen or, with `nil`, by one screen.
    case back(to: Key?)
    /// The user dismissed the modal in front or, with `all`, every modal above the topmost one that is fixed.
    case dismiss(all: Bool)
    /// The user selected a tab.
    case tab(Key)
    /// A deep link, a push notification or a search result was opened.
    case link(String)
    /// An effect succeeded or failed.
    case effect(Key, EffectOutcome)
    /// The handler of an effect has reported how far it has come.
    case progress(Key, EffectProgress)
    /// A timer is due.
    case timer(Key)
    /// A topic that a flow follows has a value.
    case topic(TopicValue)
    /// The application rejected an effect's failure or a timer, so it is removed from the pending ones.
    case discardPending(Key)
}
