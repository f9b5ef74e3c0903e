import JSON

extension Application {
    /// Starts a session of this application.
    ///
    /// - Parameters:
    ///   - launch: The values that the client passes, by default none.
    ///   - context: The time, the session's id and the client.
    /// - Returns: The first state of the session, and the effects to run once it is committed.
    /// - Throws: ``NavigationError/unknownLink(_:)``, ``NavigationError/invalidPayload(_:)`` for the input,
    ///   ``NavigationError/rejected(_:)``, or ``NavigationError/bug(_:)``. No session is created.
    public func start(_ launch: SessionLaunch = SessionLaunch(), at context: StepContext) throws(NavigationError)
        -> Step
    {
        try start(launch, at: context, observer: nil)
    }

    /// Starts a session and reports each coordinator object to an observer.
    package func start(
        _ launch: SessionLaunch,
        at context: StepContext,
        observer: StepObserver?
    ) throws(NavigationError) -> Step {
        var address: LinkAddress?
        if let link = launch.link { address = try self.address(of: link) }
        var launch = launch
        let input: (json: JSONValue, value: any Sendable)?
        do throws(PayloadError) { input = try interface.validated(launch.input) } catch { throw .invalidPayload(error) }
        launch.input = input?.json
        let navigation = Container.stack(Stack(key: Key(1), screens: []))
        var fields = NavigationState.Fields()
        (fields.nextKey, fields.navigation) = (2, navigation)
        (fields.identity, fields.host) = (launch.identity, launch.host)
        let step = RunningStep(self, NavigationState(fields), context, observer)
        let cause = Step.Cause(source: name, name: "start")
        return try step.run(cause: cause, isFirst: true) { () throws(NavigationError) in
            try step.start(with: input?.value)
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
        guard !state.isEnded || event.isInternal else { throw .ended }
        let step = RunningStep(self, state, context, observer)
        let cause = Step.Cause(of: event, in: state)
        // Described first, because the event changes what it refers to.
        let observed = root.observers.isEmpty ? nil : ObservedEvent(event, in: state)
        return try step.run(cause: cause) { () throws(NavigationError) in try step.apply(event, observed: observed) }
    }
}
