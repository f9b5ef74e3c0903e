public import Coordination

/// News of a shared store about changes that other servers have made.
///
/// A hint makes waiters wait less long, and nothing relies on it. Without hints, each session that a caller waits for is still
/// compared with the store now and then.
public enum ChangeHint: Sendable, Equatable {
    /// A session, with the generation that another server has committed, or the largest number if it was removed.
    public struct Change: Sendable, Equatable {
        /// The session that was changed.
        public let session: SessionID
        /// The generation that was committed.
        public let generation: UInt64

        /// Describes a change.
        public init(session: SessionID, generation: UInt64) {
            self.session = session
            self.generation = generation
        }
    }

    /// Some sessions have changed.
    case changed([Change])
    /// Values of some topics were published.
    case published([TopicID])
    /// Hints may be lost, so any session and any topic may have changed.
    case unknown
}
