import Coordination

extension SessionDependencies {
    /// Returns a record in the form that the store requires.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - application: The application of the session.
    ///   - last: The encoded state of the last commit; unchanged parts are copied from it.
    ///   - changes: What the step to commit has changed since; `nil` if that is not known.
    /// - Returns: The session, and its encoded state if the store requires encoding.
    /// - Throws: ``StoreError/Kind/unreadable`` if the state can't be encoded, which is an application bug.
    func stored(
        _ record: LiveRecord,
        _ application: Application,
        after last: EncodedState?,
        changes: StateChanges?
    ) throws(StoreError) -> (session: StoredSession, encoded: EncodedState?) {
        guard store.requiresEncoding else { return (record.with(.live(record.state)), nil) }
        do {
            let encoded = try application.encode(record.state, after: last, changes: changes)
            return (record.with(.encoded(encoded.bytes)), encoded)
        } catch {
            throw StoreError(.unreadable, "The session \(record.id) can't be encoded: \(error)")
        }
    }

    /// Returns the record of a session in memory from its stored form.
    func read(_ stored: StoredSession, _ application: Application) throws(StoreError) -> LiveRecord {
        do throws(SnapshotError) {
            return try LiveRecord.restored(stored, by: application, at: clock.now).record
        } catch {
            throw StoreError(
                error.isNewer ? .newer : .unreadable,
                "The session \(stored.id) can't be decoded: \(error)"
            )
        }
    }
}
