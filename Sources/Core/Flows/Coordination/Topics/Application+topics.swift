import JSON

extension Application {
    /// The kinds of topics that flows follow, sorted by name.
    public var topics: [any Topic.Type] { topicTypes.values.sorted { $0.name < $1.name } }

    /// Whether a flow follows a topic.
    package var hasTopics: Bool { !topicTypes.isEmpty }

    /// Returns the kind of topic with a name, or `nil` if no flow follows one.
    package func topicType(_ name: String) -> (any Topic.Type)? { topicTypes[name] }

    /// The names of the kinds of topics whose followers a flow wants to know.
    package var presenceSubjects: Set<String> {
        Set(topicTypes.values.compactMap { ($0 as? any PresenceTopic.Type)?.subjectName })
    }

    /// Returns the topics that the flows of a state follow, each once.
    package func followedTopics(in state: NavigationState) -> Set<TopicID> {
        guard hasTopics, !state.isEnded else { return [] }
        var topics: Set<TopicID> = []
        forEachFollow(in: state) { topic, _ in topics.insert(topic) }
        return topics
    }

    /// Returns the coordinators that follow a topic in a state, parents before their children.
    func followers(of topic: TopicID, in state: NavigationState) -> [Key] {
        var keys: [Key] = []
        forEachFollow(in: state, ofKind: topic.name) { followed, key in if followed == topic { keys.append(key) } }
        return keys
    }

    private func forEachFollow(
        in state: NavigationState,
        ofKind name: String? = nil,
        _ body: (TopicID, Key) -> Void
    ) {
        for node in state.coordinators {
            for follow in flow(node.name)?.follows ?? [] where name == nil || follow.kind.name == name {
                guard let topic = follow.topic(node.state), let id = try? TopicID(topic) else { continue }
                body(id, node.key)
            }
        }
    }
}

extension Topic {
    /// Returns an event with a value.
    ///
    /// - Throws: `DecodingError` if the JSON is not a value of this kind of topic.
    package static func event(of topic: TopicID, _ json: [UInt8]) throws -> Event {
        .topic(TopicValue(topic: topic, value: try JSONCoding.decode(Value.self, parsing: json)))
    }

    /// Returns the name of the topic of this kind that has the members of a JSON object.
    ///
    /// - Throws: `DecodingError` if a member is missing or has another type.
    package static func id(of members: [UInt8]) throws -> TopicID {
        try TopicID(JSONCoding.decode(Self.self, parsing: members))
    }

    /// Returns JSON as the server itself would write that value of this kind of topic.
    ///
    /// - Throws: `DecodingError` if it is not a value of this kind.
    package static func canonical(value json: [UInt8]) throws -> [UInt8] {
        try JSONCoding.encode(JSONCoding.decode(Value.self, parsing: json))
    }
}

extension RunningStep {
    /// Brings a value to the flows that follow its topic.
    func receive(_ value: TopicValue) throws(NavigationError) {
        for key in application.followers(of: value.topic, in: router.state) {
            let flow = router.state.coordinators[key]?.name
            if try call(.topic(value.topic.name), of: key, with: value.value) { router.handledBy = flow }
        }
    }
}
