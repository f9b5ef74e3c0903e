public import Coordination

/// A session in the form that a store keeps.
public typealias StoredSession = SessionRecord<StoredContent>

/// The state of a session in a store.
public enum StoredContent: Sendable {
    /// The state itself, in a store of this process.
    case live(NavigationState)
    /// The encoded state, as made by ``Coordination/Application/encode(_:changes:)``.
    case encoded(StateLog)
    /// The bytes differ from the written ones.
    ///
    /// The reason is for operators.
    case damaged(reason: String)
    /// The session was quarantined.
    ///
    /// The reason is for operators.
    case quarantined(reason: String)
}

extension LiveRecord {
    /// Restores a record from its stored form.
    ///
    /// - Parameters:
    ///   - stored: The session as the store has it.
    ///   - application: The application of the session.
    ///   - now: The time, for flows that restart at their anchor.
    /// - Returns: The record, and the changes that were necessary because another release of the application has written it.
    /// - Throws: ``Coordination/SnapshotError`` with the mismatch. Nothing has changed then.
    static func restored(
        _ stored: StoredSession,
        by application: Application,
        at now: Timestamp
    ) throws(SnapshotError) -> (record: LiveRecord, changes: [SnapshotChange]) {
        switch stored.content {
        case .live(let state):
            return (stored.with(state), [])
        case .encoded(let log):
            // A state that changes when it is read gets the next revision.
            let context = StepContext(
                now: now,
                session: stored.id.description,
                client: stored.client,
                revision: stored.revision + 1
            )
            let restored = try application.decode(log, at: context)
            var record = stored.with(restored.state)
            if !restored.changes.isEmpty { record.take(restored.state, changes: nil) }
            return (record, restored.changes)
        case .damaged(let reason), .quarantined(let reason):
            throw SnapshotError(reason: .unreadable, detail: reason)
        }
    }
}

extension StoredSession {
    /// The size of the session's log, or `nil` if its state is not encoded.
    var logSize: StateLogSize? {
        if case .encoded(let log) = content { StateLogSize(log) } else { nil }
    }

    /// Returns the pending effects and timers of the session, which another release may have written.
    ///
    /// A damaged session has none.
    ///
    /// - Throws: ``StoreError/Kind/newer`` if a later release has written it in a format that this program can't read.
    public func work() throws(StoreError) -> [CommittedWork] {
        let pending: [PendingEffect]
        switch content {
        case .live(let state): pending = state.pending
        case .damaged, .quarantined: return []
        case .encoded(let log):
            do throws(SnapshotError) {
                pending = try Application.pending(in: log, of: application)
            } catch {
                guard error.isNewer else { return [] }
                throw StoreError(.newer, "The session \(id) can't be read: \(error)")
            }
        }
        return pending.map { CommittedWork(key: $0.key, due: $0.due) }
    }
}

extension HostedApplications {
    /// Checks that a stored session can be restored.
    ///
    /// - Parameters:
    ///   - stored: The session as the store has it. It is not changed.
    ///   - now: The time, for flows that restart at their anchor.
    /// - Throws: ``StoreError`` with the reason in a sentence, of the kind ``StoreError/Kind/newer`` if a later release may have
    ///   written the session.
    public func check(_ stored: StoredSession, at now: Timestamp) throws(StoreError) {
        guard let application = self[stored.application] else { throw .unknownApplication(of: stored) }
        do throws(SnapshotError) {
            _ = try LiveRecord.restored(stored, by: application, at: now)
        } catch {
            throw StoreError(error.isNewer ? .newer : .unreadable, error.description)
        }
    }
}

extension StoreError {
    /// The error for a session of an application that only another release of the program has.
    static func unknownApplication(of stored: StoredSession) -> StoreError {
        StoreError(.newer, "This program has no application '\(stored.application)'; a later release may have it.")
    }
}
