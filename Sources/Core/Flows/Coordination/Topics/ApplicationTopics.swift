/// The topics that the flows of an application follow.
package struct ApplicationTopics: Sendable {
    /// The kinds of topics by their names.
    package let types: [String: any Topic.Type]
    /// The wires with which each flow follows topics, by the name of the flow.
    private let follows: [String: [TopicFollow]]

    init(_ registry: FlowRegistry) {
        types = registry.topics
        follows = registry.flows.mapValues(\.follows).filter { !$0.value.isEmpty }
    }

    /// Whether no flow follows a topic.
    package var isEmpty: Bool { types.isEmpty }

    /// Returns the kind of topic with a name, or `nil` if no flow follows one.
    package subscript(name: String) -> (any Topic.Type)? { types[name] }

    /// The names of the kinds of topics whose followers a flow wants to know.
    package var presenceSubjects: Set<String> {
        Set(types.values.compactMap { ($0 as? any PresenceTopic.Type)?.subjectName })
    }

    /// Returns the topics that the flows of a state follow, each once.
    package func followed(in state: NavigationState) -> Set<TopicID> {
        guard !isEmpty, !state.isEnded else { return [] }
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
            for follow in follows[node.name] ?? [] where name == nil || follow.kind.name == name {
                guard let topic = follow.topic(node.state), let id = try? TopicID(topic) else { continue }
                body(id, node.key)
            }
        }
    }
}
