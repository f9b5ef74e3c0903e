import Coordination
import Sessions
import Testing

extension StoreContract {
    func topics(_ store: any SessionStore) async throws {
        let now = SampleSessions.start
        let topic = TopicID(name: "seats", key: #"{"train":"a \"quoted\" one","car":"ü 1"}"#)
        let other = TopicID(name: "seats", key: #"{"train":"another"}"#)
        func values(of topic: TopicID, at time: Timestamp) async throws -> [Publication] {
            try await store.publications(of: topic, at: time).sorted { $0.publisher < $1.publisher }
        }
        func publication(
            _ value: String?,
            by publisher: String = "",
            of topic: TopicID,
            for duration: Duration = .seconds(60)
        ) -> Publication {
            Publication(
                topic: topic,
                publisher: publisher,
                value: value.map { Array($0.utf8) },
                expiresAt: now + duration
            )
        }

        #expect(try await values(of: topic, at: now) == [])
        try await store.publish(publication("1", of: topic))
        #expect(try await values(of: topic, at: now) == [publication("1", of: topic)])
        #expect(try await values(of: other, at: now) == [])

        // The next value of a publisher replaces the last one, also its expiry.
        try await store.publish(publication("2", of: topic, for: .seconds(120)))
        try await store.publish(publication("3", by: "server", of: topic, for: .seconds(20)))
        let both = [
            publication("2", of: topic, for: .seconds(120)),
            publication("3", by: "server", of: topic, for: .seconds(20)),
        ]
        #expect(try await values(of: topic, at: now) == both)
        #expect(try await values(of: topic, at: now + .seconds(20)) == [both[0]])

        try await store.publish(publication("4", of: other, for: .seconds(120)))
        #expect(try await store.removeExpired(before: now + .seconds(60), limit: 10) == 0)
        #expect(try await values(of: topic, at: now) == [both[0]])
        try await store.publish(publication(nil, of: topic))
        #expect(try await values(of: topic, at: now) == [])
        #expect(try await values(of: other, at: now).map(\.value) == [Array("4".utf8)])
        // Removing what is not there is no failure.
        try await store.publish(publication(nil, of: topic))
    }
}
