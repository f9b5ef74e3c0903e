/// An event that an exploration applies, and the statement of a test that does the same.
struct ExplorationMove {
    enum Kind: Equatable {
        case user, link
        case effect(String, isSuccess: Bool)
        case progress
        case timer
        case topic
    }

    let event: Event
    let kind: Kind
    /// The output, effect, link or gesture, such as `login.submit`.
    let subject: String
    /// The statement of a test that does the same.
    let statement: TestStatement
    /// The time of the event, or `nil` for the time of the state.
    var time: Timestamp?

    /// Whether it is a report of a screen or the result of an effect, and no gesture that leads there from everywhere.
    var isOfScreen: Bool {
        switch (event, kind) {
        case (.output, _), (_, .effect): true
        default: false
        }
    }

    static func report(_ output: String, of screen: ScreenNode, _ payload: JSONValue?) -> Self {
        Self(
            event: .output(output, screen: screen.key, payload: payload),
            kind: .user,
            subject: "\(screen.name).\(output)",
            statement: .report(output, of: screen.name, payload)
        )
    }

    static func gesture(_ event: Event, _ name: String, _ statement: TestStatement) -> Self {
        Self(event: event, kind: .user, subject: name, statement: statement)
    }

    static func link(_ link: String) -> Self {
        Self(
            event: .link(link),
            kind: .link,
            subject: link,
            statement: .open(link)
        )
    }

    static func result(_ outcome: EffectOutcome, of pending: PendingEffect, _ effect: any Effect) -> Self {
        let isSuccess = if case .value = outcome { true } else { false }
        return Self(
            event: .effect(pending.key, outcome),
            kind: .effect(pending.name, isSuccess: isSuccess),
            subject: pending.name,
            statement: .deliver(outcome, of: effect)
        )
    }

    static func progress(of pending: PendingEffect, _ effect: any Effect) -> Self {
        Self(
            event: .progress(pending.key, EffectProgress(0.5)),
            kind: .progress,
            subject: pending.name,
            statement: .report(progress: 0.5, of: effect)
        )
    }

    static func value(_ value: TopicValue, of kind: any Topic.Type) -> Self? {
        guard let statement = TestStatement.publish(value, kind) else { return nil }
        return Self(event: .topic(value), kind: .topic, subject: value.topic.name, statement: statement)
    }

    static func timer(_ timer: PendingEffect, due: Timestamp, now: Timestamp) -> Self {
        Self(
            event: .timer(timer.key),
            kind: .timer,
            subject: timer.name,
            statement: .advance(by: .milliseconds(max(due.milliseconds - now.milliseconds, 0))),
            time: max(due, now)
        )
    }
}
