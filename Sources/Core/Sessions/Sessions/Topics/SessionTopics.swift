import Concurrency
import Coordination

/// The topics that a session follows, and what it has of them.
///
/// It is not stored: a session that was loaded gets the present values again, and the same value again changes nothing.
final class SessionTopics: Sendable {
    /// A value that the session has.
    private struct Known {
        let checksum: UInt64
        /// The number of the session's other steps by then (``State/steps(by:)``).
        let steps: UInt64
    }

    private struct State {
        /// The topics that the server keeps up to date for it.
        var topics: Set<TopicID> = []
        /// The revision whose state follows these topics.
        var revision: UInt64 = 0
        var values: [TopicID: Known] = [:]
        /// The topics with a value that is being applied.
        var inProgress: Set<TopicID> = []
        /// The number of revisions that values of topics have made.
        var revisionsByValues: UInt64 = 0

        /// Returns the number of revisions that were made by anything else.
        ///
        /// After such a step the session gets the present value once more, because the step may have made a flow follow the topic,
        /// or have changed what the value says.
        func steps(by revision: UInt64) -> UInt64 { revision &- revisionsByValues }
    }

    private let state = Lock(State())

    /// Makes the list of a session, or `nil` if it never follows a topic.
    ///
    /// - Parameters:
    ///   - application: The application of the session.
    ///   - isShared: Whether other servers share the store. They have to know the sessions with a client (``ClientsTopic``).
    init?(of application: Application, isShared: Bool) {
        if application.topics.isEmpty, !isShared || !application.notifiesUsers { return nil }
    }

    /// Replaces the topics that the server keeps up to date.
    ///
    /// - Parameters:
    ///   - topics: The topics that the state of a revision follows.
    ///   - revision: The revision.
    /// - Returns: The topics before, or `nil` if a later revision has replaced them.
    func replace(by topics: Set<TopicID>, at revision: UInt64) -> Set<TopicID>? {
        state.withLock { state in
            guard revision >= state.revision else { return nil }
            let former = state.topics
            (state.topics, state.revision) = (topics, revision)
            if former != topics { state.values = state.values.filter { topics.contains($0.key) } }
            return former
        }
    }

    /// Forgets the values of topics that the session does not follow any more.
    func keepValues(of topics: Set<TopicID>) {
        state.withLock { state in
            if state.values.count > topics.count { state.values = state.values.filter { topics.contains($0.key) } }
        }
    }

    /// Notes that the server does not keep a topic up to date any more, because no client is there.
    func stopFollowing(_ topic: TopicID) { state.withLock { _ = $0.topics.remove(topic) } }

    /// Begins to apply a value of a topic at a revision.
    ///
    /// - Returns: Whether it is to be applied: no other value of the topic is being applied, and the session does not have this one, or
    ///   has made steps of its own since.
    func beginDelivery(of topic: TopicID, _ checksum: UInt64, at revision: UInt64) -> Bool {
        state.withLock { state in
            if let known = state.values[topic], known.checksum == checksum, known.steps == state.steps(by: revision) {
                return false
            }
            return state.inProgress.insert(topic).inserted
        }
    }

    /// Ends the delivery of a value that the session has now.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - checksum: The value.
    ///   - before: The revision at which the delivery has begun.
    ///   - after: The revision at which it has ended.
    func endDelivery(of topic: TopicID, _ checksum: UInt64, from before: UInt64, to after: UInt64) {
        state.withLock { state in
            state.inProgress.remove(topic)
            // With a step of the session in between, it is not known which of the revisions is the value's.
            if after == before + 1 { state.revisionsByValues += 1 }
            state.values[topic] = Known(checksum: checksum, steps: state.steps(by: after))
        }
    }

    /// Ends a delivery that has failed, so that the value is delivered again.
    func failDelivery(of topic: TopicID) { state.withLock { _ = $0.inProgress.remove(topic) } }
}
