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

    /// What was made of a screen by `make`, kept as long as this version of the screen is.
    ///
    /// - Parameters:
    ///   - node: A screen of this view.
    ///   - make: Makes the bytes; the same for the same screen.
    public func kept(_ node: ScreenNode, make: (ScreenNode) -> [UInt8]) -> [UInt8] {
        session.kept(node, make: make)
    }
}

extension SessionView.Status: Equatable {}
