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
                    expiry_minute, creation_key, creation_request, due_at, replies, checksum, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                """
        ).execute(arguments: [
            session.id.description, session.application, Int64(bitPattern: session.generation),
            Int64(bitPattern: session.revision), Data(session.credential.bytes), try text(of: session.client),
            session.createdAt.milliseconds, session.expiresAt.milliseconds, minute(of: session.expiresAt),
            session.creation.map { Data($0.key.bytes) }, session.creation.map { Data($0.request.bytes) },
            session.due?.milliseconds, Int64(bitPattern: session.replies.count), checksum(of: bytes), bytes,
        ])
        return db.changesCount == 1
    }

    /// - Returns: Whether there was the generation that is to be replaced.
    static func update(_ commit: SessionCommit, follows generation: UInt64, in db: Database) throws -> Bool {
        let session = commit.session
        let bytes = try bytes(of: session)
        let columns: StatementArguments = [
            Int64(bitPattern: session.generation), Int64(bitPattern: session.revision),
            Data(session.credential.bytes), session.expiresAt.milliseconds, session.due?.milliseconds,
            Int64(bitPattern: session.replies.count), checksum(of: bytes), bytes,
        ]
        let row: StatementArguments = [
            session.id.description, Int64(bitPattern: generation), minute(of: session.expiresAt),
        ]
        // What is in an index is written only where it changes, as each index has pages of its own to be written.
        var number = try Int64.fetchOne(db.cachedStatement(sql: updateWithinMinute), arguments: columns + row)
        if number == nil {
            number = try Int64.fetchOne(db.cachedStatement(sql: updateToMinute), arguments: columns + row)
        }
        guard let number else { return false }
        if commit.addsReply { try addReply(session.replies, to: number, in: db) }
        return true
    }

    private static let columns = """
        generation = ?1, revision = ?2, credential = ?3, expires_at = ?4, due_at = ?5, replies = ?6, checksum = ?7,
        state = ?8
        """
    private static let updateWithinMinute = """
        UPDATE session SET \(columns)
        WHERE id = ?9 AND generation = ?10 AND set_aside IS NULL AND expiry_minute = ?11 RETURNING number
        """
    private static let updateToMinute = """
        UPDATE session SET \(columns), expiry_minute = ?11
        WHERE id = ?9 AND generation = ?10 AND set_aside IS NULL RETURNING number
        """

    /// Where a time stands in the index of expiries.
    static func minute(of time: Timestamp) -> Int64 { time.milliseconds / 60_000 }

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
