import Coordination
import FoundationEssentials
import GRDB
import Sessions

/// The file of a store and what is known of it, on the store's own thread.
struct StoreConnection {
    private enum Condition {
        case open(StoreFile)
        /// A commit has failed, and may or may not be in the log.
        case inDoubt(StoreFile)
        case broken(reason: String, tried: ContinuousClock.Instant)
        case closed
    }

    /// The log is written to the file when it has grown by about this much.
    private static let checkpointBytes = 16 * 1_024 * 1_024
    /// The shortest time between two tries to open a broken file.
    private static let retryInterval: Duration = .milliseconds(200)

    private let path: String
    private var lock: StoreLock?
    private var condition: Condition
    /// The number of sessions; no other process changes it.
    private var sessions: Int
    /// About how many bytes the log has grown by since it was written to the file.
    private var logBytes = 0

    /// Opens the file; blocks.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    init(path: String) throws(StoreError) {
        self.path = path
        lock = try StoreLock(path: path + ".lock")
        let file = try StoreFile(path: path)
        sessions = try file.count()
        condition = .open(file)
    }

    /// Writes a batch in one transaction, which is on disk when this returns.
    ///
    /// - Parameter batch: At most one commit for each session.
    mutating func commit(_ batch: [SessionCommit]) throws(StoreError) -> [CommitOutcome] {
        guard !batch.isEmpty else { return [] }
        let outcomes: [CommitOutcome] = try write { _, sessions in
            try batch.map { commit in try sessions.write(commit) ? .committed : .conflict }
        }
        for (commit, outcome) in zip(batch, outcomes) where outcome == .committed {
            if commit.follows == nil { sessions += 1 }
            // The log takes whole pages: the row's, and one of an index or of the replies now and then.
            if case .written(let bytes) = commit.session.content { logBytes += bytes.count + 6_144 }
        }
        return outcomes
    }

    /// A session.
    mutating func load(_ id: SessionID) throws(StoreError) -> StoredSession? {
        try read { db in
            try GRDB.Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM session WHERE id = ?"),
                arguments: [id.description]
            ).map { try SessionRow.session(of: $0, in: db) }
        }
    }

    /// The session that was started with an idempotency key last.
    mutating func load(createdWith key: Digest) throws(StoreError) -> StoredSession? {
        try read { db in
            try GRDB.Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM session WHERE creation_key = ? ORDER BY number DESC LIMIT 1"),
                arguments: [Data(key.bytes)]
            ).map { try SessionRow.session(of: $0, in: db) }
        }
    }

    /// Forgets a session.
    mutating func remove(_ id: SessionID) throws(StoreError) -> Int {
        let count = try write { db, _ in
            try db.cachedStatement(sql: "DELETE FROM session WHERE id = ?").execute(arguments: [id.description])
            return db.changesCount
        }
        sessions -= count
        return count
    }

    /// Forgets sessions that expired before a time.
    mutating func removeExpired(before time: Timestamp, limit: Int) throws(StoreError) -> Int {
        let numbers = try read { db in
            try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT number FROM session WHERE expiry_minute <= ? AND expires_at < ?
                        ORDER BY expiry_minute, expires_at LIMIT ?
                        """
                ),
                arguments: [SessionRow.minute(of: time), time.milliseconds, limit]
            )
        }
        // Mostly there are none, and then nothing needs to be written.
        guard !numbers.isEmpty else { return 0 }
        try write { db, _ in
            for number in numbers {
                try db.cachedStatement(sql: "DELETE FROM session WHERE number = ?").execute(arguments: [number])
            }
        }
        sessions -= numbers.count
        logBytes += numbers.count * 16_384
        checkpointIfDue()
        return numbers.count
    }

    /// The sessions that wait for an effect or a timer.
    mutating func due(after last: DueSession?, at now: Timestamp, limit: Int) throws(StoreError) -> [DueSession] {
        try read { db in
            let rows = try GRDB.Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT due_at, id FROM session
                        WHERE due_at IS NOT NULL AND (due_at, id) > (?, ?) AND set_aside IS NULL AND expires_at > ?
                        ORDER BY due_at, id LIMIT ?
                        """
                ),
                arguments: [
                    last?.at.milliseconds ?? Int64.min, last?.id.description ?? "", now.milliseconds, limit,
                ]
            )
            // A damaged row is noticed when its session is loaded.
            return rows.compactMap { row in
                guard let due = Int64.fromDatabaseValue(row[0]), let id = String.fromDatabaseValue(row[1]) else {
                    return nil
                }
                return DueSession(at: Timestamp(milliseconds: due), id: SessionID(id))
            }
        }
    }

    /// The number of sessions, which is not counted anew.
    mutating func count() throws(StoreError) -> Int {
        _ = try openFile()
        return sessions
    }

    /// Marks a session, and leaves its bytes as they are.
    mutating func quarantine(_ id: SessionID, because reason: String) throws(StoreError) -> Int {
        try write { db, _ in
            try db.cachedStatement(
                sql: "UPDATE session SET set_aside = ?, due_at = NULL WHERE id = ? AND set_aside IS NULL"
            )
            .execute(arguments: [reason, id.description])
            return db.changesCount
        }
    }

    /// Counts crashes with the session.
    mutating func recordCrash(of id: SessionID) throws(StoreError) -> Int {
        try write { db, _ in
            try Int.fetchOne(
                db.cachedStatement(sql: "UPDATE session SET crashes = crashes + 1 WHERE id = ? RETURNING crashes"),
                arguments: [id.description]
            ) ?? 0
        }
    }

    /// Commits a change of one number in the file.
    mutating func probe() throws(StoreError) {
        try write { db, _ in try StoreFile.probe(db) }
    }

    /// Writes the log to the file, closes it, and lets other servers have it.
    mutating func close() {
        switch condition {
        case .open(let file), .inDoubt(let file): file.close()
        case .broken, .closed: break
        }
        condition = .closed
        lock = nil
    }

    // MARK: Access

    private mutating func read<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        let file = try openFile()
        do {
            return try file.access(body)
        } catch let error as DamagedRow {
            throw StoreError(.unreadable, "The \(error.part) of the session \(error.id) is damaged.")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            throw StoreError(.unreadable, StoreFile.explain(error))
        } catch {
            throw StoreError(.unavailable, StoreFile.explain(error))
        }
    }

    /// Does something in a transaction, which is on disk when this returns.
    private mutating func write<Result>(
        _ body: (Database, SessionRow.Writer) throws -> Result
    ) throws(StoreError) -> Result {
        let file = try openFile()
        var isCommitting = false
        do {
            return try file.transaction(willCommit: { isCommitting = true }, body)
        } catch {
            let reason = StoreFile.explain(error)
            guard !Self.isHarmless(error) else { throw StoreError(.unavailable, reason) }
            condition = .inDoubt(file)
            throw StoreError(isCommitting ? .unknownOutcome : .unavailable, reason)
        }
    }

    /// Whether a failure leaves no doubt about the file: there was no room, or another process was writing.
    private static func isHarmless(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_CONSTRAINT, .SQLITE_TOOBIG].contains(
            error.resultCode
        )
    }

    /// The file, in order.
    private mutating func openFile() throws(StoreError) -> StoreFile {
        switch condition {
        case .open(let file):
            return file
        case .inDoubt(let file):
            // The next commit takes the place of the doubtful one in the log, and then there is no doubt any more.
            guard (try? file.access(StoreFile.probe)) != nil else {
                file.close()
                return try reopen()
            }
            sessions = try file.count()
            condition = .open(file)
            return file
        case .broken(let reason, let tried):
            guard tried.duration(to: .now) > Self.retryInterval else { throw StoreError(.unavailable, reason) }
            return try reopen()
        case .closed:
            throw StoreError(.unavailable, "The store has been closed.")
        }
    }

    private mutating func reopen() throws(StoreError) -> StoreFile {
        do throws(StoreError) {
            let file = try StoreFile(path: path)
            sessions = try file.count()
            logBytes = 0
            condition = .open(file)
            return file
        } catch {
            condition = .broken(reason: error.description, tried: .now)
            throw error
        }
    }

    /// Writes the log to the file when it has become long; when that fails, what is in the log stays there.
    mutating func checkpointIfDue() {
        guard logBytes > Self.checkpointBytes, case .open(let file) = condition else { return }
        do {
            try file.checkpoint()
            logBytes = 0
        } catch {
            logBytes = Self.checkpointBytes / 2
        }
    }
}
