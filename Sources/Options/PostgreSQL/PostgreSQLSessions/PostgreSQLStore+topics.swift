public import Coordination
import PostgreSQL
public import Sessions

// The values of topics.

extension PostgreSQLStore {
    /// Stores or removes a value of a topic, and tells the other servers.
    public func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        let topic = publication.topic
        guard topic.canBeStored else {
            return completion(.failure(StoreError(.unreadable, "A topic contains the character U+0000.")))
        }
        var parameters = Parameters()
        parameters.append(text: topic.name)
        parameters.append(text: topic.key)
        parameters.append(text: publication.publisher)
        var query = SessionQueries.removePublication
        if let value = publication.value {
            parameters.append(bytea: value)
            parameters.append(bigint: publication.expiresAt.milliseconds)
            query = SessionQueries.publish
        }
        let announced = completion.observed { [changes] result in
            if case .success = result { changes.announce(topic) }
        }
        run(Transaction(.writes, query, parameters), announced) { _ throws(StoreError) in }
    }

    /// Loads the values of a topic that have not expired.
    public func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>) {
        guard topic.canBeStored else { return completion(.success([])) }
        var parameters = Parameters()
        parameters.append(text: topic.name)
        parameters.append(text: topic.key)
        parameters.append(bigint: now.milliseconds)
        run(Transaction(.reads, SessionQueries.publications, parameters), completion) { rows throws(StoreError) in
            rows.last?.compactMap { row in
                guard let value = row.bytes(1) else { return nil }
                let expiresAt = Timestamp(milliseconds: row.integer(2) ?? 0)
                return Publication(topic: topic, publisher: row.text(0) ?? "", value: value, expiresAt: expiresAt)
            } ?? []
        }
    }
}

extension TopicID {
    /// Whether PostgreSQL can have the topic, which must not contain a NUL.
    fileprivate var canBeStored: Bool { !name.utf8.contains(0) && !key.utf8.contains(0) }
}
