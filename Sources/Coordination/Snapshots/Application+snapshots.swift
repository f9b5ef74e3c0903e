import JSON

extension Application {
    /// Encodes a state so that it can be restored later and on another machine.
    ///
    /// The same state gives the same bytes. Secret effects are left out; see ``Effect/isSecret``.
    ///
    /// - Returns: A JSON document with the version of its format and the versions of its flows.
    /// - Throws: `EncodingError` when a screen, a state or an effect holds a value that can't be encoded, such as a
    ///   ``Secret``; that is an application bug.
    public func encode(_ state: NavigationState) throws -> [UInt8] {
        try encode(state, after: nil, changes: nil).bytes
    }

    /// Encodes the state after a step, and copies the parts that the step has not changed.
    ///
    /// The bytes are those of ``encode(_:)``, provided that equal values of each type have equal encodings.
    ///
    /// ```swift
    /// let written = try application.encode(step.state, after: session.written, changes: step.changes)
    /// try store.commit(written.bytes)
    /// session.written = written
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state to encode.
    ///   - previous: The encoding of the state before the step; `nil` when there is none.
    ///   - changes: What differs between the two states; with `nil` every part is encoded.
    /// - Returns: The encoding, to be passed as `previous` once it is committed.
    /// - Throws: The errors of ``encode(_:)``.
    public func encode(
        _ state: NavigationState,
        after previous: EncodedState?,
        changes: StateChanges?
    ) throws -> EncodedState {
        if let previous, changes?.isEmpty == true { return previous }
        var writer = changes.map { SnapshotWriter(after: previous, changes: $0) } ?? SnapshotWriter()
        let bytes = try writer.write(state, of: self)
        return EncodedState(bytes: bytes, state: state, segments: writer.segments, flows: writer.flows)
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
    ///   - bytes: A snapshot made by ``encode(_:)``.
    ///   - context: The time, the session's id and the client, for flows that restart.
    /// - Returns: The state, and the changes that were made to it.
    /// - Throws: ``SnapshotError``, without side effects. Damaged bytes, the snapshot of another application, and one that a
    ///   later release may have written (``SnapshotError/isNewer``) are always rejected. A flow that does not match is rejected
    ///   when no anchor accepts it. The error names the anchor or migration to write.
    public func decode(_ bytes: [UInt8], at context: StepContext) throws(SnapshotError) -> RestoredState {
        let stored: DecodedSnapshot
        do {
            stored = try DecodedSnapshot(reading: try JSONValue(parsing: bytes, limits: Snapshot.limits), of: name)
        } catch {
            throw SnapshotError(explaining: error)
        }
        var restoration = Restoration(stored, of: self, at: context)
        return try restoration.run()
    }

    /// Returns the pending effects and timers of a snapshot, without their content, which need not match any program.
    ///
    /// So they can be listed for a session that another release of the application has written.
    ///
    /// - Parameters:
    ///   - bytes: A snapshot made by ``encode(_:)``.
    ///   - name: The name of its application.
    /// - Returns: The effects and timers in the order in which they were added.
    /// - Throws: ``SnapshotError`` for damaged bytes, a later format and the snapshot of another application.
    public static func pending(in bytes: [UInt8], of name: String) throws(SnapshotError) -> [PendingEffect] {
        do {
            let document = try JSONValue(parsing: bytes, limits: Snapshot.limits)
            return try DecodedSnapshot(reading: document, of: name).structure.pending
        } catch {
            throw SnapshotError(explaining: error)
        }
    }
}
