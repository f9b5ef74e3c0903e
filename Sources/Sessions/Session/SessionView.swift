public import Coordination

/// A session at one revision, with all that it takes to describe it.
public struct SessionView: Sendable {
    /// The session; its state may have moved on.
    public let session: Session
    /// The record at that revision.
    public let record: SessionRecord
    /// The encoded state of the record, where the store wants one: parts of it can be copied into a document.
    public let encoded: EncodedState?

    /// The application.
    public var application: Application { session.application }

    /// What the session does at the moment.
    public var status: Status {
        if record.state.isEnded { return .ended }
        return record.state.busy.map(Status.busy) ?? .active
    }

    /// What a session does at the moment.
    public enum Status: Sendable {
        /// It waits for the user.
        case active
        /// It waits for an effect.
        case busy(PendingEffect)
        /// Its application has finished.
        case ended
    }

    /// Runs the application's code for this session, in such a way that the next server knows if this one crashed over it.
    public func guarding<Result>(_ body: () -> Result) -> Result {
        session.dependencies.guarding(record.id, body)
    }
}

extension SessionView.Status: Equatable {}
