/// An effect that was committed and has not been answered.
public struct PendingEffect: Sendable {
    /// What is to be done.
    enum Work: Sendable {
        case perform(any Effect)
        case wait(name: String, until: Timestamp)
        /// A secret effect that was not written down.
        case lost(any Effect.Type)
    }

    /// Its name in the session, unique for its whole life; with the session's id it is the idempotency key.
    public let key: Key
    /// The coordinator that gets the outcome: the one that performed it or, when that has left, the one that ran that.
    public internal(set) var coordinator: Key
    /// Whether the coordinator that performed it has left; nobody's screens wait for it then.
    public internal(set) var isInherited = false
    /// When it was committed.
    public let since: Timestamp
    let work: Work

    init(key: Key, coordinator: Key, isInherited: Bool = false, since: Timestamp, work: Work) {
        self.key = key
        self.coordinator = coordinator
        self.isInherited = isInherited
        self.since = since
        self.work = work
    }

    /// What kind of effect it is.
    public var name: String {
        switch work {
        case .perform(let effect): type(of: effect).name
        case .wait(let name, _): name
        case .lost(let kind): kind.name
        }
    }

    /// The effect to perform; `nil` for a timer and for one that was lost.
    public var effect: (any Effect)? {
        guard case .perform(let effect) = work else { return nil }
        return effect
    }

    /// When a timer is due; `nil` for what is no timer.
    public var due: Timestamp? {
        guard case .wait(_, let due) = work else { return nil }
        return due
    }

    /// Whether the effect can't be performed any more, because it was secret and the server was restarted.
    public var isLost: Bool {
        guard case .lost = work else { return false }
        return true
    }

    /// Whether its coordinator's screens wait for it.
    public var blocksScreen: Bool {
        guard !isInherited else { return false }
        return switch work {
        case .perform(let effect): type(of: effect).blocksScreen
        case .wait: false
        case .lost(let kind): kind.blocksScreen
        }
    }
}

extension PendingEffect: Equatable {
    /// Whether two are the same effect of one session.
    public static func == (first: Self, second: Self) -> Bool {
        first.key == second.key && first.coordinator == second.coordinator
            && first.isInherited == second.isInherited && first.since == second.since
            && first.name == second.name && first.due == second.due
    }
}
