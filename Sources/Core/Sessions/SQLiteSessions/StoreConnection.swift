import Coordination
import DatabaseFiles
import FoundationEssentials
import GRDB
import Sessions

/// The file of a store and the state of the connection to it, used by the store's thread only.
struct StoreConnection {
    /// The condition of the file.
    ///
    /// The names and sizes of an open file are examined at each access (``StoreFile/problem``). An error of a write leads from
    /// `open` to `inDoubt`, unless it is harmless (``isHarmless(_:)``). A read changes nothing. From `inDoubt` a probe leads
    /// back to `open`. If the probe fails, the file is opened again, which leads to `open` or, if that fails, too, to `broken`.
    /// From there it is tried again after an interval.
    private enum Condition {
        case open(StoreFile)
        /// An I/O error occurred, so the write-ahead log may end with the frames of a transaction that failed.
        case inDoubt(StoreFile)
        case broken(reason: String, tried: ContinuousClock.Instant)
        case closed
    }

    /// The growth of the write-ahead log, in bytes, after which it is written to the file.
    static let checkpointBytes = 16 * 1_024 * 1_024
    /// The number of checkpoints beside commits after which commits wait for the rest of the log.
    private static let checkpointLimit = 4
    /// The growth of the log by a removal, about six pages: the row, its replies and its entries in the indexes.
    static let removalBytes = 24_576
    /// The shortest time between two tries to open a broken file.
    private static let retryInterval: Duration = .milliseconds(200)

    private var lock: StoreLock?
    private var condition: Condition
    /// The number of sessions, kept without counting, because the lock keeps other processes from changing it.
    private var sessionCount: Int
    /// The number of sessions with an account, or `nil` if it must be counted again.
    private var countWithAccount: Int?
    /// The approximate growth of the write-ahead log in bytes since it was last written to the file.
    ///
    /// Commits and removals, which come in numbers, are counted. The rare other writes are left out.
    var walBytes = 0
    /// The usual growth after which a checkpoint begins, and the growth after which the next one begins.
    private let checkpointBytes: Int
    private var nextCheckpointBytes: Int
    /// The number of checkpoints beside commits since the log was last begun again.
    private var checkpointCount = 0

    /// Opens the file, and blocks meanwhile.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - checkpointBytes: The growth of the write-ahead log after which it is written to the file.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    init(path: String, checkpointBytes: Int = StoreConnection.checkpointBytes) throws(StoreError) {
        self.checkpointBytes = checkpointBytes
        nextCheckpointBytes = checkpointBytes
        // The lock comes first, because opening rewrites a log that no other process may be using.
        let lock = try StoreLock(path: path)
        let file = try StoreFile(lock)
        self.lock = lock
        sessionCount = try file.count()
        condition = .open(file)
    }

    /// Commits a batch in one transaction, which is on disk when this returns.
    ///
    /// - Parameter batch: At most one commit for each session.
    /// - Returns: The outcome of each commit. A conflict changes nothing and does not affect the other commits.
    /// - Throws: ``Sessions/StoreError``, which holds for the whole batch.
    mutating func commit(_ batch: [SessionCommit]) throws(StoreError) -> [CommitOutcome] {
        guard !batch.isEmpty else { return [] }
        let outcomes: [CommitOutcome] = try write { _, writer in
            try batch.map { commit in try writer.write(commit) ? .committed : .conflict }
        }
        for (commit, outcome) in zip(batch, outcomes) where outcome == .committed {
            if commit.expectedGeneration == nil { sessionCount += 1 }
            if commit.changesAccount || commit.session.account != nil && commit.expectedGeneration == nil {
                countWithAccount = nil
            }
            // The log takes whole pages, of the row, of the replies and of the record.
            if !commit.isPlainStep { walBytes += 6_144 }
            if commit.addsReply { walBytes += 4_096 }
            if let record = commit.record { walBytes += record.byteCount + 4_096 }
        }
        return outcomes
    }

    /// Adds copies of sessions in one transaction.
    ///
    /// None of the sessions may be there yet.
    mutating func add(_ sessions: [CopiedSession]) throws(StoreError) {
        try write { db, writer in
            for copy in sessions {
                guard try writer.add(copy) else {
                    throw StoreError(.conflict, "The session \(copy.session.id) is there already.")
                }
                guard copy.crashes > 0 || copy.quarantineReason != nil else { continue }
                try db.cachedStatement(sql: "UPDATE session SET crashes = ?, quarantine_reason = ? WHERE id = ?")
                    .execute(
                        arguments: [copy.crashes, copy.quarantineReason, copy.session.id.description]
                    )
            }
        }
        sessionCount += sessions.count
        countWithAccount = nil
        walBytes += sessions.count * 16_384
        checkpointIfDue()
    }

    /// Loads a session, or returns `nil` if there is none.
    mutating func load(_ id: SessionID) throws(StoreError) -> StoredSession? {
        try read { db in
            try GRDB.Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM session WHERE id = ?"),
                arguments: [id.description]
            ).map { try SessionRow.session(of: $0, in: db) }
        }
    }

    /// Loads the session that was started last with an idempotency key, or returns `nil` if there is none.
    mutating func load(createdWith key: Digest) throws(StoreError) -> StoredSession? {
        try read { db in
            try GRDB.Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM session WHERE creation_key = ? ORDER BY number DESC LIMIT 1"),
                arguments: [Data(key.bytes)]
            ).map { try SessionRow.session(of: $0, in: db) }
        }
    }

    /// Loads a session with its history, or returns `nil` if there is none.
    mutating func history(of id: SessionID) throws(StoreError) -> StoredHistory? {
        try read { db in
            guard
                let row = try GRDB.Row.fetchOne(
                    db.cachedStatement(sql: "SELECT * FROM session WHERE id = ?"),
                    arguments: [id.description]
                )
            else { return nil }
            return StoredHistory(
                session: try SessionRow.session(of: row, in: db),
                records: try SessionRow.history(of: row, in: db)
            )
        }
    }

    /// Removes a session, and returns the number of sessions removed.
    mutating func remove(_ id: SessionID) throws(StoreError) -> Int {
        let count = try write { db, _ in
            try db.cachedStatement(sql: "DELETE FROM session WHERE id = ?").execute(arguments: [id.description])
            return db.changesCount
        }
        sessionCount -= count
        countWithAccount = nil
        walBytes += Self.removalBytes
        checkpointIfDue()
        return count
    }

    /// Removes sessions that expired before a time, oldest first, and returns their number.
    ///
    /// The indexed minute of a session may belong to an earlier expiry. It is corrected here, for as many sessions at most.
    mutating func removeExpired(before time: Timestamp, limit: Int) throws(StoreError) -> Int {
        let (expired, prolonged) = try read { db in
            func numbers(_ condition: String) throws -> [Int64] {
                try Int64.fetchAll(
                    db.cachedStatement(
                        sql: """
                            SELECT number FROM session WHERE expiry_minute <= ?1 AND \(condition)
                            ORDER BY expiry_minute, \(SessionRow.expiry) LIMIT ?3
                            """
                    ),
                    arguments: [SessionRow.minute(of: time), time.milliseconds, limit]
                )
            }
            return (
                try numbers("\(SessionRow.expiry) < ?2"),
                try numbers("\(SessionRow.expiry) >= MAX(?2, (expiry_minute + 1) * 60000)")
            )
        }
        if !expired.isEmpty { countWithAccount = nil }
        return try remove(expired, correcting: prolonged)
    }

    /// Removes sessions that were never used, in the order of their starts, and returns their number.
    mutating func removeUntouched(limit: Int) throws(StoreError) -> Int {
        try remove(
            try read { db in
                try Int64.fetchAll(
                    db.cachedStatement(
                        sql: "SELECT number FROM session WHERE used_at = 0 AND account IS NULL ORDER BY number LIMIT ?"
                    ),
                    arguments: [limit]
                )
            }
        )
    }

    /// Removes sessions, and corrects the indexed minutes of others.
    private mutating func remove(_ numbers: [Int64], correcting prolonged: [Int64] = []) throws(StoreError) -> Int {
        // Usually there are none, and then no transaction is needed.
        guard !numbers.isEmpty || !prolonged.isEmpty else { return 0 }
        try write { db, _ in
            let correction = "UPDATE session SET expiry_minute = \(SessionRow.expiry) / 60000 WHERE number = ?"
            for number in prolonged { try db.cachedStatement(sql: correction).execute(arguments: [number]) }
            for number in numbers {
                try db.cachedStatement(sql: "DELETE FROM session WHERE number = ?").execute(arguments: [number])
            }
        }
        sessionCount -= numbers.count
        walBytes += (numbers.count + prolonged.count) * Self.removalBytes
        checkpointIfDue()
        return numbers.count
    }

    /// Finds the sessions with a pending effect or timer.
    mutating func due(after last: DueSession?, at now: Timestamp, limit: Int) throws(StoreError) -> [DueSession] {
        try read { db in
            let rows = try GRDB.Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT due_at, id FROM session
                        WHERE due_at IS NOT NULL AND (due_at, id) > (?, ?) AND quarantine_reason IS NULL
                            AND \(SessionRow.expiry) > ?
                        ORDER BY due_at, id LIMIT ?
                        """
                ),
                arguments: [
                    last?.at.milliseconds ?? Int64.min, last?.id.description ?? "", now.milliseconds, limit,
                ]
            )
            // A damaged row is skipped here and reported when its session is loaded.
            return rows.compactMap { row in
                guard let due = Int64.fromDatabaseValue(row[0]), let id = String.fromDatabaseValue(row[1]) else {
                    return nil
                }
                return DueSession(at: Timestamp(milliseconds: due), id: SessionID(id))
            }
        }
    }

    /// Returns the number of sessions without counting them.
    mutating func count() throws(StoreError) -> Int {
        _ = try openFile()
        return sessionCount
    }

    /// Counts the sessions by kind, with the index of the sessions that have an account.
    mutating func tally() throws(StoreError) -> SessionTally {
        let known = countWithAccount
        let (withAccount, minute) = try read { db in
            (
                try known ?? Int.fetchOne(db, sql: "SELECT COUNT(*) FROM session WHERE account IS NOT NULL") ?? 0,
                try Int64.fetchOne(db, sql: "SELECT MIN(expiry_minute) FROM session")
            )
        }
        countWithAccount = withAccount
        let firstExpiry = minute.map { Timestamp(milliseconds: ($0 + 1) * 60_000) }
        return SessionTally(all: sessionCount, withAccount: withAccount, firstExpiry: firstExpiry)
    }

    /// Finds the sessions of an account that have not expired, latest start first.
    mutating func sessions(of account: String, at now: Timestamp, limit: Int) throws(StoreError) -> [AccountSession] {
        try read { db in
            try GRDB.Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT * FROM session
                        WHERE account = ? AND \(SessionRow.expiry) > ? AND quarantine_reason IS NULL
                        ORDER BY created_at DESC, id DESC LIMIT ?
                        """
                ),
                arguments: [account, now.milliseconds, limit]
            ).compactMap { row in
                // The account of a damaged row may be another one.
                do { return AccountSession(try SessionRow.header(of: row, in: db)) } catch is DamagedRow { return nil }
            }
        }
    }

    /// Quarantines a session, leaves its state as it is, and returns the number of sessions changed.
    mutating func quarantine(_ id: SessionID, because reason: String) throws(StoreError) -> Int {
        try write { db, _ in
            try db.cachedStatement(
                sql:
                    "UPDATE session SET quarantine_reason = ? WHERE id = ? AND quarantine_reason IS NULL"
            )
            .execute(arguments: [reason, id.description])
            return db.changesCount
        }
    }

    /// Ends the quarantine of a session, and returns whether it was quarantined.
    mutating func release(_ id: SessionID) throws(StoreError) -> Bool {
        try write { db, _ in
            try db.execute(
                sql: """
                    UPDATE session SET quarantine_reason = NULL, crashes = 0
                    WHERE id = ? AND quarantine_reason IS NOT NULL
                    """,
                arguments: [id.description]
            )
            return db.changesCount > 0
        }
    }

    /// Counts a crash of the process over a session, and returns the number of its crashes.
    mutating func recordCrash(of id: SessionID) throws(StoreError) -> Int {
        try write { db, _ in
            try Int.fetchOne(
                db.cachedStatement(sql: "UPDATE session SET crashes = crashes + 1 WHERE id = ? RETURNING crashes"),
                arguments: [id.description]
            ) ?? 0
        }
    }

    /// Commits a change of the file's `user_version`.
    mutating func probe() throws(StoreError) {
        try write { db, _ in try StoreFile.probe(db) }
    }

    /// Writes the log to the file, closes the file, and releases the lock that keeps other servers out.
    mutating func close() {
        switch condition {
        case .open(let file), .inDoubt(let file): file.close()
        case .broken, .closed: break
        }
        condition = .closed
        // The lock is released last, so that no other server opens the file during its last checkpoint.
        lock = nil
    }

    // MARK: Access

    mutating func read<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
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

    /// Runs a body in a transaction, which is on disk when this returns.
    ///
    /// - Throws: ``Sessions/StoreError`` of the kind ``Sessions/StoreError/Kind/unknownOutcome`` if `COMMIT` had begun and its
    ///   error does not exclude that the transaction is in the log. Otherwise it is ``Sessions/StoreError/Kind/unavailable``.
    mutating func write<Result>(
        _ body: (Database, SessionRow.Writer) throws -> Result
    ) throws(StoreError) -> Result {
        let file = try openFile()
        var isCommitting = false
        let result: Result
        do {
            result = try file.transaction(willCommit: { isCommitting = true }, body)
        } catch {
            let reason = StoreFile.explain(error)
            guard !Self.isHarmless(error) else { throw StoreError(.unavailable, reason) }
            // The failed transaction may be in the log. The file is checked before its next use, also after an error that
            // came before `COMMIT`.
            condition = .inDoubt(file)
            throw StoreError(isCommitting ? .unknownOutcome : .unavailable, reason)
        }
        // The files are checked before the result is delivered, because a commit to a file without a name would be lost with
        // the process.
        if let problem = file.problem { throw StoreError(.unknownOutcome, problem.description) }
        return result
    }

    /// Returns whether an error certainly left the file as it was.
    ///
    /// That holds for a full disk, another writer, a missing permission and an invalid value.
    private static func isHarmless(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_CONSTRAINT, .SQLITE_TOOBIG].contains(
            error.resultCode
        )
    }

    /// Returns the file after it was checked, and opened again if necessary.
    private mutating func openFile() throws(StoreError) -> StoreFile {
        switch condition {
        case .open(let file):
            guard let problem = file.problem else { return file }
            guard (try? file.savesUnnamedLog()) == true else { throw problem }
            file.close()
            return try reopen()
        case .inDoubt(let file):
            // The failed transaction, if it is in the log, follows the last commit that this connection has made. The probe
            // commits at that same position and replaces it, so the log holds known commits only.
            guard (try? file.access(StoreFile.probe)) != nil else {
                file.close()
                return try reopen()
            }
            // Only now is it certain whether the failed transaction took effect, so the sessions are counted. If that fails,
            // the file stays in doubt.
            sessionCount = try file.count()
            countWithAccount = nil
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
            guard let lock else { throw StoreError(.unavailable, "The store has been closed.") }
            let file = try StoreFile(lock)
            sessionCount = try file.count()
            countWithAccount = nil
            walBytes = 0
            condition = .open(file)
            return file
        } catch {
            condition = .broken(reason: error.description, tried: .now)
            throw error
        }
    }

    /// Writes the log to the file if it has grown long, most of it while further commits go on.
    ///
    /// SQLite begins the log again only when all of it is in the file, which no checkpoint beside commits reaches. So such
    /// checkpoints follow one another until little was committed during the last one, or a few have run, and then this
    /// connection writes the rest. If one fails, the commits stay safe in the log, and the next try follows after half the
    /// usual growth.
    mutating func checkpointIfDue() {
        guard case .open(let file) = condition, file.problem == nil else { return }
        switch file.background.takeStatus() {
        case .idle:
            // The count began when no checkpoint ran, on which ``BackgroundCheckpoint`` depends.
            guard walBytes > nextCheckpointBytes else { return }
            checkpointCount += 1
            file.background.start()
        case .running:
            return
        case .ended(isComplete: false):
            nextCheckpointBytes = checkpointBytes / 2
        case .ended(isComplete: true) where walBytes > checkpointBytes / 16 && checkpointCount < Self.checkpointLimit:
            // The next commit begins another checkpoint.
            nextCheckpointBytes = 0
        case .ended(isComplete: true):
            checkpointCount = 0
            let isComplete = (try? file.checkpoint()) != nil
            nextCheckpointBytes = isComplete ? checkpointBytes : checkpointBytes / 2
        }
        walBytes = 0
    }
}
