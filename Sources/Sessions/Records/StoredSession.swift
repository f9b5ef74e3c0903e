public import Coordination

/// A session in the form that a store keeps.
public typealias StoredSession = KeptSession<StoredState>

/// The state of a session in a store.
public enum StoredState: Sendable {
    /// The state itself, in a store of this process.
    case live(NavigationState)
    /// The encoded state; see ``Coordination/Application/encode(_:after:)``.
    case written([UInt8])
    /// The bytes are not those that were written; the reason is for operators.
    case damaged(reason: String)
    /// The session was quarantined; the reason is for operators.
    case setAside(reason: String)
}

extension SessionRecord {
    /// Restores a record from its stored form.
    ///
    /// - Parameter now: The time, for flows that restart at their anchor.
    /// - Returns: The record, and the changes that were necessary because another release of the application has written it.
    /// - Throws: ``Coordination/SnapshotError`` with the mismatch; nothing has changed.
    static func takenUp(
        _ stored: StoredSession,
        by application: Application,
        at now: Timestamp
    ) throws(SnapshotError) -> (record: SessionRecord, changes: [SnapshotChange]) {
        switch stored.content {
        case .live(let state):
            return (stored.with(state), [])
        case .written(let bytes):
            let context = StepContext(now: now, session: stored.id.description, client: stored.client)
            let picked = try application.decode(bytes, at: context)
            var record = stored.with(picked.state)
            if !picked.changes.isEmpty { record.state = picked.state }
            return (record, picked.changes)
        case .damaged(let reason), .setAside(let reason):
            throw SnapshotError(reason: .unreadable, detail: reason)
        }
    }
}

extension HostedApplications {
    /// Returns the reason why a stored session can't be restored, in a sentence; `nil` if it can.
    ///
    /// - Parameter now: The time, for flows that restart at their anchor.
    public func problem(of stored: StoredSession, at now: Timestamp) -> String? {
        guard let application = self[stored.application] else {
            return "This program has no application '\(stored.application)'."
        }
        do throws(SnapshotError) {
            _ = try SessionRecord.takenUp(stored, by: application, at: now)
            return nil
        } catch {
            return error.description
        }
    }
}
