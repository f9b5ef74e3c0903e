public import JSON

extension TestSession {
    /// Reports an output by name, as a client would.
    ///
    /// The topmost screen of that name reports. If it is covered, the step throws `NavigationError.staleScreen`.
    ///
    /// ```swift
    /// try session.report("signUp.submit", ["login": "ada", "password": "12345678"])
    /// ```
    ///
    /// - Parameters:
    ///   - path: The names of the screen and the output, with a dot between them.
    ///   - payload: The payload as JSON.
    /// - Returns: Whether anything has changed.
    /// - Throws: ``TestSessionError/noScreen(_:)``, ``TestSessionError/malformedReport(_:)`` or ``InvariantViolation``, or a
    ///   `NavigationError`, after which nothing has changed.
    @discardableResult
    public func report(_ path: String, _ payload: JSONValue? = nil) throws -> Bool {
        let parts = path.split(separator: ".")
        guard parts.count == 2 else { throw TestSessionError.malformedReport(path) }
        return try report(String(parts[1]), from: key(of: String(parts[0])), payload)
    }

    /// Reports an output without a payload from the topmost screen of the output's kind.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: The errors of ``report(_:_:)``.
    @discardableResult
    public func report<Source>(_ output: Output<Source, Nothing>) throws -> Bool {
        try report(output.name, from: key(of: Source.name), nil)
    }

    /// Reports an output with a value from the topmost screen of the output's kind.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: The errors of ``report(_:_:)``, or `EncodingError` for a value that contains a secret. Pass such a value as
    ///   JSON instead.
    @discardableResult
    public func report<Source, Value>(_ output: Output<Source, Value>, _ value: Value) throws -> Bool {
        try report(output.name, from: key(of: Source.name), JSONValue(parsing: JSONCoding.encode(value)))
    }

    /// Reports an output with a JSON payload from the topmost screen of the output's kind.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: The errors of ``report(_:_:)``.
    @discardableResult
    public func report<Source, Value>(_ output: Output<Source, Value>, json payload: JSONValue?) throws -> Bool {
        try report(output.name, from: key(of: Source.name), payload)
    }

    /// Brings a value of a topic to the flows that follow it, as a server does after a publication.
    ///
    /// ```swift
    /// try session.publish(SeatMap.Value(taken: [3]), to: SeatMap(train: "7"))
    /// ```
    ///
    /// - Returns: Whether anything has changed, which it has not if no flow follows the topic.
    /// - Throws: `NavigationError`, after which nothing has changed, or ``InvariantViolation``.
    @discardableResult
    public func publish<Subject: Topic>(_ value: Subject.Value, to topic: Subject) throws -> Bool {
        try send(.topic(of: topic, value))
    }

    /// Brings a value of a topic to the flows that follow it, with the topic and the value as JSON.
    ///
    /// - Returns: Whether anything has changed, which it has not if no flow follows the topic.
    /// - Throws: `DecodingError` for JSON of another form, or the errors of ``publish(_:to:)``.
    @discardableResult
    public func publish<Subject: Topic>(_ kind: Subject.Type, topic: JSONValue, value: JSONValue) throws -> Bool {
        try publish(
            JSONCoding.decode(Subject.Value.self, from: value),
            to: JSONCoding.decode(Subject.self, from: topic)
        )
    }

    /// Reports an output from one instance of a screen, which may have been removed.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: `NavigationError`, after which nothing has changed, or ``InvariantViolation``.
    @discardableResult
    public func report(_ output: String, from screen: Key, _ payload: JSONValue? = nil) throws -> Bool {
        try send(.output(output, screen: screen, payload: payload))
    }

    /// Reports an output as an agent does, which the application may allow to it (`Wire.forAgents`).
    ///
    /// ```swift
    /// try session.report("cart.order", byAgent: "Assistant")
    /// #expect(session.stack.last == "agentRequest")
    /// try session.report(AgentRequest.allow)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The names of the screen and the output, with a dot between them.
    ///   - payload: The payload as JSON.
    ///   - agent: The name of the agent, which the user sees.
    /// - Returns: Whether anything has changed.
    /// - Throws: The errors of ``report(_:_:)``. An output that agents may not report is unknown to them.
    @discardableResult
    public func report(_ path: String, _ payload: JSONValue? = nil, byAgent agent: String) throws -> Bool {
        let parts = path.split(separator: ".")
        guard parts.count == 2 else { throw TestSessionError.malformedReport(path) }
        let screen = try key(of: String(parts[0]))
        return try send(.agentOutput(String(parts[1]), screen: screen, payload: payload, agent: agent))
    }

    /// Goes back by one screen on the stack in front, as the back button and the swipe do.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: `NavigationError` or ``InvariantViolation``.
    @discardableResult
    public func back() throws -> Bool {
        try send(.back(to: nil))
    }

    /// Goes back to the topmost screen of a kind on the stack in front.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: ``TestSessionError/noScreen(_:)`` when no stack has one, `NavigationError` or ``InvariantViolation``.
    @discardableResult
    public func back(to screen: any Screen.Type) throws -> Bool {
        try send(.back(to: key(of: screen.name)))
    }

    /// Dismisses the modal in front or, with `all`, every modal above the topmost one that is fixed.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: `NavigationError` or ``InvariantViolation``.
    @discardableResult
    public func dismiss(all: Bool = false) throws -> Bool {
        try send(.dismiss(all: all))
    }

    /// Taps one of the visible tabs, given the application's name for it.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: ``TestSessionError/noTab(_:)``, `NavigationError` or ``InvariantViolation``.
    @discardableResult
    public func selectTab(_ name: String) throws -> Bool {
        guard let item = state.visibleTabs.flatMap(\.items).first(where: { $0.name == name }) else {
            throw TestSessionError.noTab(name)
        }
        return try send(.tab(item.key))
    }

    /// Opens a deep link.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: `NavigationError`, after which nothing has changed, or ``InvariantViolation``.
    @discardableResult
    public func open(_ link: String) throws -> Bool {
        try send(.link(link))
    }

    /// Returns the key of the topmost screen of a name, on the stack in front or else on any stack.
    ///
    /// - Throws: ``TestSessionError/noScreen(_:)``.
    public func key(of screen: String) throws -> Key {
        let inFront = state.stack.last { state.screens[$0]?.name == screen }
        guard let key = inFront ?? state.screens.last(where: { $0.name == screen })?.key else {
            throw TestSessionError.noScreen(screen)
        }
        return key
    }
}
