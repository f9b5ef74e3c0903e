/// An event as an application coordinator observes it with ``Wire/willHandle(_:)``.
///
/// It has the names of screens, outputs and tabs, which are the same in every session, and no payloads.
public enum ObservedEvent: Equatable, Sendable {
    /// A screen reported an output.
    case output(String, screen: String)
    /// The user went back.
    case back
    /// The user dismissed a modal.
    case dismiss
    /// The user selected a tab, by the application's name for it.
    case tab(String)
    /// A link was opened.
    case link(String)
    /// An effect succeeded or, with a failure, failed.
    case effect(String, failure: EffectFailure?)
    /// The handler of an effect has reported how far it has come.
    case progress(String)
    /// A timer was due.
    case timer(String)
    /// A topic that a flow follows has a value.
    case topic(String)

    /// Whether the user has caused the event, and not an effect, a timer or a topic.
    public var isOfUser: Bool {
        switch self {
        case .output, .back, .dismiss, .tab, .link: true
        case .effect, .progress, .timer, .topic: false
        }
    }

    /// Describes an event, or returns `nil` if it refers to something that is not in the state.
    init?(_ event: Event, in state: NavigationState) {
        switch event {
        case .output(let name, let key, _), .agentOutput(let name, let key, _, _):
            guard let screen = state.screens[key] else { return nil }
            self = .output(name, screen: screen.name)
        case .back: self = .back
        case .dismiss: self = .dismiss
        case .tab(let key):
            guard let item = state.visibleTabs.flatMap(\.items).first(where: { $0.key == key }) else { return nil }
            self = .tab(item.name)
        case .link(let link): self = .link(link)
        case .effect(let key, let outcome):
            guard let effect = state.pending.first(where: { $0.key == key }) else { return nil }
            self = .effect(effect.name, failure: outcome.failure)
        case .progress(let key, _):
            guard let effect = state.pending.first(where: { $0.key == key }) else { return nil }
            self = .progress(effect.name)
        case .timer(let key):
            guard let timer = state.pending.first(where: { $0.key == key }) else { return nil }
            self = .timer(timer.name)
        case .topic(let value): self = .topic(value.topic.name)
        case .violations, .discardPending: return nil
        }
    }
}

extension EffectOutcome {
    /// The reason why there is no result, or `nil` if there is one.
    fileprivate var failure: EffectFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
