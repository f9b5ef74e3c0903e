public import Coordination

/// A session at one revision, with all that it takes to describe it.
public struct SessionView: Sendable {
    /// The session; its state may have moved on.
    public let session: Session
    /// The record at that revision.
    public let record: SessionRecord

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

    /// The document that clients are given of this view, as it was made before where nothing has changed since.
    ///
    /// - Parameters:
    ///   - isSecret: Whether it has in it what only this client may see, and only now.
    ///   - make: Makes it, the same for the same view; `capacity` is more than it is likely to have in bytes.
    public func document(
        isSecret: Bool = false,
        make: (_ texts: inout ScreenTexts, _ capacity: Int) -> [UInt8]
    ) -> [UInt8] {
        session.document(of: record, isSecret: isSecret, make: make)
    }
}

extension SessionView.Status: Equatable {}
