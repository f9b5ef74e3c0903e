extension Application {
    /// Continues an expired session in a new one, at the latest point that needs no proof of who the user is.
    ///
    /// - A guest's tree stays as it is. A flow that asks for secrets, such as a login or the verification of a phone, is left
    ///   as if the user had closed it, because a new session has proved nothing. Anything that the flow had verified is gone.
    /// - The session of a user who had signed in continues as a guest's, as after ``ApplicationCoordinating/signOut()``:
    ///   everything that belongs to the user is dropped.
    /// - Effects are not performed again, and their flows learn that they were interrupted. Timers go on.
    /// - A message on the screen in focus tells the user.
    ///
    /// - Parameters:
    ///   - expired: The last state of the expired session.
    ///   - context: The time, the id of the new session and the client.
    /// - Returns: The first state of the new session, and the effects to run once it is committed.
    /// - Throws: ``NavigationError/bug(_:)``, or ``NavigationError/rejected(_:)`` if a flow can't continue.
    public func resume(_ expired: NavigationState, at context: StepContext) throws(NavigationError) -> Step {
        try resume(expired, at: context, observer: nil)
    }

    /// Continues an expired session and reports each coordinator object to an observer.
    package func resume(
        _ expired: NavigationState,
        at context: StepContext,
        observer: StepObserver?
    ) throws(NavigationError) -> Step {
        guard !expired.isEnded else { return try start(expired.launch, at: context, observer: observer) }
        var state = expired
        state.forgetRevisions()
        let interrupted = state.pending.filter { !$0.isScheduled && !$0.isAbandoned }
        state.pending.removeAll { !$0.isScheduled }
        let running = RunningStep(self, state, context, observer)
        let router = running.router
        let step = try running.run(cause: .init(source: name, name: "resume")) { () throws(NavigationError) in
            guard let root = router.coordinator(state.root) as? any ApplicationCoordinating else { return }
            let secret = secretFlows(of: state)
            let message: Message
            if state.identity != nil || secret.contains(state.root) {
                message = state.identity == nil ? .resumedInPart : .resumedAsGuest
                router.whileActive(root.key) { root.signOut() }
            } else {
                message = secret.isEmpty ? .resumed : .resumedInPart
                if !secret.isEmpty { router.leaving { for flow in secret { router.remove(flow) } } }
                try running.drain()
                for effect in interrupted { try running.interrupt(effect) }
            }
            try running.drain()
            if router.state.stack.isEmpty {
                router.start(root)
                try running.drain()
            }
            guard let focus = router.state.focus else { return }
            router.setMessages(focus.messages + [message], of: focus.key)
        }
        // Timers that go on must be scheduled for the new session, too.
        return Step(
            state: step.state,
            changes: nil,
            effects: step.state.pending,
            cancelled: [],
            renewsCredential: false,
            cause: step.cause,
            handledBy: nil
        )
    }

    /// Returns the flows that ask for secrets, without those that run below another of them.
    private func secretFlows(of state: NavigationState) -> [Key] {
        var found: [Key] = []
        var left: Set<Key> = []
        // A parent's key is lower than its children's, so parents come first.
        for node in state.coordinators {
            if let parent = node.parent, left.contains(parent) {
                left.insert(node.key)
            } else if flow(node.name)?.asksForSecrets ?? true {
                left.insert(node.key)
                found.append(node.key)
            }
        }
        return found
    }
}

extension RunningStep {
    /// Tells the flow of an effect that its outcome is lost.
    fileprivate func interrupt(_ effect: PendingEffect) throws(NavigationError) {
        guard router.state.coordinators[effect.coordinator] != nil else { return }
        try bubble(.failure(effect.name), from: effect.coordinator, with: EffectFailure.interrupted)
    }
}

extension FlowType {
    /// Whether a screen of the flow reports a secret, such as a password or a code.
    fileprivate var asksForSecrets: Bool { outputs.contains { $0.schema?.containsSecret ?? false } }
}

extension Message {
    /// Tells a guest that the session had expired and continues.
    static let resumed = Message(
        "session.resumed",
        "Your session expired while you were away. You can go on where you stopped.",
        level: .info
    )

    /// Tells a guest that the session had expired and continues without the flows that ask for secrets.
    static let resumedInPart = Message(
        "session.resumedInPart",
        "Your session expired while you were away. Steps that need a password or a code start again.",
        level: .info
    )

    /// Tells a user that the session had expired, and that it is a guest's now.
    static let resumedAsGuest = Message(
        "session.resumedAsGuest",
        "Your session expired while you were away, so you were logged out. Log in again to continue.",
        level: .info
    )
}
