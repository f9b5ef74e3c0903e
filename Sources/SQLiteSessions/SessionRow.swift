import Coordination
import Cryptography
import FoundationEssentials
import GRDB
import Sessions

/// The row of a session, and its conversion to and from a ``StoredSession``.
enum SessionRow {
    /// Returns the minute of a time, which is the key in the index of expiries.
    static func minute(of time: Timestamp) -> Int64 { time.milliseconds / 60_000 }

    /// Reads a session from its row.
    ///
    /// - Throws: ``DamagedRow`` if a column has an impossible value, `DatabaseError` if the replies can't be read.
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
        let client = try client(of: columns)
        let usedAt: Int64? = try columns.optional("used_at")
        let due: Int64? = try columns.optional("due_at")
        return StoredSession(
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
            content: try content(of: columns)
        )
    }

    /// Reads a row of a list of an account's sessions.
    static func accountSession(of row: GRDB.Row) throws -> AccountSession {
        let columns = Columns(row)
        let createdAt: Int64 = try columns["created_at"]
        let usedAt: Int64? = try columns.optional("used_at")
        return AccountSession(
            id: SessionID(columns.id),
            application: try columns["application"],
            client: try client(of: columns),
            createdAt: Timestamp(milliseconds: createdAt),
            usedAt: Timestamp(milliseconds: max(usedAt ?? 0, createdAt))
        )
    }

    private static func client(of columns: Columns) throws -> ClientInfo {
        guard let client = ClientInfo(storedText: try columns["client"]) else {
            throw DamagedRow(id: columns.id, part: "client")
        }
        return client
    }

    private static func content(of columns: Columns) throws -> StoredContent {
        if let reason: String = try columns.optional("quarantine_reason") { return .quarantined(reason: reason) }
        let state: Data = try columns["state"]
        let bytes = Array(state)
        guard try isIntact(bytes, columns) else {
            return .damaged(reason: "The state is damaged: its checksum does not match.")
        }
        return .encoded(bytes)
    }

    private static func isIntact(_ state: [UInt8], _ columns: Columns) throws -> Bool {
        if let hash: Int64 = try columns.optional("state_hash") { return hash == checksum(of: state) }
        // The row was last written before the third migration.
        let prefix: Data = try columns["checksum"]
        return Array(prefix) == Array(Digest(of: state).bytes.prefix(8))
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

    /// Returns the place of a revision among the records of its session; no session has four billion revisions.
    static func historyOffset(of revision: UInt64) -> Int64 { Int64(revision & 0xffff_ffff) }

    /// Reads the history of the session in a row, newest first.
    ///
    /// - Throws: ``DamagedRow`` if a column has an impossible value, `DatabaseError` if the records can't be read.
    static func history(of row: GRDB.Row, in db: Database) throws -> [HistoryRecord] {
        let columns = Columns(row)
        let session: Int64 = try columns["number"]
        let rows = try GRDB.Row.fetchCursor(
            try db.cachedStatement(
                sql: """
                    SELECT place & 4294967295 AS revision, at, expires_at, details, change FROM history
                    WHERE place BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 ORDER BY place DESC
                    """
            ),
            arguments: [session]
        )
        var records: [HistoryRecord] = []
        while let row = try rows.next() {
            let record = Columns(row, id: columns.id)
            let details: Data = try record["details"]
            let change: Data? = try record.optional("change")
            records.append(
                HistoryRecord(
                    revision: UInt64(bitPattern: try record["revision"]),
                    at: Timestamp(milliseconds: try record["at"]),
                    expiresAt: Timestamp(milliseconds: try record["expires_at"]),
                    details: Array(details),
                    change: change.map { .encoded(EncodedChange(bytes: Array($0))) } ?? .unknown
                )
            )
        }
        return records
    }

    /// Returns the checksum of a state, which detects a flipped bit; SQLite itself has no checksums.
    ///
    /// SipHash-2-4 is the cheapest hash of libsodium: 8,900 instructions for 2 KB, where BLAKE2b takes 11,400. The SHA-256
    /// of earlier versions took 116,000 (`valgrind --tool=callgrind`).
    static func checksum(of state: [UInt8]) -> Int64 { Int64(bitPattern: Sodium.checksum(of: state)) }
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

    func digest(_ data: Data, _ name: String) throws(DamagedRow) -> Digest {
        guard let digest = Digest(Array(data)) else { throw DamagedRow(id: id, part: name) }
        return digest
    }
}
