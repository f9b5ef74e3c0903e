import Coordination
import PostgreSQL
import Sessions

/// The row of a session, as the queries return it.
enum SessionRow {
    /// The columns of a session, and last its replies and the records of its state one after the other, oldest first.
    static let columns = """
        id, application, generation, revision, credential, credential_issue, devices, client, created_at, used_at,
        expires_at, account, creation_key, creation_request, due_at, replies, quarantine_reason, kept_replies,
        expiry_minute, untouched_since, hash,
        (
            SELECT string_agg(record, ''::bytea ORDER BY number) FROM reply
            WHERE reply.session = session.id AND reply.number > session.replies - session.kept_replies
                AND reply.number <= session.replies
        ),
        (
            SELECT string_agg(int4send(length(record)) || record, ''::bytea ORDER BY revision) FROM history
            WHERE history.session = session.id AND history.revision <= session.revision AND history.revision >= (
                SELECT max(whole.revision) FROM history AS whole
                WHERE whole.session = session.id AND whole.is_whole AND whole.revision <= session.revision
            )
        )
        """

    /// The places of the columns.
    private enum Column: Int {
        case id, application, generation, revision, credential, issue, devices, client, createdAt, usedAt
        case expiresAt, account, creationKey, creationRequest, due, replyCount, quarantineReason, keptReplies
        case expiryMinute, untouchedSince, hash, replies, records
    }

    /// The number of the columns.
    static let columnCount = Column.records.rawValue + 1

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
        let id = SessionID(columns.id), replyCount = try columns.unsigned(Column.replyCount.rawValue, "replies")
        let session = StoredSession(
            id: id,
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
                try columns.value("replies") {
                    Reply.list(
                        of: row.bytes(Column.replies.rawValue) ?? [],
                        keptCount: row.integer(Column.keptReplies.rawValue) ?? 0,
                        lastNumber: replyCount,
                        session: id
                    )
                },
                count: replyCount
            ),
            due: row.integer(Column.due.rawValue).map(Timestamp.init(milliseconds:)),
            content: content(of: columns)
        )
        try check(session, columns)
        return session
    }

    /// Compares a session with the checksum of its row, and the columns that follow from others.
    private static func check(_ session: StoredSession, _ columns: Columns) throws(StoreError) {
        let row = columns.row
        try columns.value("row") {
            let isIntact =
                session.checksum == row.integer(Column.hash.rawValue)
                && row.integer(Column.expiryMinute.rawValue) == minute(of: session.expiresAt)
                && row.integer(Column.untouchedSince.rawValue) == untouchedSince(session)?.milliseconds
            return isIntact ? () : nil
        }
    }

    /// Returns the minute of a time, which is the key in the index of expiries.
    static func minute(of time: Timestamp) -> Int64 { time.milliseconds / 60_000 }

    /// Returns the start of a session that a new one may replace, which is the key in an index of such sessions.
    static func untouchedSince<Content>(_ session: SessionRecord<Content>) -> Timestamp? {
        session.isUntouched ? session.createdAt : nil
    }

    private static func content(of columns: Columns) -> StoredContent {
        let row = columns.row
        if let reason = row.text(Column.quarantineReason.rawValue) { return .quarantined(reason: reason) }
        guard let log = log(of: row) else {
            return .damaged(reason: "The state is damaged: its records do not match.")
        }
        return .encoded(log)
    }

    /// Reads the state of a session, also of a session in quarantine, or returns `nil` if it is damaged.
    static func log(of row: ResultRow) -> StateLog? {
        guard let id = row.text(Column.id.rawValue).map(SessionID.init),
            let revision = row.integer(Column.revision.rawValue),
            let bytes = row.bytes(Column.records.rawValue)
        else { return nil }
        var records: [HistoryRecord] = [], rest = bytes[...]
        while !rest.isEmpty {
            let length = Int(bigEndian: rest.prefix(4))
            rest = rest.dropFirst(4)
            guard length <= rest.count, let record = HistoryRecord(bytes: Array(rest.prefix(length)), of: id) else {
                return nil
            }
            records.append(record)
            rest = rest.dropFirst(length)
        }
        return StateLog(records, at: UInt64(bitPattern: revision))
    }

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
    private static let checksumByteCount = MemoryLayout<Int64>.size

    /// The record of a reply, with two digests, the time as 8 bytes, most significant first, and the checksum likewise.
    func record(session: SessionID, number: UInt64) -> [UInt8] {
        var record = key.bytes + request.bytes + at.bytes
        record.append(bigEndian: checksum(session: session, number: number))
        return record
    }

    /// Reads records one after the other.
    ///
    /// - Parameters:
    ///   - records: The records, oldest first.
    ///   - keptCount: The number of records.
    ///   - lastNumber: The number of the last reply in the session.
    ///   - session: The session.
    /// - Returns: The replies, or `nil` if a record is damaged, or if there are more or fewer of them.
    static func list(
        of records: [UInt8],
        keptCount: Int64,
        lastNumber: UInt64,
        session: SessionID
    ) -> [Reply]? {
        guard let kept = Int(exactly: keptCount), 0...records.count ~= kept,
            records.count == kept * (byteCount + checksumByteCount)
        else { return nil }
        var replies: [Reply] = [], start = 0
        for place in 0..<kept {
            let requestStart = start + Digest.byteCount, timeStart = requestStart + Digest.byteCount,
                end = start + byteCount
            guard let key = Digest(Array(records[start..<requestStart])),
                let request = Digest(Array(records[requestStart..<timeStart]))
            else { return nil }
            let reply = Reply(key: key, request: request, at: Timestamp(bytes: records[timeStart..<end]))
            start = end + checksumByteCount
            let number = lastNumber &- UInt64(kept - 1 - place)
            let checksum = reply.checksum(session: session, number: number)
            guard Int64(bigEndian: records[end..<start]) == checksum else { return nil }
            replies.append(reply)
        }
        return replies
    }
}
