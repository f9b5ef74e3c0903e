import Coordination

/// The topics by whose presences servers tell each other which sessions have a client.
///
/// They have no values. A server asks for the presence before it notifies the user of the session.
enum ClientsTopic {
    /// The name of their kind.
    static let name = "usher.session"

    /// Returns the topic that a session follows while one of its clients is connected, or `nil` if no other server has to know.
    static func of(_ session: Session) -> TopicID? {
        guard session.dependencies.store.isShared,
            session.record.devices.list.contains(where: { $0.subscription != nil })
        else { return nil }
        return TopicID(name: name, key: session.id.description)
    }
}
