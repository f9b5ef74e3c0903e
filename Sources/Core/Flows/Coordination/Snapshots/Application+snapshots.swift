import JSON

extension Application {
    /// Encodes a state so that it can be restored later and on another machine.
    ///
    /// The same state gives the same bytes. Secret effects are left out, because they are never stored (``Effect/isSecret``).
    ///
    /// - Returns: A JSON document with the version of its format and the versions of its flows.
    /// - Throws: `EncodingError` when a screen, a state or an effect holds a value that can't be encoded, such as a ``Secret``,
    ///   which is an application bug.
    public func encode(_ state: NavigationState) throws -> [UInt8] {
        try encode(state, changes: nil).bytes
    }

    /// Encodes a state, or the changes of a step to it, for a log of the session.
    ///
    /// ```swift
    /// let encoded = try application.encode(step.state, changes: step.changes)
    /// log.append(encoded.bytes)
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state after the step.
    ///   - changes: The changes of the step. With `nil` the whole state is encoded.
    /// - Returns: The document, as in ``StateLog``.
    /// - Throws: The errors of ``encode(_:)``.
    public func encode(_ state: NavigationState, changes: StateChanges?) throws -> EncodedState {
        var writer = SnapshotWriter(changes: changes)
        let bytes = try writer.write(state, of: self)
        return EncodedState(bytes: bytes, isWhole: changes == nil, props: writer.props)
    }

    /// Restores a state from a snapshot, which another release of the application may have written.
    ///
    /// A flow that matches its type is restored unchanged, and responds to every event as the encoded one would. A flow of an
    /// earlier version is migrated by its ``Coordinating/migrations``. A flow of an earlier version that still does not match
    /// restarts at its ``Wire/anchor(_:)``, or at the anchor of the nearest flow above that has one. The screens of that flow
    /// and of the flows below it are removed, and so are their timers. Their effects stay pending if they can still be
    /// performed.
    ///
    /// This is a pure function, and it never traps, even on damaged bytes.
    ///
    /// ```swift
    /// let picked = try application.decode(bytes, at: context)
    /// for change in picked.changes { logger.notice("\(change)") }
    /// ```
    ///
    /// - Parameters:
    ///   - log: The snapshot, as documents made by ``encode(_:changes:)``.
    ///   - context: The time, the session's id and the client, for flows that restart.
    /// - Returns: The state, and the changes that were made to it.
    /// - Throws: ``SnapshotError``, without side effects. Damaged bytes, the snapshot of another application, and one that a
    ///   later release may have written (``SnapshotError/isNewer``) are always rejected. A flow that does not match is rejected
    ///   when no anchor accepts it. The error names the anchor or migration to write.
    public func decode(_ log: StateLog, at context: StepContext) throws(SnapshotError) -> RestoredState {
        let stored: DecodedSnapshot
        do {
            stored = try DecodedSnapshot(reading: try log.document(), of: name)
        } catch {
            throw SnapshotError(explaining: error)
        }
        var restoration = Restoration(stored, of: self, at: context)
        return try restoration.run()
    }

    /// Restores a state from a snapshot of one document, as ``decode(_:at:)-(StateLog,_)`` does.
    public func decode(_ bytes: [UInt8], at context: StepContext) throws(SnapshotError) -> RestoredState {
        try decode(StateLog(whole: bytes), at: context)
    }

    /// Returns the pending effects and timers of a snapshot, without their content, which need not match any program.
    ///
    /// This lists them even for a session that another release of the application has written.
    ///
    /// - Parameters:
    ///   - log: The snapshot.
    ///   - name: The name of its application.
    /// - Returns: The effects and timers in the order in which they were added.
    /// - Throws: ``SnapshotError`` for damaged bytes, a later format and the snapshot of another application.
    public static func pending(in log: StateLog, of name: String) throws(SnapshotError) -> [PendingEffect] {
        do {
            return try DecodedSnapshot(reading: try log.document(), of: name).structure.pending
        } catch {
            throw SnapshotError(explaining: error)
        }
    }
}
