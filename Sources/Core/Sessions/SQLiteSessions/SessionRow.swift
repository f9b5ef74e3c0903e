import Coordination
import FoundationEssentials
import GRDB
import Sessions

/// The row of a session, and its conversion to and from a ``StoredSession``.
///
/// A plain step (``Sessions/SessionCommit/isPlainStep``) adds a record and leaves the row as it is. So a session is read from
/// its row and then, if its last record has a later generation, from that record.
enum SessionRow {
    /// The time of expiry of a session in a query of the table `session`.
    static let expiry = """
        IFNULL(\(ofLastRecord("CASE WHEN generation > session.generation THEN expires_at END")), session.expires_at)
        """

    /// Returns the query for a value of the last record of a session, in a statement about the table `session`.
    static func ofLastRecord(_ value: String) -> String {
        """
        (SELECT \(value) FROM history WHERE place BETWEEN session.number << 32 AND (session.number << 32) + 4294967295
            ORDER BY place DESC LIMIT 1)
        """
    }

    /// Returns the minute of a time, which is the key in the index of expiries.
    static func minute(of time: Timestamp) -> Int64 { time.milliseconds / 60_000 }

    /// Reads a session from its row.
    ///
    /// - Throws: ``DamagedRow`` if a column has another value than was written, apart from the state, or `DatabaseError` if the
    ///   replies or the records can't be read.
    static func session(of row: GRDB.Row, in db: Database) throws -> StoredSession {
        let session = try header(of: row, in: db), columns = Columns(row)
        return session.with(try content(of: columns, session, in: db))
    }

    /// Reads a session without its state.
    static func header(of row: GRDB.Row, in db: Database) throws -> CommittedSession {
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
        let client = try client(of: columns)
        let usedAt: Int64? = try columns.optional("used_at")
        let due: Int64? = try columns.optional("due_at")
        var session = CommittedSession(
            id: SessionID(columns.id),
            application: try columns["application"],
            generation: UInt64(bitPattern: try columns["generation"]),
            revision: UInt64(bitPattern: try columns["revision"]),
            credential: try columns.digest(try columns["credential"], "credential"),
            client: client,
            createdAt: createdAt,
            usedAt: usedAt.map { $0 == 0 ? nil : Timestamp(milliseconds: $0) } ?? createdAt,
            expiresAt: Timestamp(milliseconds: try columns["expires_at"]),
            account: try columns.optional("account"),
            creation: creation,
            issue: try columns.optional("credential_issue").map { (bytes: Data) throws(DamagedRow) in
                guard let issue = CredentialIssue(bytes: Array(bytes)) else {
                    throw DamagedRow(id: columns.id, part: "credential_issue")
                }
                return issue
            },
            devices: try columns.optional("devices").map { (bytes: Data) throws(DamagedRow) in
                guard let devices = Devices(bytes: Array(bytes)) else {
                    throw DamagedRow(id: columns.id, part: "devices")
                }
                return devices
            } ?? Devices(),
            replies: try replies(of: columns, in: db),
            due: due.map(Timestamp.init(milliseconds:)),
            content: ()
        )
        try columns.check("row") { session.checksumWithoutReplies }
        do {
            try forEachRecord(of: columns, in: db) { record, generation, usedAt in
                if generation > session.generation { session.follow(record, generation: generation, usedAt: usedAt) }
                return false
            }
        } catch is DamagedRow {
            // The state is damaged, too, because it needs the same record. The rest is returned as the row has it, of an
            // earlier generation.
            return session
        }
        guard try columns["expiry_minute"] <= minute(of: session.expiresAt) else {
            throw DamagedRow(id: columns.id, part: "row")
        }
        return session
    }

    private static func client(of columns: Columns) throws -> ClientInfo {
        guard let client = ClientInfo(storedText: try columns["client"]) else {
            throw DamagedRow(id: columns.id, part: "client")
        }
        return client
    }

    private static func content(
        of columns: Columns,
        _ session: CommittedSession,
        in db: Database
    ) throws -> StoredContent {
        if let reason: String = try columns.optional("quarantine_reason") { return .quarantined(reason: reason) }
        guard let log = try log(of: columns, session, in: db) else {
            return .damaged(reason: "The state is damaged: its records do not match.")
        }
        return .encoded(log)
    }

    /// Reads the state of the session in a row, also of a session in quarantine, or returns `nil` if it is damaged.
    static func log(of row: GRDB.Row, _ session: CommittedSession, in db: Database) throws -> StateLog? {
        try log(of: Columns(row), session, in: db)
    }

    private static func log(of columns: Columns, _ session: CommittedSession, in db: Database) throws -> StateLog? {
        var records: [HistoryRecord] = []
        do {
            let isComplete = try forEachRecord(of: columns, in: db) { record, _, _ in
                records.append(record)
                return !record.isWhole
            }
            return isComplete ? nil : StateLog(records.reversed(), at: session.revision)
        } catch is DamagedRow {
            return nil
        }
    }

    private static func replies(of columns: Columns, in db: Database) throws -> Replies {
        let session: Int64 = try columns["number"]
        let rows = try GRDB.Row.fetchCursor(
            try db.cachedStatement(
                sql: "SELECT number, key, request, at, hash FROM reply WHERE session = ? ORDER BY number"
            ),
            arguments: [session]
        )
        var latest: [Reply] = []
        var count: UInt64 = 0
        while let row = try rows.next() {
            let record = Columns(row, id: columns.id)
            let reply = Reply(
                key: try record.digest(try record["key"], "reply"),
                request: try record.digest(try record["request"], "reply"),
                at: Timestamp(milliseconds: try record["at"])
            )
            let number = UInt64(bitPattern: try record["number"])
            try record.check("reply") { reply.checksum(session: SessionID(columns.id), number: number) }
            guard latest.isEmpty || number == count + 1 else { throw DamagedRow(id: columns.id, part: "reply") }
            latest.append(reply)
            count = number
        }
        return Replies(latest, count: count)
    }

    /// Returns the place of a record among the records of all sessions, since no session has four billion revisions.
    static func place(of revision: UInt64, in row: Int64) -> Int64 { row << 32 | Int64(revision & 0xffff_ffff) }

    /// Reads the records of the session in a row, newest first.
    ///
    /// - Throws: ``DamagedRow`` if a record is damaged, or `DatabaseError` if the records can't be read.
    static func history(of row: GRDB.Row, in db: Database) throws -> [HistoryRecord] {
        var records: [HistoryRecord] = []
        try forEachRecord(of: Columns(row), in: db) { record, _, _ in
            records.append(record)
            return true
        }
        return records
    }

    /// Reads records of a session with its generation and the time of its last event, newest first.
    ///
    /// It goes on as long as `body` returns `true`, and returns whether it read all of them.
    @discardableResult
    private static func forEachRecord(
        of columns: Columns,
        in db: Database,
        _ body: (HistoryRecord, _ generation: UInt64, _ usedAt: Timestamp?) -> Bool
    ) throws -> Bool {
        let number: Int64 = try columns["number"]
        let rows = try GRDB.Row.fetchCursor(
            try db.cachedStatement(
                sql: "SELECT * FROM history WHERE place BETWEEN ? AND ? ORDER BY place DESC"
            ),
            arguments: [place(of: 0, in: number), place(of: .max, in: number)]
        )
        while let row = try rows.next() {
            let columns = Columns(row, id: columns.id)
            let bytes: Data = try columns["record"], place: Int64 = try columns["place"]
            let isWhole: Int64 = try columns["is_whole"], expiresAt: Int64 = try columns["expires_at"]
            let generation: Int64 = try columns["generation"], usedAt: Int64 = try columns["used_at"]
            let id = SessionID(columns.id)
            guard let record = HistoryRecord(bytes: Array(bytes), of: id, beside: (generation, usedAt)),
                place == self.place(of: record.revision, in: number), isWhole == (record.isWhole ? 1 : 0),
                expiresAt == record.expiresAt.milliseconds
            else { throw DamagedRow(id: columns.id, part: "history") }
            let time = usedAt == 0 ? nil : Timestamp(milliseconds: usedAt)
            guard body(record, UInt64(bitPattern: generation), time) else { return false }
        }
        return true
    }
}

/// A row with a value that was never written.
struct DamagedRow: Error {
    let id: String
    let part: String
}

/// The columns of a row, read with checks, because a damaged page can hold any value in place of the declared type.
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

    /// Compares a record with its checksum in the column `hash`.
    func check(_ name: String, _ checksum: () -> Int64) throws(DamagedRow) {
        let expected: Int64 = try self["hash"]
        guard checksum() == expected else { throw DamagedRow(id: id, part: name) }
    }

    func digest(_ data: Data, _ name: String) throws(DamagedRow) -> Digest {
        guard let digest = Digest(Array(data)) else { throw DamagedRow(id: id, part: name) }
        return digest
    }
}
