public import Coordination

/// A session at one revision, with everything that is needed to describe it.
public struct SessionView: Sendable {
    /// The session, which may have a later revision by now.
    public let session: Session
    /// The record at that revision.
    public let record: LiveRecord
    /// The encoding of the last step, from which documents can copy parts.
    ///
    /// It is `nil` if the store requires none, and after the session was loaded.
    public let encoded: EncodedState?

    /// The application that the session runs.
    public var application: Application { session.application }

    /// The activity of the session at this revision.
    public var status: Status {
        if record.state.isEnded { return .ended }
        return record.state.busy.map(Status.busy) ?? .active
    }

    /// The activity of a session.
    public enum Status: Sendable {
        /// The session waits for the user.
        case active
        /// The session waits for an effect that blocks its screen.
        case busy(PendingEffect)
        /// The application has finished.
        case ended
    }

    /// Runs code of the application, and names this session in the crash log if the process crashes in it.
    public func withCrashAttribution<Result>(_ body: () -> Result) -> Result {
        session.dependencies.withCrashAttribution(record.id, body)
    }
}

extension SessionView.Status: Equatable {}
