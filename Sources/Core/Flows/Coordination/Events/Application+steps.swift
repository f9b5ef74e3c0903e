import JSON

extension Application {
    /// Starts a session of this application.
    ///
    /// - Parameters:
    ///   - link: A link to open after the start, or `nil` to stay where the application begins.
    ///   - context: The time, the session's id and the client.
    /// - Returns: The first state of the session, and the effects to run once it is committed.
    /// - Throws: ``NavigationError/unknownLink(_:)``, ``NavigationError/rejected(_:)``, or ``NavigationError/bug(_:)``. No
    ///   session is created.
    public func start(link: String? = nil, at context: StepContext) throws(NavigationError) -> Step {
        try start(link: link, at: context, observer: nil)
    }

    /// Starts a session and reports each coordinator object to an observer.
    package func start(
        link: String?,
        at context: StepContext,
        observer: StepObserver?
    ) throws(NavigationError) -> Step {
        var address: LinkAddress?
        if let link { address = try self.address(of: link) }
        let navigation = Container.stack(Stack(key: Key(1), screens: []))
        let step = RunningStep(self, NavigationState(.init(nextKey: 2, navigation: navigation)), context, observer)
        let cause = Step.Cause(source: name, name: "start")
        return try step.run(cause: cause, isFirst: true) { () throws(NavigationError) in
            startRoot(step.router)
            guard let address else { return }
            // The link opens from the state that a user would see, so flows that finish immediately go first.
            try step.drain()
            try step.open(address)
        }
    }

    /// Applies an event to a state and returns the next state and its effects.
    ///
    /// This is a pure function: the same event, state and context give the same bytes. When it throws, nothing has
    /// changed.
    ///
    /// ```swift
    /// let step = try items.apply(.output("submit", screen: key, payload: payload), to: state, at: context)
    /// step.state.stack  // [k4, k7]
    /// ```
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state of the session before the event.
    ///   - context: The time, the session's id and the client.
    /// - Returns: The state after every coordinator has reacted, and the effects to run once it is committed.
    /// - Throws: ``NavigationError`` with the reason as its case.
    public func apply(
        _ event: Event,
        to state: NavigationState,
        at context: StepContext
    ) throws(NavigationError) -> Step {
        try apply(event, to: state, at: context, observer: nil)
    }

    /// Applies an event and reports each coordinator object to an observer.
    package func apply(
        _ event: Event,
        to state: NavigationState,
        at context: StepContext,
        observer: StepObserver?
    ) throws(NavigationError) -> Step {
        guard !state.isEnded else { throw .ended }
        let step = RunningStep(self, state, context, observer)
        let cause = Step.Cause(of: event, in: state)
        // Described first, because the event changes what it refers to.
        let observed = root.observers.isEmpty ? nil : ObservedEvent(event, in: state)
        return try step.run(cause: cause) { () throws(NavigationError) in try step.apply(event, observed: observed) }
    }
}
