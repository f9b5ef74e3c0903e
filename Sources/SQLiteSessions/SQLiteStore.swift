public import Coordination
import Foundation
import GRDB
public import Sessions
import Threads

/// Keeps sessions in an SQLite file: what was committed outlives the process and the power.
///
/// ```swift
/// let store = try SQLiteStore(path: "/var/lib/usher/usher.db")
/// ```
///
/// Commits go through the write-ahead log with `synchronous=FULL`, so that a batch is on disk when
/// ``commit(_:)`` returns (https://www.sqlite.org/pragma.html#pragma_synchronous). Everything happens on one connection
/// and one thread of the store's own; callers are suspended meanwhile and block nobody.
///
/// After an I/O error nothing is done until another commit has gone through, and the file is closed and opened again if
/// it takes that, so that the store mends itself once the disk does.
public actor SQLiteStore: SessionStore {
    private enum Condition {
        case open(StoreFile)
        /// A commit went wrong and may or may not be in the log.
        case doubtful(StoreFile)
        case broken(reason: String, tried: ContinuousClock.Instant)
        case closed
    }

    /// The log is written to the file when it has grown by about this much.
    private static let checkpointBytes = 16 * 1_024 * 1_024
    /// How often a file that can't be opened is tried at the most.
    private static let patience: Duration = .milliseconds(200)

    /// Where the file is.
    public nonisolated let path: String
    /// Commits that wait for one disk gain from waiting together.
    public nonisolated let groupsCommits = true
    /// States are kept in writing.
    public nonisolated let wantsWriting = true

    /// The store's own thread, so that a batch spares the way there and back.
    public nonisolated var executor: (any TaskExecutor)? { thread.tasks }

    private nonisolated let thread: SerialThread
    private var lock: StoreLock?
    private var condition: Condition
    /// How many sessions there are; nobody else changes that.
    private var sessions: Int
    /// About how many bytes the log has grown by since it was written to the file.
    private var logBytes = 0

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Opens a store, and makes it when there is none; blocks.
    ///
    /// - Parameter path: The file; its folder must be there. SQLite keeps two more beside it, with `-wal` and `-shm`
    ///   added to its name, and the store one with `.lock`.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators: another server has the file, it can't be opened
    ///   or written, is no store or of a later version, or SQLite can't promise that commits are durable.
    public init(path: String) throws(StoreError) {
        self.path = path
        lock = try StoreLock(path: path + ".lock")
        let file = try StoreFile(path: path)
        sessions = try file.count()
        condition = .open(file)
        do throws(ThreadError) {
            thread = try SerialThread(name: "store")
        } catch {
            throw StoreError(.unavailable, "The store can't start its thread: \(error)")
        }
    }

    deinit { thread.finish() }

    /// Writes a batch in one transaction, which is on disk when this returns.
    public func commit(_ batch: [SessionCommit]) throws(StoreError) -> [CommitOutcome] {
        guard !batch.isEmpty else { return [] }
        let outcomes: [CommitOutcome] = try write { db in
            let rows = try SessionRow.Writer(in: db)
            return try batch.map { commit in try rows.write(commit) ? .committed : .conflict }
        }
        for (commit, outcome) in zip(batch, outcomes) where outcome == .committed {
            if commit.follows == nil { sessions += 1 }
            // The log takes whole pages: the row's, and one of an index or of the replies now and then.
            if case .written(let bytes) = commit.session.content { logBytes += bytes.count + 6_144 }
        }
        checkpointIfDue()
        return outcomes
    }

    /// A session.
    public func load(_ id: SessionID) throws(StoreError) -> StoredSession? {
        try read { db in
            try GRDB.Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM session WHERE id = ?"),
                arguments: [id.description]
            ).map { try SessionRow.session(of: $0, in: db) }
        }
    }

    /// The session that was started with an idempotency key last.
    public func load(createdWith key: Digest) throws(StoreError) -> StoredSession? {
        try read { db in
            try GRDB.Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM session WHERE creation_key = ? ORDER BY number DESC LIMIT 1"),
                arguments: [Data(key.bytes)]
            ).map { try SessionRow.session(of: $0, in: db) }
        }
    }

    /// Forgets a session.
    public func remove(_ id: SessionID) throws(StoreError) {
        sessions -= try write { db in
            try db.cachedStatement(sql: "DELETE FROM session WHERE id = ?").execute(arguments: [id.description])
            return db.changesCount
        }
    }

    /// Forgets sessions that expired before a time.
    public func removeExpired(before time: Timestamp, limit: Int) throws(StoreError) -> Int {
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
        try write { db in
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
    public func due(after last: DueSession?, at now: Timestamp, limit: Int) throws(StoreError) -> [DueSession] {
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
            // What is damaged is noticed when the session is wanted.
            return rows.compactMap { row in
                guard let due = Int64.fromDatabaseValue(row[0]), let id = String.fromDatabaseValue(row[1]) else {
                    return nil
                }
                return DueSession(at: Timestamp(milliseconds: due), id: SessionID(id))
            }
        }
    }

    /// How many sessions there are, without counting them.
    public func count() throws(StoreError) -> Int {
        _ = try openFile()
        return sessions
    }

    /// Marks a session, and leaves its bytes as they are.
    public func setAside(_ id: SessionID, because reason: String) throws(StoreError) {
        try write { db in
            try db.cachedStatement(
                sql: "UPDATE session SET set_aside = ?, due_at = NULL WHERE id = ? AND set_aside IS NULL"
            )
            .execute(arguments: [reason, id.description])
        }
    }

    /// Counts crashes with the session.
    public func noteCrash(of id: SessionID) throws(StoreError) -> Int {
        try write { db in
            try Int.fetchOne(
                db.cachedStatement(sql: "UPDATE session SET crashes = crashes + 1 WHERE id = ? RETURNING crashes"),
                arguments: [id.description]
            ) ?? 0
        }
    }

    /// Commits a change of one number in the file.
    public func probe() throws(StoreError) {
        try write { db in try StoreFile.probe(db) }
    }

    /// Writes the log to the file, closes it, and lets other servers have it.
    public func close() {
        switch condition {
        case .open(let file), .doubtful(let file): file.close()
        case .broken, .closed: break
        }
        condition = .closed
        lock = nil
    }

    // MARK: Access

    private func read<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
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
    private func write<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        let file = try openFile()
        var isCommitting = false
        do {
            return try file.access { db in
                try PreparedStatement("BEGIN IMMEDIATE", in: db).run()
                do {
                    let result = try body(db)
                    isCommitting = true
                    try PreparedStatement("COMMIT", in: db).run()
                    return result
                } catch {
                    // Some failures have rolled back already.
                    if db.isInsideTransaction { try db.rollback() }
                    throw error
                }
            }
        } catch {
            let reason = StoreFile.explain(error)
            guard !Self.isHarmless(error) else { throw StoreError(.unavailable, reason) }
            condition = .doubtful(file)
            throw StoreError(isCommitting ? .unknownOutcome : .unavailable, reason)
        }
    }

    /// Whether a failure leaves no doubt about what is on disk: there was no room, or somebody else was writing.
    private static func isHarmless(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_CONSTRAINT, .SQLITE_TOOBIG].contains(
            error.resultCode
        )
    }

    /// The file, in order.
    private func openFile() throws(StoreError) -> StoreFile {
        switch condition {
        case .open(let file):
            return file
        case .doubtful(let file):
            // The next commit takes the place of the doubtful one in the log, and then there is no doubt any more.
            guard (try? file.access(StoreFile.probe)) != nil else {
                file.close()
                return try reopen()
            }
            sessions = try file.count()
            condition = .open(file)
            return file
        case .broken(let reason, let tried):
            guard tried.duration(to: .now) > Self.patience else { throw StoreError(.unavailable, reason) }
            return try reopen()
        case .closed:
            throw StoreError(.unavailable, "The store has been closed.")
        }
    }

    private func reopen() throws(StoreError) -> StoreFile {
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
    private func checkpointIfDue() {
        guard logBytes > Self.checkpointBytes, case .open(let file) = condition else { return }
        do {
            try file.checkpoint()
            logBytes = 0
        } catch {
            logBytes = Self.checkpointBytes / 2
        }
    }
}
