import Coordination
import Cryptography
import PostgreSQL
import Sessions

/// The row of a session, as the queries return it.
enum SessionRow {
    /// The columns of a session, and last its replies one after the other, oldest first.
    static let columns = """
        id, application, generation, revision, credential, credential_issue, devices, client, created_at, used_at,
        expires_at, account, creation_key, creation_request, due_at, replies, quarantine_reason, state_hash, state,
        (
            SELECT string_agg(record, ''::bytea ORDER BY number) FROM reply
            WHERE reply.session = session.id AND reply.number > session.replies - session.kept_replies
        )
        """

    /// The places of the columns.
    private enum Column: Int {
        case id, application, generation, revision, credential, issue, devices, client, createdAt, usedAt
        case expiresAt, account, creationKey, creationRequest, due, replyCount, quarantineReason, hash, state
        case replies
    }

    /// The number of the columns.
    static let columnCount = Column.replies.rawValue + 1

    /// The columns of a list of an account's sessions.
    static let listColumns = "id, application, client, created_at, used_at"

    /// Reads a session.
    ///
    /// - Throws: ``Sessions/StoreError`` of the kind ``Sessions/StoreError/Kind/unreadable`` if a column has a value that was
    ///   never written.
    static func session(of row: ResultRow) throws(StoreError) -> StoredSession {
        let columns = Columns(row: row, id: row.text(Column.id.rawValue) ?? "?")
        let createdAt = try columns.time(Column.createdAt.rawValue, "created_at")
        var creation: Reply?
        if let key = row.bytes(Column.creationKey.rawValue) {
            creation = Reply(
                key: try columns.value("creation_key") { Digest(key) },
                request: try columns.digest(Column.creationRequest.rawValue, "creation_request"),
                at: createdAt
            )
        }
        return StoredSession(
            id: SessionID(columns.id),
            application: try columns.value("application") { row.text(Column.application.rawValue) },
            generation: try columns.unsigned(Column.generation.rawValue, "generation"),
            revision: try columns.unsigned(Column.revision.rawValue, "revision"),
            credential: try columns.digest(Column.credential.rawValue, "credential"),
            client: try columns.client(Column.client.rawValue),
            createdAt: createdAt,
            usedAt: row.integer(Column.usedAt.rawValue).map(Timestamp.init(milliseconds:)),
            expiresAt: try columns.time(Column.expiresAt.rawValue, "expires_at"),
            account: row.text(Column.account.rawValue),
            creation: creation,
            issue: try row.bytes(Column.issue.rawValue).map { (bytes) throws(StoreError) in
                try columns.value("credential_issue") { CredentialIssue(bytes: bytes) }
            },
            devices: try row.bytes(Column.devices.rawValue).map { (bytes) throws(StoreError) in
                try columns.value("devices") { Devices(bytes: bytes) }
            } ?? Devices(),
            replies: Replies(
                try columns.value("replies") { Reply.list(of: row.bytes(Column.replies.rawValue) ?? []) },
                count: try columns.unsigned(Column.replyCount.rawValue, "replies")
            ),
            due: row.integer(Column.due.rawValue).map(Timestamp.init(milliseconds:)),
            content: try content(of: columns)
        )
    }

    /// Reads a row of a list of an account's sessions.
    static func accountSession(of row: ResultRow) throws(StoreError) -> AccountSession {
        let columns = Columns(row: row, id: row.text(0) ?? "?")
        let createdAt = try columns.time(3, "created_at")
        return AccountSession(
            id: SessionID(columns.id),
            application: try columns.value("application") { row.text(1) },
            client: try columns.client(2),
            createdAt: createdAt,
            usedAt: row.integer(4).map(Timestamp.init(milliseconds:)) ?? createdAt
        )
    }

    private static func content(of columns: Columns) throws(StoreError) -> StoredContent {
        let row = columns.row
        if let reason = row.text(Column.quarantineReason.rawValue) { return .quarantined(reason: reason) }
        let bytes = try columns.value("state") { row.bytes(Column.state.rawValue) }
        guard row.integer(Column.hash.rawValue) == checksum(of: bytes) else {
            return .damaged(reason: "The state is damaged: its checksum does not match.")
        }
        return .encoded(bytes)
    }

    /// Returns the checksum of a state, which detects a flipped bit; PostgreSQL's own checksums are off by default.
    static func checksum(of state: [UInt8]) -> Int64 { Int64(bitPattern: Sodium.checksum(of: state)) }

    /// The columns of a row, read with checks.
    private struct Columns {
        let row: ResultRow
        let id: String

        func value<Value>(_ name: String, _ read: () -> Value?) throws(StoreError) -> Value {
            guard let value = read() else {
                throw StoreError(.unreadable, "The \(name) of the session \(id) is damaged.")
            }
            return value
        }

        func unsigned(_ column: Int, _ name: String) throws(StoreError) -> UInt64 {
            UInt64(bitPattern: try value(name) { row.integer(column) })
        }

        func time(_ column: Int, _ name: String) throws(StoreError) -> Timestamp {
            Timestamp(milliseconds: try value(name) { row.integer(column) })
        }

        func digest(_ column: Int, _ name: String) throws(StoreError) -> Digest {
            try value(name) { row.bytes(column).flatMap { Digest($0) } }
        }

        func client(_ column: Int) throws(StoreError) -> ClientInfo {
            try value("client") { row.text(column).flatMap { ClientInfo(storedText: $0) } }
        }
    }
}

extension Reply {
    private static let byteCount = 2 * Digest.byteCount + Timestamp.byteCount

    /// The record of a reply: two digests, and the time as 8 bytes, most significant first.
    var record: [UInt8] { key.bytes + request.bytes + at.bytes }

    /// Reads records one after the other; `nil` if they have any other number of bytes.
    static func list(of records: [UInt8]) -> [Reply]? {
        guard records.count.isMultiple(of: byteCount) else { return nil }
        return stride(from: 0, to: records.count, by: byteCount).compactMap { start in
            let digests = start + Digest.byteCount
            let timeStart = digests + Digest.byteCount
            guard let key = Digest(Array(records[start..<digests])),
                let request = Digest(Array(records[digests..<timeStart]))
            else { return nil }
            return Reply(key: key, request: request, at: Timestamp(bytes: records[timeStart..<start + byteCount]))
        }
    }
}
