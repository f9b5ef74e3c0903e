import Coordination
import FoundationEssentials
import GRDB
import Sessions

// The values of topics.

extension StoreConnection {
    /// Stores or removes a value of a topic.
    mutating func publish(_ publication: Publication) throws(StoreError) {
        let topic = publication.topic
        try write { db, _ in
            guard let value = publication.value else {
                return try db.cachedStatement(sql: "DELETE FROM topic WHERE name = ? AND key = ? AND publisher = ?")
                    .execute(arguments: [topic.name, topic.key, publication.publisher])
            }
            try db.cachedStatement(
                sql: """
                    INSERT INTO topic (name, key, publisher, value, expires_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
                    """
            ).execute(
                arguments: [
                    topic.name, topic.key, publication.publisher, Data(value), publication.expiresAt.milliseconds,
                ]
            )
        }
        walBytes += 4_096 + (publication.value?.count ?? 0)
        checkpointIfDue()
    }

    /// Loads the values of a topic that have not expired.
    mutating func publications(of topic: TopicID, at now: Timestamp) throws(StoreError) -> [Publication] {
        try read { db in
            try GRDB.Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT publisher, value, expires_at FROM topic WHERE name = ? AND key = ? AND expires_at > ?"
                ),
                arguments: [topic.name, topic.key, now.milliseconds]
            ).map { row in
                Publication(
                    topic: topic,
                    publisher: row[0],
                    value: [UInt8](row[1] as Data),
                    expiresAt: Timestamp(milliseconds: row[2])
                )
            }
        }
    }

    /// Removes the values that expired before a time.
    mutating func removeExpiredPublications(before time: Timestamp) throws(StoreError) {
        let isFound = try read { db in
            try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT * FROM topic WHERE expires_at < ?)"),
                arguments: [time.milliseconds]
            ) ?? false
        }
        // Usually there are none, and then no transaction is needed.
        guard isFound else { return }
        try write { db, _ in
            try db.cachedStatement(sql: "DELETE FROM topic WHERE expires_at < ?").execute(arguments: [time.milliseconds]
            )
        }
        walBytes += Self.removalBytes
    }
}
