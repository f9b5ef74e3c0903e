import Coordination
import Foundation
import GRDB
import JSON
import Sessions

/// A session in the columns of its row.
enum SessionRow {
    static func insert(_ session: StoredSession, into db: Database) throws -> Bool {
        let bytes = bytes(of: session)
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
            session.due?.milliseconds, Int64(bitPattern: session.replies.count), checksum(of: bytes), Data(bytes),
        ])
        return db.changesCount == 1
    }

    /// - Returns: Whether there was the generation that is to be replaced.
    static func update(_ commit: SessionCommit, follows generation: UInt64, in db: Database) throws -> Bool {
        let session = commit.session
        let bytes = bytes(of: session)
        let values: StatementArguments = [
            Int64(bitPattern: session.generation), Int64(bitPattern: session.revision),
            Data(session.credential.bytes), session.expiresAt.milliseconds, session.due?.milliseconds,
            Int64(bitPattern: session.replies.count), checksum(of: bytes), Data(bytes), session.id.description,
            Int64(bitPattern: generation), minute(of: session.expiresAt),
        ]
        // What is in an index is written only where it changes, as each index has pages of its own to be written.
        guard try execute(updateWithinMinute, values, in: db) || execute(updateToMinute, values, in: db) else {
            return false
        }
        if commit.addsReply { try addReply(session.replies, to: session.id, in: db) }
        return true
    }

    /// Executes a statement whose arguments are as many as it wants; returns whether it has changed a row.
    private static func execute(_ sql: String, _ values: StatementArguments, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: sql)
        statement.setUncheckedArguments(values)
        try statement.execute()
        return db.changesCount > 0
    }

    private static let columns = """
        generation = ?1, revision = ?2, credential = ?3, expires_at = ?4, due_at = ?5, replies = ?6, checksum = ?7,
        state = ?8
        """
    private static let updateWithinMinute = """
        UPDATE session SET \(columns)
        WHERE id = ?9 AND generation = ?10 AND set_aside IS NULL AND expiry_minute = ?11
        """
    private static let updateToMinute = """
        UPDATE session SET \(columns), expiry_minute = ?11
        WHERE id = ?9 AND generation = ?10 AND set_aside IS NULL
        """

    /// Where a time stands in the index of expiries.
    static func minute(of time: Timestamp) -> Int64 { time.milliseconds / 60_000 }

    private static func addReply(_ replies: Replies, to id: SessionID, in db: Database) throws {
        guard let reply = replies.latest.last else { return }
        let added: StatementArguments = [
            id.description, Int64(bitPattern: replies.count), Data(reply.key.bytes), Data(reply.request.bytes),
            reply.at.milliseconds,
        ]
        _ = try execute(insertReply, added, in: db)
        let forgotten = replies.count - UInt64(replies.latest.count)
        guard forgotten > 0 else { return }
        _ = try execute(deleteReplies, [id.description, Int64(bitPattern: forgotten)], in: db)
    }

    private static let insertReply = """
        INSERT INTO reply (session, number, key, request, at) SELECT number, ?2, ?3, ?4, ?5 FROM session WHERE id = ?1
        """
    private static let deleteReplies = """
        DELETE FROM reply WHERE session = (SELECT number FROM session WHERE id = ?1) AND number <= ?2
        """

    /// Reads a session.
    ///
    /// - Throws: ``DamagedRow`` when the columns can't be what was written, `DatabaseError` when they can't be read.
    static func session(of row: GRDB.Row, in db: Database) throws -> StoredSession {
        let columns = Columns(row)
        let createdAt = Timestamp(milliseconds: try columns["created_at"])
        var creation: Reply?
        if let key: Data = try columns.optional("creation_key") {
            creation = Reply(
                key: try columns.digest(key, "creation_key"),
                request: try columns.digest(try columns["creation_request"], "creation_request"),
                at: createdAt
            )
        }
        let client: String = try columns["client"]
        guard let client = try? JSONCoding.decode(ClientInfo.self, from: JSONValue(parsing: Array(client.utf8))) else {
            throw DamagedRow(id: columns.id, part: "client")
        }
        let due: Int64? = try columns.optional("due_at")
        return StoredSession(
            id: SessionID(columns.id),
            application: try columns["application"],
            generation: UInt64(bitPattern: try columns["generation"]),
            revision: UInt64(bitPattern: try columns["revision"]),
            credential: try columns.digest(try columns["credential"], "credential"),
            client: client,
            createdAt: createdAt,
            expiresAt: Timestamp(milliseconds: try columns["expires_at"]),
            creation: creation,
            replies: try replies(of: columns, in: db),
            due: due.map(Timestamp.init(milliseconds:)),
            content: try content(of: columns)
        )
    }

    private static func content(of columns: Columns) throws -> StoredState {
        if let reason: String = try columns.optional("set_aside") { return .setAside(reason: reason) }
        let state: Data = try columns["state"]
        let wanted: Data = try columns["checksum"]
        let bytes = Array(state)
        guard checksum(of: bytes) == wanted else {
            return .damaged(reason: "The state is not the one that was written: its checksum differs.")
        }
        return .written(bytes)
    }

    private static func replies(of columns: Columns, in db: Database) throws -> Replies {
        let session: Int64 = try columns["number"]
        let rows = try GRDB.Row.fetchCursor(
            try db.cachedStatement(sql: "SELECT key, request, at FROM reply WHERE session = ? ORDER BY number"),
            arguments: [session]
        )
        var latest: [Reply] = []
        while let row = try rows.next() {
            let reply = Columns(row, id: columns.id)
            latest.append(
                Reply(
                    key: try reply.digest(try reply["key"], "reply"),
                    request: try reply.digest(try reply["request"], "reply"),
                    at: Timestamp(milliseconds: try reply["at"])
                )
            )
        }
        return Replies(latest, count: UInt64(bitPattern: try columns["replies"]))
    }

    private static func bytes(of session: StoredSession) -> [UInt8] {
        guard case .written(let bytes) = session.content else {
            preconditionFailure("This store wants states in writing, and the registry asks it whether it does.")
        }
        return bytes
    }

    private static func text(of client: ClientInfo) throws -> String {
        var writer = JSONWriter()
        try JSONCoding.encode(client, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The first eight bytes of the SHA-256: enough to tell a flipped bit, which SQLite itself does not look for.
    private static func checksum(of state: [UInt8]) -> Data {
        Data(Digest(of: state).bytes.prefix(8))
    }
}

/// A row that can't be what was written.
struct DamagedRow: Error {
    let id: String
    let part: String
}

/// The columns of a row, none of which need be what it was declared: a damaged page can hold anything.
private struct Columns {
    let id: String
    private let row: GRDB.Row

    init(_ row: GRDB.Row, id: String? = nil) {
        self.row = row
        self.id = id ?? String.fromDatabaseValue(row["id"]) ?? "?"
    }

    subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value {
        get throws(DamagedRow) {
            guard let value: Value = try optional(name) else { throw DamagedRow(id: id, part: name) }
            return value
        }
    }

    func optional<Value: DatabaseValueConvertible>(_ name: String) throws(DamagedRow) -> Value? {
        let column: DatabaseValue = row[name]
        guard !column.isNull else { return nil }
        guard let value = Value.fromDatabaseValue(column) else { throw DamagedRow(id: id, part: name) }
        return value
    }

    func digest(_ data: Data, _ name: String) throws(DamagedRow) -> Digest {
        guard let digest = Digest(Array(data)) else { throw DamagedRow(id: id, part: name) }
        return digest
    }
}
