import JSON

extension TestSession {
    /// The effects that have begun, in the order in which they were performed.
    public var pendingEffects: [PendingEffect] { state.pending.filter { $0.due == nil } }

    /// The names of the pending effects.
    public var pendingEffectNames: [String] { pendingEffects.map(\.name) }

    /// The names of the timers that have not fired, soonest first.
    public var timers: [String] {
        state.pending.filter(\.isTimer)
            .sorted { ($0.due ?? now, $0.key) < ($1.due ?? now, $1.key) }
            .map(\.name)
    }

    /// The names of the effects that wait for their delay or for another attempt, soonest first.
    public var delayedEffectNames: [String] {
        state.pending.filter { !$0.isTimer && $0.due != nil }
            .sorted { ($0.due ?? now, $0.key) < ($1.due ?? now, $1.key) }
            .map(\.name)
    }

    /// Returns the first pending effect of a kind.
    ///
    /// - Throws: ``TestSessionError/noEffect(_:)``.
    public func pending<E: Effect>(_ kind: E.Type) throws -> E {
        guard let effect = state.pending.lazy.compactMap({ $0.effect as? E }).first else {
            throw TestSessionError.noEffect(kind.name)
        }
        return effect
    }

    /// Completes the first pending effect of a kind with a result.
    ///
    /// ```swift
    /// try session.complete(SignIn.self, .account("ada"))
    /// ```
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: ``TestSessionError/noEffect(_:)``, `NavigationError` or ``InvariantViolation``.
    @discardableResult
    public func complete<E: Effect>(_ kind: E.Type, _ value: E.Value) throws -> Bool {
        try send(.effect(firstKey(of: kind), .value(value)))
    }

    /// Completes the first pending effect of a kind with a result as JSON.
    ///
    /// ```swift
    /// try session.complete(SignIn.self, json: ["account": ["_0": "ada"]])
    /// ```
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: ``TestSessionError/noEffect(_:)``, `DecodingError` for a result of another form, `NavigationError` or
    ///   ``InvariantViolation``.
    @discardableResult
    public func complete<E: Effect>(_ kind: E.Type, json value: JSONValue) throws -> Bool {
        try complete(kind, JSONCoding.decode(E.Value.self, from: value))
    }

    /// Makes the first pending effect of a kind fail.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: ``TestSessionError/noEffect(_:)``, `NavigationError` or ``InvariantViolation``.
    @discardableResult
    public func fail(_ kind: any Effect.Type, _ failure: EffectFailure = .failed) throws -> Bool {
        try send(.effect(firstKey(of: kind), .failure(failure)))
    }

    /// Reports a progress of the first pending effect of a kind, as its handler does.
    ///
    /// ```swift
    /// try session.report(progress: 0.5, of: PlaceOrder.self)
    /// ```
    ///
    /// - Returns: Whether anything has changed, which it has not if no flow handles the progress.
    /// - Throws: ``TestSessionError/noEffect(_:)``, `NavigationError` or ``InvariantViolation``.
    @discardableResult
    public func report(
        progress fraction: Double?,
        _ text: String? = nil,
        of kind: any Effect.Type
    ) throws -> Bool {
        try send(.progress(firstKey(of: kind), EffectProgress(fraction, text)))
    }

    private func firstKey(of kind: any Effect.Type) throws -> Key {
        guard let effect = pendingEffects.first(where: { $0.name == kind.name }) else {
            throw TestSessionError.noEffect(kind.name)
        }
        return effect.key
    }
}
