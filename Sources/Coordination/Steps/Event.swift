public import JSON

/// Something that happened to a session.
public enum Event: Sendable {
    /// A screen reported an output, with the payload as the client sent it.
    case output(String, screen: Key, payload: JSONValue?)
    /// The user went back, one screen or to a certain one.
    case back(to: Key?)
    /// The user swiped down the modal in front, or all of them.
    case dismiss(all: Bool)
    /// The user selected a tab.
    case tab(Key)
    /// A deep link, a push notification or a search result was opened.
    case link(String)
    /// An effect came out.
    case effect(Key, EffectOutcome)
    /// A timer is due.
    case timer(Key)
    /// An effect or a timer that the application refused to take is not waited for any more.
    case forget(Key)
}
