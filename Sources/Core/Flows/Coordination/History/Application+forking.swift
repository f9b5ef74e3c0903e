extension Application {
    /// Returns the first step of a session that continues from a copy of a state of another session, without secrets.
    ///
    /// Sealed texts become bullets, which no key opens. Every effect without an outcome becomes a lost one, so the flow that
    /// waits for it gets ``EffectFailure/interrupted``, and nothing acts twice. Timers stay.
    ///
    /// - Parameters:
    ///   - state: A state of a session of this application.
    ///   - context: The context of the new session.
    /// - Returns: The step, with the lost effects and the timers as its effects.
    /// - Throws: ``SnapshotError`` if the copy can't be restored, such as when a flow checks its sealed text.
    package func fork(of state: NavigationState, at context: StepContext) throws(SnapshotError) -> Step {
        let bytes: [UInt8]
        do {
            bytes = try snapshotWithoutSecrets(of: state)
        } catch {
            throw SnapshotError(explaining: error)
        }
        var copy = try decode(bytes, at: context).state
        copy.forgetRevisions()
        return Step(
            state: copy,
            changes: nil,
            effects: copy.pending,
            cancelled: [],
            renewsCredential: false,
            cause: Step.Cause(source: name, name: "fork"),
            handledBy: nil
        )
    }

    /// Encodes a state with bullets in place of sealed texts, and without the content of effects.
    ///
    /// - Throws: The errors of ``encode(_:)``.
    package func snapshotWithoutSecrets(of state: NavigationState) throws -> [UInt8] {
        var state = state
        state.pending = state.pending.map(\.lost)
        var writer = SnapshotWriter(userInfo: SealedText.concealed)
        return try writer.write(state, of: self)
    }
}

extension PendingEffect {
    /// The same effect without its content, or a timer as it is.
    fileprivate var lost: PendingEffect {
        guard case .perform(let effect) = work else { return self }
        var copy = self
        copy.work = .lost(type(of: effect))
        copy.due = nil
        return copy
    }
}
