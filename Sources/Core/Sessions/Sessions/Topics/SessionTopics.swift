import Concurrency
import Coordination

/// The topics that a session follows, and what it has of them.
///
/// It is not stored: a session that was loaded gets the present values again, and a value that it has already changes nothing.
final class SessionTopics: Sendable {
    private struct State {
        /// The topics that the server keeps up to date for it.
        var topics: Set<TopicID> = []
        /// The checksums of the values that it has.
        var values: [TopicID: UInt64] = [:]
        /// The topics of which it applies a value now.
        var inProgress: Set<TopicID> = []
    }

    private let state = Lock(State())

    /// Replaces the topics that the server keeps up to date, and returns the former ones.
    func replace(by topics: Set<TopicID>) -> Set<TopicID> {
        state.withLock { state in
            let former = state.topics
            state.topics = topics
            if former != topics { state.values = state.values.filter { topics.contains($0.key) } }
            return former
        }
    }

    /// Notes that the server does not keep a topic up to date any more, because no client is there.
    func stopFollowing(_ topic: TopicID) { state.withLock { _ = $0.topics.remove(topic) } }

    /// Begins to apply a value of a topic, and returns whether the session does not have it.
    ///
    /// It applies one value of a topic at a time.
    func beginDelivery(of topic: TopicID, _ checksum: UInt64) -> Bool {
        state.withLock { $0.values[topic] != checksum && $0.inProgress.insert(topic).inserted }
    }

    /// Ends the delivery of a value.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - checksum: The value that the session has now, or `nil` if the delivery has failed.
    func endDelivery(of topic: TopicID, _ checksum: UInt64?) {
        state.withLock { state in
            state.inProgress.remove(topic)
            if let checksum { state.values[topic] = checksum }
        }
    }
}
