import Coordination

/// The limits on the lifetime, the number and the size of sessions.
public struct SessionLimits: Equatable, Sendable {
    /// The lifetime of a session after its last change, by default 24 hours.
    public var idleTimeout: Duration = .seconds(86_400)
    /// The lifetime of a session from its start until the first event of its client, by default 15 minutes.
    ///
    /// Anyone can start sessions, so a session that is never used must end soon. A person who starts an app does something within
    /// minutes. A person who comes back later gets a new session, and has lost nothing.
    public var untouchedTimeout: Duration = .seconds(900)
    /// The longest lifetime of a session, whether it changes or not, by default 30 days.
    public var absoluteTimeout: Duration = .seconds(30 * 86_400)
    /// The time for which an expired session is remembered, by default a day.
    ///
    /// During it, the client of the session is told why it ended and can resume it. With the default of ``idleTimeout``, a user
    /// who opens an app every other day can always resume.
    public var expiredRetention: Duration = .seconds(86_400)
    /// The time after the start of the server, and after a jump of its clock, before it removes expired sessions, by default
    /// one hour.
    ///
    /// A clock that is wrong can be set right until then, and no session is lost. Meanwhile new sessions don't replace expired
    /// ones either, when ``sessions`` is reached.
    public var removalDelay: Duration = .seconds(3_600)
    /// The number of idempotency keys that a session remembers.
    ///
    /// Beyond it, the oldest are forgotten.
    public var replies = 64
    /// The limits of the history of each session, by default its latest 100 transitions and 256 KiB.
    public var history = HistoryLimits()
    /// The number of screens on a session's stacks, above which a step that adds one is rejected.
    ///
    /// Users don't go back through hundreds of screens, so more of them are a loop of the application or of a client.
    public var screens = 500
    /// The size of a session's encoded state in bytes, by default 256 KiB.
    ///
    /// It is a hundred times the state of the shipped applications. A larger state holds data that belongs beside it, in a service or
    /// in the rows of a list, and each load of the session reads it.
    ///
    /// A store that requires no encoding has no sizes. The state is then encoded now and then: at every 64th revision, at every
    /// sixteenth from a 64th of the limit on, and at each one from an eighth of it on. So a step can exceed the limit before
    /// one is rejected.
    public var stateBytes = 256 << 10
    /// The size of a session's document in bytes, by default 1 MiB.
    ///
    /// A step that makes a larger one is rejected. The document is the JSON that a client gets. It is drawn before the commit,
    /// so that its size is known. Nothing is measured for a step with a document that no client gets.
    public var documentBytes = 1 << 20
    /// The number of effects and timers of a session without an outcome, above which a step that adds one is rejected.
    ///
    /// A flow waits for a few at a time. The limit keeps one session from taking the threads of all others.
    public var pendingEffects = 32
    /// The number of sessions in the store.
    public var sessions = 1_000_000
    /// The share of ``sessions``, in percent, that sessions without an account may not take, by default 20.
    ///
    /// Anyone can start sessions without an account, so users who have signed in must not lose their places to them. Visitors are
    /// many times as many as signed-in users, so the larger part is theirs.
    public var accountShare = 20
    /// The size of the sessions in memory, 256 MiB by default: their encoded states, their documents, and 4 KiB for each session.
    ///
    /// Beyond it, the sessions that were not used recently lose their documents, and then leave memory. A session that was not used
    /// for ``sweepInterval`` loses its document in any case, and the next request draws it again.
    public var memoryBytes = 256 << 20
    /// The time after which an unused session is evicted, by default 5 minutes.
    ///
    /// People pause for minutes and come back after hours. A session that is evicted too early costs its next request one read of the
    /// store, half a millisecond.
    public var liveIdle: Duration = .seconds(300)
    /// The interval between two sweeps, which remove expired sessions and evict unused ones, by default 30 seconds.
    public var sweepInterval: Duration = .seconds(30)
    /// The time for which the request that issued a credential can be repeated with its idempotency key, by default 60 seconds.
    ///
    /// It ends earlier if the credential is used.
    public var credentialReplay: Duration = .seconds(60)
    /// The time for which a hand-off can be used, by default 2 minutes.
    public var handoffLifetime: Duration = .seconds(120)

    /// Makes the default limits.
    public init() {}
}

extension SessionLimits {
    /// Returns the time at which a session expires unless it changes before.
    ///
    /// - Parameters:
    ///   - createdAt: The time of its start.
    ///   - changedAt: The time of its last change, or `nil` before the first event of its client.
    ///   - application: The application of the session, which may have a lifetime of its own.
    /// - Returns: The earliest of the times that its limits give.
    func expiry(createdAt: Timestamp, changedAt: Timestamp?, of application: Application) -> Timestamp {
        let lifetime = application.lifetime ?? SessionLifetime(idle: idleTimeout, total: absoluteTimeout)
        guard let changedAt else { return createdAt + min(untouchedTimeout, lifetime.idle, lifetime.total) }
        return min(changedAt + lifetime.idle, createdAt + lifetime.total)
    }

    /// Returns the longest lifetime of the sessions of some applications.
    func longestLifetime(of applications: HostedApplications) -> Duration {
        applications.all.map { $0.lifetime?.total ?? absoluteTimeout }.max() ?? absoluteTimeout
    }

    /// Rejects a step that adds screens or pending effects beyond a limit.
    ///
    /// A step that adds none always passes.
    func checkCounts(of step: Step, after state: NavigationState) throws(NavigationError) {
        let count = step.state.screens.count
        if count > screens, count > state.screens.count {
            throw .rejected(.full("Too many open screens (\(screens)). Go back before opening another."))
        }
        let pending = step.state.pending.count
        if pending > pendingEffects, pending > state.pending.count {
            throw .rejected(.full("Too many effects are pending (\(pendingEffects)). Wait until one of them ends."))
        }
    }

    /// Returns the rejection of a state that is larger than the limit.
    func stateTooLarge(_ bytes: Int) -> NavigationError {
        .rejected(
            .full(
                "The session would have \(bytes) bytes of state (at most \(stateBytes)). Go back or remove something first."
            )
        )
    }
}

extension SessionLimits {
    /// Returns the rejection of a document that is larger than the limit.
    func documentTooLarge(_ bytes: Int, largest: (name: String, bytes: Int)?) -> NavigationError {
        guard let largest else {
            return .rejected(
                .full(
                    "The session's document would have \(bytes) bytes (at most \(documentBytes)). Go back or remove something first."
                )
            )
        }
        return .rejected(
            .full(
                "The session's document would have \(bytes) bytes (at most \(documentBytes)). The screen '\(largest.name)' takes \(largest.bytes) of them. Go back or remove something first."
            )
        )
    }
}

extension Rejection {
    fileprivate static func full(_ detail: LocalizedText) -> Rejection { Rejection("session.full", detail) }
}
