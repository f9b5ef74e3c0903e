public import Coordination

/// A session in the form that a store keeps.
public typealias StoredSession = SessionRecord<StoredContent>

/// The state of a session in a store.
public enum StoredContent: Sendable {
    /// The state itself, in a store of this process.
    case live(NavigationState)
    /// The encoded state; see ``Coordination/Application/encode(_:after:)``.
    case encoded([UInt8])
    /// The bytes are not those that were written; the reason is for operators.
    case damaged(reason: String)
    /// The session was quarantined; the reason is for operators.
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
    /// - Throws: ``Coordination/SnapshotError`` with the mismatch; nothing has changed.
    static func restored(
        _ stored: StoredSession,
        by application: Application,
        at now: Timestamp
    ) throws(SnapshotError) -> (record: LiveRecord, changes: [SnapshotChange]) {
        switch stored.content {
        case .live(let state):
            return (stored.with(state), [])
        case .encoded(let bytes):
            let context = StepContext(now: now, session: stored.id.description, client: stored.client)
            let restored = try application.decode(bytes, at: context)
            var record = stored.with(restored.state)
            if !restored.changes.isEmpty { record.state = restored.state }
            return (record, restored.changes)
        case .damaged(let reason), .quarantined(let reason):
            throw SnapshotError(reason: .unreadable, detail: reason)
        }
    }
}

extension HostedApplications {
    /// Returns the pending effects and timers of a stored session; none if it can't be restored.
    public func work(of stored: StoredSession, at now: Timestamp) -> [CommittedWork] {
        guard let application = self[stored.application],
            let restored = try? LiveRecord.restored(stored, by: application, at: now)
        else { return [] }
        return restored.record.state.pending.map { CommittedWork(key: $0.key, due: $0.due) }
    }

    /// Returns the reason why a stored session can't be restored.
    ///
    /// - Parameters:
    ///   - stored: The session as the store has it; it is not changed.
    ///   - now: The time, for flows that restart at their anchor.
    /// - Returns: The reason in a sentence; `nil` if the session can be restored.
    public func problem(of stored: StoredSession, at now: Timestamp) -> String? {
        guard let application = self[stored.application] else {
            return "This program has no application '\(stored.application)'."
        }
        do throws(SnapshotError) {
            _ = try LiveRecord.restored(stored, by: application, at: now)
            return nil
        } catch {
            return error.description
        }
    }
}
