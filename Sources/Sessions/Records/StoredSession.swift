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
    /// - Throws: ``Coordination/SnapshotError`` with what does not fit; nothing has changed.
    init(_ stored: StoredSession, _ application: Application) throws(SnapshotError) {
        switch stored.content {
        case .live(let state): self = stored.with(state)
        case .written(let bytes): self = stored.with(try application.decode(bytes))
        case .damaged(let reason), .setAside(let reason): throw SnapshotError(reason: .unreadable, detail: reason)
        }
    }
}

extension HostedApplications {
    /// What keeps a stored session from being taken up, in a sentence; `nil` when nothing does.
    public func problem(of stored: StoredSession) -> String? {
        guard let application = self[stored.application] else {
            return "Its application '\(stored.application)' is not hosted here."
        }
        do throws(SnapshotError) {
            _ = try SessionRecord(stored, application)
            return nil
        } catch {
            return error.description
        }
    }
}
