public import Coordination

/// A session as a store keeps it.
public typealias StoredSession = KeptSession<StoredState>

/// The state of a session in a store.
public enum StoredState: Sendable {
    /// The state itself, in a store that is in this process.
    case live(NavigationState)
    /// The state in writing; see ``Coordination/Application/encode(_:after:)``.
    case written([UInt8])
    /// The state is not what was written; why, for operators.
    case damaged(reason: String)
    /// The state could not be taken up and was set aside; why, for operators.
    case setAside(reason: String)
}

extension SessionRecord {
    /// Takes a session up as it came from a store.
    ///
    /// - Parameter now: The time, for flows that begin again.
    /// - Returns: The session, and what had to be changed because another release of the application has written it.
    /// - Throws: ``Coordination/SnapshotError`` with what does not fit; nothing has changed.
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
    /// What keeps a stored session from being taken up, in a sentence; `nil` when nothing does.
    ///
    /// - Parameter now: The time, for flows that begin again.
    public func problem(of stored: StoredSession, at now: Timestamp) -> String? {
        guard let application = self[stored.application] else {
            return "Its application '\(stored.application)' is not hosted here."
        }
        do throws(SnapshotError) {
            _ = try SessionRecord.takenUp(stored, by: application, at: now)
            return nil
        } catch {
            return error.description
        }
    }
}
