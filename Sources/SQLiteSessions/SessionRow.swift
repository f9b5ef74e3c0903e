import Coordination
import Foundation
import GRDB
import JSON
import Sessions

/// A session in the columns of its row.
enum SessionRow {
    static func insert(_ session: StoredSession, into db: Database) throws -> Bool {
        let bytes = try bytes(of: session)
        try db.cachedStatement(
            sql: """
                INSERT INTO session (id, application, generation, revision, credential, client, created_at, expires_at,
                    creation_key, creation_request, due_at, replies, checksum, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                """
        ).execute(arguments: [
            session.id.description, session.application, Int64(bitPattern: session.generation),
            Int64(bitPattern: session.revision), Data(session.credential.bytes), try text(of: session.client),
            session.createdAt.milliseconds, session.expiresAt.milliseconds,
            session.creation.map { Data($0.key.bytes) }, session.creation.map { Data($0.request.bytes) },
            session.due?.milliseconds, Int64(bitPattern: session.replies.count), checksum(of: bytes), bytes,
        ])
        return db.changesCount == 1
    }

    /// - Returns: Whether there was the generation that is to be replaced.
    static func update(_ commit: SessionCommit, follows generation: UInt64, in db: Database) throws -> Bool {
        let session = commit.session
        let bytes = try bytes(of: session)
        let update = try db.cachedStatement(
            sql: """
                UPDATE session SET generation = ?, revision = ?, credential = ?, expires_at = ?, due_at = ?,
                    replies = ?, checksum = ?, state = ?
                WHERE id = ? AND generation = ? AND set_aside IS NULL RETURNING number
                """
        )
        let row = try Int64.fetchOne(
            update,
            arguments: [
                Int64(bitPattern: session.generation), Int64(bitPattern: session.revision),
                Data(session.credential.bytes), session.expiresAt.milliseconds, session.due?.milliseconds,
                Int64(bitPattern: session.replies.count), checksum(of: bytes), bytes, session.id.description,
                Int64(bitPattern: generation),
            ]
        )
        guard let row else { return false }
        if commit.addsReply { try addReply(session.replies, to: row, in: db) }
        return true
    }

    private static func addReply(_ replies: Replies, to row: Int64, in db: Database) throws {
        guard let reply = replies.latest.last else { return }
        try db.cachedStatement(sql: "INSERT INTO reply (session, number, key, request, at) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [
                row, Int64(bitPattern: replies.count), Data(reply.key.bytes), Data(reply.request.bytes),
                reply.at.milliseconds,
            ])
        let forgotten = replies.count - UInt64(replies.latest.count)
        guard forgotten > 0 else { return }
        try db.cachedStatement(sql: "DELETE FROM reply WHERE session = ? AND number <= ?")
            .execute(arguments: [row, Int64(bitPattern: forgotten)])
    }

    /// Reads a session.
    ///
    /// - Throws: ``DamagedRow`` when the columns can't be what was written, `DatabaseError` when they can't be read.
    static func session(of row: GRDB.Row, in db: Database) throws -> StoredSession {
        let id: String = row["id"]
        guard let credential = digest(row["credential"]) else { throw DamagedRow(id: id, part: "credential") }
        let createdAt = Timestamp(milliseconds: row["created_at"])
        var creation: Reply?
        if let key: Data = row["creation_key"] {
            guard let key = Digest(Array(key)), let request = digest(row["creation_request"]) else {
                throw DamagedRow(id: id, part: "creation_key")
            }
            creation = Reply(key: key, request: request, at: createdAt)
        }
        let client: String = row["client"]
        guard let client = try? JSONCoding.decode(ClientInfo.self, from: JSONValue(parsing: Array(client.utf8))) else {
            throw DamagedRow(id: id, part: "client")
        }
        let due: Int64? = row["due_at"]
        return StoredSession(
            id: SessionID(id),
            application: row["application"],
            generation: UInt64(bitPattern: row["generation"]),
            revision: UInt64(bitPattern: row["revision"]),
            credential: credential,
            client: client,
            createdAt: createdAt,
            expiresAt: Timestamp(milliseconds: row["expires_at"]),
            creation: creation,
            replies: try replies(of: row, in: db),
            due: due.map(Timestamp.init(milliseconds:)),
            content: content(of: row)
        )
    }

    private static func content(of row: GRDB.Row) -> StoredState {
        if let reason: String = row["set_aside"] { return .setAside(reason: reason) }
        let state: Data = row["state"]
        let wanted: Data = row["checksum"]
        guard checksum(of: state) == wanted else {
            return .damaged(reason: "The state is not the one that was written: its checksum differs.")
        }
        return .written(Array(state))
    }

    private static func replies(of row: GRDB.Row, in db: Database) throws -> Replies {
        let session: Int64 = row["number"]
        let rows = try GRDB.Row.fetchCursor(
            try db.cachedStatement(sql: "SELECT key, request, at FROM reply WHERE session = ? ORDER BY number"),
            arguments: [session]
        )
        var latest: [Reply] = []
        while let reply = try rows.next() {
            guard let key = digest(reply["key"]), let request = digest(reply["request"]) else {
                throw DamagedRow(id: row["id"], part: "reply")
            }
            latest.append(Reply(key: key, request: request, at: Timestamp(milliseconds: reply["at"])))
        }
        return Replies(latest, count: UInt64(bitPattern: row["replies"]))
    }

    private static func digest(_ data: Data) -> Digest? { Digest(Array(data)) }

    private static func bytes(of session: StoredSession) throws -> Data {
        guard case .written(let bytes) = session.content else {
            preconditionFailure("This store wants states in writing, and the registry asks it whether it does.")
        }
        return Data(bytes)
    }

    private static func text(of client: ClientInfo) throws -> String {
        var writer = JSONWriter()
        try JSONCoding.encode(client, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The first eight bytes of the SHA-256: enough to tell a flipped bit, which SQLite itself does not look for.
    private static func checksum(of state: Data) -> Data {
        Data(Digest(of: Array(state)).bytes.prefix(8))
    }
}

/// A row that can't be what was written.
struct DamagedRow: Error {
    let id: String
    let part: String
}
