/// A tap that has no outcome yet.
struct QueuedTap: Sendable, Codable {
    /// The stages of a tap on its way.
    enum Stage: Sendable, Codable {
        /// It was not sent, or the server has certainly not acted.
        case waiting
        /// It was sent to this path, under this condition, and may have reached the server.
        case sent(path: String, condition: ScreenCondition?)
        /// The server has responded, and its effects may still run.
        case answered
    }

    /// The idempotency key of all its tries.
    let key: String
    let tap: Tap
    /// The id of the session in which the user has tapped.
    let session: String
    /// The screen that was in front then.
    let focus: String?
    /// The modal that was in front then.
    let modal: String?
    /// The gesture to show at once.
    let prediction: Prediction?
    /// The look of the screen in front, if the tap depends on it.
    let look: JSONValue?
    /// Whether the user goes back to the app that the session is a part of.
    ///
    /// A tap that was made where there was a way back never leaves the session, even if that way is gone when it is sent.
    let leaves: Bool
    var stage = Stage.waiting
    /// The streams of the callers that wait for its outcome, which is stored nowhere.
    var outcomes: [AsyncStream<Outcome>.Continuation] = []

    private enum CodingKeys: CodingKey {
        case key, tap, session, focus, modal, prediction, look, leaves, stage
    }

    /// Makes a tap of what the user sees.
    init(_ tap: Tap, key: String, seen state: NavigationState) {
        self.key = key
        self.tap = tap
        session = state.id
        focus = state.focus
        modal = state.modals.last?.key
        look = tap.condition == .sameContent ? state.look : nil
        leaves = tap.action == .back(to: nil) && state.gestures.back == nil && state.gestures.leave != nil
        prediction = Prediction(tap, in: state)
    }

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }

    var isAnswered: Bool { if case .answered = stage { true } else { false } }
}

extension QueuedTap {
    /// The next step of a tap.
    enum Step: Sendable {
        /// Send it to a path, with a payload, under a condition on the screen in front.
        case send(path: String, body: JSONValue?, condition: ScreenCondition?)
        /// It has an outcome without being sent.
        case end(Outcome)
    }

    /// The next step in a state.
    ///
    /// A report names an instance of a screen, so it needs no condition. A gesture names nothing, so it has the screen
    /// that the user saw in front. A tap that depends on the look of its screen also has the revision in which it looks
    /// so. Nothing else in the session matters, so no tap is lost beside live data.
    func step(in state: NavigationState) -> Step {
        guard state.id == session else { return .end(.outdated) }
        if case .sent(let path, let condition) = stage {
            // The response to its key tells its outcome, even if the state has moved on by it. If it has never arrived,
            // a condition of now could be fulfilled by a state that the user has not seen.
            return .send(path: path, body: body, condition: condition)
        }
        guard look == nil || look == state.look else { return .end(.outdated) }
        let (path, isGesture): (String?, Bool) =
            switch tap.action {
            case .report(let output, let screen, _):
                (state.focus == screen ? state.screens[screen]?.output(output)?.href : nil, false)
            case .back: (state.focus == focus ? leaves ? state.gestures.leave : state.gestures.back : nil, true)
            case .dismiss: (state.modals.last?.key == modal ? state.gestures.dismiss : nil, true)
            case .tab(let key):
                (state.has(tab: key) ? "\(Calls.path(of: session))/tabs/\(Calls.escaped(key))" : nil, false)
            case .link: (state.status == .ended ? nil : "\(Calls.path(of: session))/links", false)
            }
        guard let path else { return .end(.outdated) }
        if isGesture, !tap.isConfirmed, let question = state.gestures.question,
            question.gestures.contains(gestureName)
        {
            return .end(.unconfirmed(question))
        }
        return .send(path: path, body: body, condition: condition(in: state, isGesture: isGesture))
    }

    private func condition(in state: NavigationState, isGesture: Bool) -> ScreenCondition? {
        guard let focus = state.focus, isGesture || look != nil else { return nil }
        return ScreenCondition(screen: focus, revision: look == nil ? nil : state.revision)
    }

    private var gestureName: String { leaves ? "leave" : tap.action == .dismiss ? "dismiss" : "back" }

    private var body: JSONValue? {
        switch tap.action {
        case .report(_, _, let payload): payload
        case .back(let target?): ["to": .string(target)]
        case .back(nil), .dismiss, .tab: .object([:])
        case .link(let url): ["url": .string(url)]
        }
    }
}

extension Prediction {
    /// The prediction of a tap on what the user sees, if its result can be known.
    fileprivate init?(_ tap: Tap, in state: NavigationState) {
        switch tap.action {
        case .back(let target):
            guard let focus = state.focus, !state.asks("back", tap) else { return nil }
            gesture = .back(from: focus, to: target)
        case .dismiss:
            guard let modal = state.modals.last?.key, !state.asks("dismiss", tap) else { return nil }
            gesture = .dismiss(modal: modal)
        case .tab(let key):
            guard let selected = state.selectedTab(beside: key) else { return nil }
            gesture = .select(tab: key, from: selected, focus: state.focus)
        case .report, .link: return nil
        }
    }
}

extension NavigationState {
    /// Whether the user must be asked before a gesture.
    fileprivate func asks(_ gesture: String, _ tap: Tap) -> Bool {
        !tap.isConfirmed && gestures.question?.gestures.contains(gesture) == true
    }

    /// Whether there are tabs with a tab of this key.
    fileprivate func has(tab key: String) -> Bool { selectedTab(beside: key) != nil || navigation.has(tab: key) }

    /// The look of the screen in front: its containers, and its members without its props and without messages that
    /// only inform.
    var look: JSONValue {
        guard let front, case .object(var members) = front.document else { return .null }
        members["props"] = nil
        members["messages"] = .array(
            zip(front.messages, front.document["messages"]?.array ?? []).filter(\.0.asksOfUser).map(\.1)
        )
        return [
            "navigation": document["navigation"] ?? .null, "modals": document["modals"] ?? .null,
            "screen": .object(members),
        ]
    }
}

extension Container {
    fileprivate func has(tab key: String) -> Bool {
        kind == .tabs && routes.contains { $0.key == key } || routes.contains { $0.container?.has(tab: key) == true }
    }
}
