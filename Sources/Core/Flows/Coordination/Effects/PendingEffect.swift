import JSON

/// An effect or timer that was committed and that has no outcome yet.
public struct PendingEffect: Sendable {
    /// The work to do: perform an effect, or wait for a timer.
    enum Work: Sendable {
        case perform(any Effect)
        case wait(name: String)
        /// A secret effect, which was not stored and can't be performed after a restart.
        case lost(any Effect.Type)
    }

    /// The key of the effect or timer, unique in the session.
    ///
    /// Each attempt at an effect has a key of its own.
    public internal(set) var key: Key
    /// The coordinator that gets the outcome.
    ///
    /// It is the coordinator that performed the effect or, after that one has left the tree, its parent.
    public internal(set) var coordinator: Key
    /// Whether the coordinator that performed it has left the tree, so that it blocks no screen.
    public internal(set) var isInherited = false
    /// Whether the user who performed it has signed out, so that no flow gets its outcome.
    public internal(set) var isAbandoned = false
    /// The time of the step that performed it.
    public internal(set) var since: Timestamp
    /// The time at which a timer fires or an effect begins, or `nil` for an effect that begins at once or has begun.
    public internal(set) var due: Timestamp?
    /// The number of attempts that have failed.
    public internal(set) var failures = 0
    /// The milliseconds from one tick of a repeating timer to the next, or 0 for a timer that fires once.
    var every: Int64 = 0
    /// The key of the first attempt, or `nil` if this is the first one.
    var first: Key?
    var work: Work

    init(key: Key, coordinator: Key, since: Timestamp, due: Timestamp? = nil, work: Work) {
        self.key = key
        self.coordinator = coordinator
        self.since = since
        self.due = due
        self.work = work
    }

    /// The key that all attempts at an effect share.
    ///
    /// Together with the session's id it is the idempotency key.
    public var idempotencyKey: Key { first ?? key }

    /// Returns the effect without a flow for its outcome, owned by the application coordinator.
    func abandoned(to root: Key) -> PendingEffect {
        var copy = self
        copy.coordinator = root
        copy.isInherited = true
        copy.isAbandoned = true
        return copy
    }

    /// The name of the effect or timer.
    public var name: String {
        switch work {
        case .perform(let effect): type(of: effect).name
        case .wait(let name): name
        case .lost(let kind): kind.name
        }
    }

    /// The effect to perform, or `nil` for a timer and for a secret effect that was lost.
    public var effect: (any Effect)? {
        guard case .perform(let effect) = work else { return nil }
        return effect
    }

    /// Whether this is a timer.
    public var isTimer: Bool {
        guard case .wait = work else { return false }
        return true
    }

    /// The time from one tick of a repeating timer to the next, or `nil` for anything else.
    public var interval: Duration? { every > 0 ? .milliseconds(every) : nil }

    /// Whether nothing has been done yet: a timer, or an effect with a delay at which no attempt has been made.
    public var isScheduled: Bool { due != nil && failures == 0 }

    /// Whether this is an effect that a handler may be performing, or have performed, at the moment.
    ///
    /// It is not one that waits for a delay, or for another attempt after some that have certainly failed.
    public var hasBegun: Bool { due == nil && !isTimer }

    /// Whether this is an effect with a delay, or one of several attempts.
    var hasSchedule: Bool { !isTimer && (due != nil || first != nil) }

    /// Whether the effect can't be performed because it was secret and the server was restarted.
    public var isLost: Bool {
        guard case .lost = work else { return false }
        return true
    }

    /// Whether the screens of its coordinator wait for it.
    public var blocksScreen: Bool {
        guard !isInherited, !isScheduled else { return false }
        return switch work {
        case .perform(let effect): type(of: effect).blocksScreen
        case .wait: false
        case .lost(let kind): kind.blocksScreen
        }
    }
}

extension PendingEffect: Equatable {
    /// Whether two values describe the same effect of one session.
    ///
    /// The content of the effects is not compared.
    public static func == (first: Self, second: Self) -> Bool {
        first.key == second.key && first.coordinator == second.coordinator
            && first.isInherited == second.isInherited && first.isAbandoned == second.isAbandoned
            && first.since == second.since && first.failures == second.failures
            && first.name == second.name && first.due == second.due && first.isTimer == second.isTimer
            && first.every == second.every
    }
}

extension PendingEffect: StoredStructure {
    init() {
        self.init(
            key: Key(0),
            coordinator: Key(0),
            since: Timestamp(milliseconds: 0),
            work: .lost(UndecodedEffect.self)
        )
    }

    mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
        var name = name
        var content: EffectContent? = if case .perform(let effect) = work { EffectContent(effect) } else { nil }
        // A secret effect is never written, so it reads back as lost.
        if let effect = content?.effect, type(of: effect).isSecret { content = nil }
        var isLost = !isTimer && content == nil
        try coder.member("key", &key)
        try coder.member("name", &name)
        try coder.member("coordinator", &coordinator)
        try coder.member("inherited", &isInherited, default: false)
        try coder.member("abandoned", &isAbandoned, default: false)
        try coder.member("since", &since)
        try coder.member("due", &due)
        try coder.member("every", &every, default: 0)
        try coder.member("failures", &failures, default: 0)
        try coder.member("first", &first)
        try coder.member("effect", &content)
        try coder.member("lost", &isLost, default: false)
        guard Coder.reads else { return }
        guard due != nil || content != nil || isLost else {
            throw SnapshotError(reason: .unreadable, detail: "The effect \(key) has no content.")
        }
        let isTimer = content == nil && !isLost
        work = isTimer ? .wait(name: name) : .perform(UndecodedEffect(kind: name, value: content?.unread))
    }
}

/// A type-erased effect.
private struct EffectContent: Stored {
    let effect: any Effect

    init(_ effect: any Effect) {
        self.effect = effect
    }

    init(stored json: JSONValue) {
        effect = UndecodedEffect(value: json)
    }

    /// The JSON of an effect that has not been decoded.
    var unread: JSONValue? { (effect as? UndecodedEffect)?.value }

    func write(to writer: inout SnapshotWriter) throws {
        try JSONCoding.encode(effect, to: &writer.text, userInfo: writer.userInfo)
    }
}
