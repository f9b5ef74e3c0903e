import JSON

/// The turns of the users of a walk, and the search for what a user who is gone has left behind.
struct WalkTurns {
    /// The users.
    ///
    /// A walk with one user looks for no canaries.
    let users: [WalkUser]
    /// The index of the user who is taking a turn.
    private(set) var current: Int
    /// The number of times that a user has signed in.
    private(set) var signIns = 0
    /// The number of times that a user has signed out.
    private(set) var signOuts = 0

    /// Begins with a user.
    init(of users: [WalkUser], current: Int = 0) {
        self.users = users
        self.current = current
    }

    /// The user who is taking a turn.
    var user: WalkUser { users[current] }

    /// Begins a session with a user.
    mutating func begin(_ index: Int) { current = index }

    /// Lets the next user take over if this one has signed out, and checks that nothing of the others is left.
    ///
    /// - Parameters:
    ///   - before: The state before the last move.
    ///   - session: The session after it.
    ///   - late: Chooses the outcome of an effect of a user who has signed out, from the sample outcomes.
    /// - Throws: ``InvariantViolation`` if the state contains a canary of another user.
    mutating func check(
        _ before: NavigationState,
        _ session: TestSession,
        late: (PendingEffect, [EffectOutcome]) -> EffectOutcome
    ) throws {
        guard users.count > 1 else { return }
        let earlier = user
        if before.identity == nil, session.state.identity != nil { signIns += 1 }
        if before.identity != nil, session.state.identity == nil {
            signOuts += 1
            current = (current + 1) % users.count
        }
        // The effects of a user who has signed out are still performed. The state contains them until then, and their late
        // results must change nothing.
        for effect in session.pendingEffects where effect.isAbandoned {
            try session.send(.effect(effect.key, late(effect, earlier.samples.outcomes(of: effect, at: session.now))))
        }
        let state = session.storedState
        for (index, other) in users.enumerated() where index != current {
            guard let canary = other.canaries.first(where: state.contains(text:)) else { continue }
            throw InvariantViolation(
                violations: ["The state of '\(user.canaries[0])' contains '\(canary)' of another user."],
                layout: session.state.layout
            )
        }
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain the UTF-8 of a text.
    ///
    /// The search of the standard library takes several times as long in a build for debugging, where walks usually run.
    fileprivate func contains(text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, wanted.count <= count else { return wanted.isEmpty }
        for start in 0...count - wanted.count where self[start] == first {
            if self[start..<start + wanted.count].elementsEqual(wanted) { return true }
        }
        return false
    }
}
