import JSON

extension Application {
    /// Writes a state down, so that it can be picked up later and elsewhere.
    ///
    /// The same state gives the same bytes. Secret effects are left out; see ``Effect/isSecret``.
    ///
    /// - Returns: A JSON document with the version of its format and those of the flows in it.
    /// - Throws: `EncodingError` when a screen, a state or an effect holds what can't be written down, such as a
    ///   ``Secret``; that is a mistake of the application.
    public func encode(_ state: NavigationState) throws -> [UInt8] {
        try encode(state, after: nil).bytes
    }

    /// Writes a state down and encodes only what has changed since the last one that was.
    ///
    /// Screens, coordinators and effects that are the same as before are copied. The bytes are those that ``encode(_:)``
    /// gives, provided that whatever its type calls equal is written down the same way.
    ///
    /// ```swift
    /// let written = try application.encode(step.state, after: session.written)
    /// try store.commit(written.bytes)
    /// session.written = written
    /// ```
    ///
    /// - Parameters:
    ///   - state: What to write down.
    ///   - previous: What this gave for the last state of the same session that was committed; `nil` when there is
    ///     none. One from a step that failed to commit must not be used: two steps from one state may give their effects
    ///     the same keys.
    /// - Throws: As ``encode(_:)``.
    public func encode(_ state: NavigationState, after previous: EncodedState?) throws -> EncodedState {
        var writer = SnapshotWriter(after: previous)
        let bytes = try writer.write(state, of: self)
        return EncodedState(bytes: bytes, state: state, places: writer.places, flows: writer.flows)
    }

    /// Picks up a state that was written down, perhaps by another release of the application.
    ///
    /// What fits is taken up as it is, and answers every event as what was written down would. A flow of an earlier
    /// version is changed by its ``Coordinating/upgrades``. One that doesn't fit begins again at its
    /// ``Coordinating/anchor``, or at that of the nearest flow above it that has one: what it and the flows below it had
    /// put up goes, and so do their timers; the effects that they asked for stay, as far as they can still be performed.
    ///
    /// It is a pure function and never traps, whatever the bytes are.
    ///
    /// ```swift
    /// let picked = try application.decode(bytes, at: context)
    /// for change in picked.changes { logger.notice("\(change)") }
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: What ``encode(_:)`` gave.
    ///   - context: The surroundings, for flows that begin again.
    /// - Returns: The state, and what was changed in it.
    /// - Throws: ``SnapshotError``; nothing else happens. Damaged bytes, a later format and another application are
    ///   always refused. A flow that doesn't fit is refused when no anchor takes it; the error says what to write.
    public func decode(_ bytes: [UInt8], at context: StepContext) throws(SnapshotError) -> PickedUpState {
        let stored: StoredState
        do {
            stored = try StoredState(reading: try JSONValue(parsing: bytes, limits: Snapshot.limits), of: self)
        } catch {
            throw SnapshotError(explaining: error)
        }
        var pickUp = PickUp(stored, of: self, at: context)
        return try pickUp.run()
    }
}
