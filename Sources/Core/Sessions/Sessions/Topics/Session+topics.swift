import Concurrency
import Coordination

/// The topics that a session follows, and what it has of them.
///
/// It is not stored: a session that was loaded gets the present values again, and a value that it has already changes nothing.
struct FollowedTopics {
    /// The topics that the server keeps up to date for it.
    var topics: Set<TopicID> = []
    /// The checksums of the values that it has.
    var values: [TopicID: UInt64] = [:]
    /// The topics of which it applies a value now.
    var inProgress: Set<TopicID> = []
}

extension Session {
    /// The topics that the flows of the session follow now.
    var followedTopics: Set<TopicID> { application.followedTopics(in: record.state) }

    /// Whether a client waits for a change.
    var isWatched: Bool { waiterCount > 0 }

    /// Follows the topics of the session's state for a client that begins to wait.
    func followTopics() {
        let topics = followedTopics
        let former = state.withLock { state in
            guard !topics.isEmpty || state.topics != nil else { return Set<TopicID>() }
            var followed = state.topics ?? FollowedTopics()
            defer { state.topics = followed }
            followed.values = followed.values.filter { topics.contains($0.key) }
            defer { followed.topics = topics }
            return followed.topics
        }
        if !topics.isEmpty || !former.isEmpty { dependencies.topics.followers.follow(topics, insteadOf: former, self) }
    }

    /// Notes that the server does not keep a topic up to date any more, because no client is there.
    func stopFollowing(_ topic: TopicID) {
        state.withLock { _ = $0.topics?.topics.remove(topic) }
    }

    /// Begins to apply a value of a topic, and returns whether the session does not have it.
    ///
    /// It applies one value of a topic at a time.
    func beginDelivery(of topic: TopicID, _ checksum: UInt64) -> Bool {
        state.withLock { state in
            var followed = state.topics ?? FollowedTopics()
            guard followed.values[topic] != checksum, followed.inProgress.insert(topic).inserted else { return false }
            state.topics = followed
            return true
        }
    }

    /// Ends the delivery of a value.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - checksum: The value that the session has now, or `nil` if the delivery has failed.
    func endDelivery(of topic: TopicID, _ checksum: UInt64?) {
        state.withLock { state in
            state.topics?.inProgress.remove(topic)
            if let checksum { state.topics?.values[topic] = checksum }
        }
    }
}
