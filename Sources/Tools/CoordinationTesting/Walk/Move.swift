import JSON

/// One move of a random walk.
enum Move {
    /// The kind of a report, which determines the errors that it may meet.
    enum ReportKind {
        /// A valid report, as a careful client sends it.
        case valid
        /// A report with a payload that does not match the output's schema.
        case invalid
        /// A report of an output that the screen does not declare.
        case undeclared
        /// A report from a screen that is covered or has been removed.
        case stale
    }

    case report(String, from: Key, JSONValue?, ReportKind)
    case back(to: Key?)
    case dismiss(all: Bool)
    case tab(Key)
    case link(String)
    case result(PendingEffect, EffectOutcome)
    case progress(PendingEffect, EffectProgress)
    case advance(Duration)
    case restart
    case resume

    /// The event of the move, or `nil` for a move that is not a single event.
    var event: Event? {
        switch self {
        case .report(let output, let screen, let payload, _): .output(output, screen: screen, payload: payload)
        case .back(let key): .back(to: key)
        case .dismiss(let all): .dismiss(all: all)
        case .tab(let key): .tab(key)
        case .link(let link): .link(link)
        case .result(let effect, let outcome): .effect(effect.key, outcome)
        case .progress(let effect, let progress): .progress(effect.key, progress)
        case .advance, .restart, .resume: nil
        }
    }

    /// The name of the move without keys, so that it is the same in every session.
    var name: String {
        switch self {
        case .report(let output, _, _, _): output
        case .back: "back"
        case .dismiss: "dismiss"
        case .tab: "tab"
        case .link: "link"
        case .result(let effect, .value): effect.name
        case .result(let effect, .failure(let failure)): "\(effect.name) \(failure)"
        case .progress(let effect, _): "\(effect.name) progress"
        case .advance: "time"
        case .restart: "restart"
        case .resume: "resume"
        }
    }

    /// Returns the statement of a test that does the same in this state.
    func statement(in state: NavigationState) -> TestStatement {
        switch self {
        case .report(let output, let key, let payload, let kind):
            if kind != .stale, let screen = state.screens[key] { return .report(output, of: screen.name, payload) }
            return .report(output, from: key)
        case .back(let key?): return state.screens[key].map { .back(toTopmost: $0.name) } ?? .back
        case .back(nil): return .back
        case .dismiss(let all): return .dismiss(all: all)
        case .tab(let key):
            let item = state.layers.flatMap(\.tabBars).flatMap(\.items).first { $0.key == key }
            return .selectTab(item?.name ?? "\(key)")
        case .link(let link): return .open(link)
        case .result(let pending, let outcome):
            return pending.effect.map { .deliver(outcome, of: $0) } ?? .restart
        case .progress(let pending, let progress):
            return pending.effect.map { .report(progress: progress.fraction ?? 0, of: $0) } ?? .restart
        case .advance(let duration): return .advance(by: duration)
        case .restart: return .restart
        case .resume: return .resume
        }
    }

    /// Returns whether a rejection with this error is allowed for this move.
    func allows(_ error: NavigationError, in state: NavigationState) -> Bool {
        switch (self, error) {
        case (_, .bug), (_, .ended): false
        case (.report(_, _, _, .stale), .staleScreen): true
        case (.report, .busy): state.blocking != nil
        case (.report(_, _, _, .undeclared), .unknownOutput): true
        case (.report(let output, _, _, _), .outputUnavailable):
            state.focus?.screen.disabledOutputs.contains { $0.name == output } ?? false
        case (.report(_, _, _, .invalid), .invalidPayload), (.report(_, _, _, .valid), .invalidPayload): true
        case (.report(_, _, _, .valid), .rejected), (.report(_, _, _, .invalid), .rejected): true
        case (.tab(let key), .staleTab): !state.visibleTabs.flatMap(\.items).contains { $0.key == key }
        case (.link, .rejected), (.link, .unknownLink): true
        default: false
        }
    }

    /// Whether the move must be rejected.
    var mustBeRejected: Bool {
        switch self {
        case .report(_, _, _, .stale), .report(_, _, _, .undeclared): true
        default: false
        }
    }
}
