import Coordination

extension Session {
    /// The name of the topics by whose presences servers tell each other which sessions have a client.
    static let clientsTopicName = "usher.session"

    /// The topic that the session follows while one of its clients is connected, or `nil` if no other server has to know.
    ///
    /// It has no value. Another server asks for its presence before it notifies the user of the session.
    var clientsTopic: TopicID? {
        guard dependencies.store.isShared, record.devices.list.contains(where: { $0.subscription != nil }) else { return nil }
        return TopicID(name: Self.clientsTopicName, key: id.description)
    }
}
