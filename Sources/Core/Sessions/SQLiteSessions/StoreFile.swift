import Concurrency
import DatabaseFiles
import GRDB
import Sessions
import SystemPackage

/// The file with its one connection that reads and writes.
///
/// A second connection only writes the log to the file. This one belongs to one thread, because SQLite before 3.51.3 may lose
/// pages when two connections write or checkpoint at once (https://www.sqlite.org/wal.html#walresetbug).
/// ``BackgroundCheckpoint`` says why its own connection can't cause that.
final class StoreFile {
    let path: String
    private let queue: DatabaseQueue
    /// Writes the log to the file while commits go on.
    let background: BackgroundCheckpoint
    private var files: WatchedFiles
    /// The statements of every commit, prepared once, or `nil` after the file was closed.
    private var statements: CommitStatements?
    /// Retained, because the locks must outlive the connection (``StoreLock``).
    private let lock: StoreLock

    /// The size to which SQLite truncates a longer log when it begins again.
    private static let logLimit = 64 * 1_024 * 1_024
    /// Connections to truncated files, which are never closed, because closing one would write the damaged log to the file.
    private static let abandoned = Lock([DatabaseQueue]())

    /// Opens the file of a locked store and migrates its tables.
    ///
    /// The log that an earlier connection left is rewritten and synced before SQLite reads it. It may end with a commit that is
    /// in the system's page cache but not on disk, because its sync failed. SQLite would take it for committed and append to
    /// it, and a power cut would then lose it together with every commit after it.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators. No session has changed then.
    init(_ lock: StoreLock) throws(StoreError) {
        self.lock = lock
        let path = lock.path
        self.path = path
        try WriteAheadLog(of: path).rewrite()
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            try queue.inDatabase { db in
                try Schema.checkOwner(of: db, at: path)
                try Self.checkDurability(db)
                // This comes before the tables are created, so that a file left incomplete is still recognized as a store.
                if try Int.fetchOne(db, sql: "PRAGMA application_id") != Schema.applicationID {
                    try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
                }
            }
            try Schema.migrate(queue)
            statements = try queue.inDatabase { db in
                // Only a write shows whether the file can be written.
                try Self.probe(db)
                try Self.truncateLog(of: db)
                return try CommitStatements(in: db)
            }
            files = try WatchedFiles(lock, logLimit: Int64(Self.logLimit))
            background = try BackgroundCheckpoint(lock)
            if let problem { throw problem }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.unavailable, "The store \(path) can't be opened: \(Self.explain(error))")
        }
    }

    /// The problem with the files that makes commits unsafe, or `nil` if there is none.
    var problem: StoreError? {
        files.check().map { StoreError(.unavailable, files.description(of: $0)) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "usher.store"
        configuration.journalMode = .wal
        // A backup that reads the store may delay the emptying of the log.
        configuration.busyMode = .timeout(2)
        // A rollback that failed may leave a transaction open, at which GRDB would otherwise end the process. Before its next
        // use the file is probed, and closed if that fails.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA trusted_schema = OFF;
                    PRAGMA secure_delete = FAST; -- overwrites removed rows in pages that are written anyway
                    PRAGMA cache_size = -65536; -- 64 MiB
                    PRAGMA journal_size_limit = \(logLimit);
                    """
            )
        }
        return configuration
    }

    /// Sets the options that make a commit durable, and reads them back, because GRDB and SQLite's build can change them.
    ///
    /// SQLite's automatic checkpoint is off, because commits would wait for it (``StoreConnection/checkpointIfDue()``).
    private static func checkDurability(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? ""
        let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
        guard journal == "wal", synchronous == 2 else {
            throw StoreError(
                .unavailable,
                "SQLite uses journal_mode=\(journal) and synchronous=\(synchronous), but wal and 2 are required."
            )
        }
    }

    /// Commits a change of the file's `user_version`, which nothing else uses, and which wraps at 16 bits.
    static func probe(_ db: Database) throws {
        let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \((version &+ 1) & 0xFFFF)")
    }

    /// Whether only the log's name was lost, so that opening the file again repairs it, once the log is in the file.
    ///
    /// - Throws: The error of SQLite if the log can't be written to the file.
    func savesUnnamedLog() throws -> Bool {
        guard case .logReplaced = files.check() else { return false }
        background.wait()
        try queue.inDatabase(Self.truncateLog)
        return true
    }

    /// Writes the log to the file, syncs the file, and truncates the log.
    private static func truncateLog(of db: Database) throws {
        // The columns are: whether it was blocked, the frames in the log, and the frames written to the file.
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        // A reader can prevent that the log is truncated, but not that all of its pages are in the file.
        guard let row, row[0] == 0 || row[1] == row[2] as Int? else {
            throw StoreError(
                .unavailable,
                "The write-ahead log can't be emptied because another process reads the store."
            )
        }
    }

    /// Runs a body with the database.
    ///
    /// No transaction is open before or after it.
    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try queue.inDatabase(body)
    }

    /// Runs a body in a transaction, and rolls it back if the body or the commit fails.
    ///
    /// - Parameters:
    ///   - willCommit: Called before `COMMIT`. The transaction may be on disk in spite of a later error.
    ///   - body: Called with the database and the writer for sessions.
    /// - Returns: The result of the body, after the transaction is on disk.
    /// - Throws: `StoreError` after ``close()``, otherwise the error of the body or of SQLite. The transaction was rolled back,
    ///   unless it is already on disk, which is possible after `willCommit` was called.
    func transaction<Result>(
        willCommit: () -> Void,
        _ body: (Database, SessionRow.Writer) throws -> Result
    ) throws -> Result {
        guard let statements else { throw StoreError(.unavailable, "The store \(path) has been closed.") }
        return try access { db in
            try statements.begin.run()
            do {
                let result = try body(db, statements.writer)
                willCommit()
                try statements.commit.run()
                return result
            } catch {
                // SQLite itself rolls back after some errors.
                if db.isInsideTransaction { try db.rollback() }
                throw error
            }
        }
    }

    /// Counts the sessions.
    func count() throws(StoreError) -> Int {
        do {
            return try queue.inDatabase { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM session") ?? 0 }
        } catch {
            throw StoreError(.unavailable, "The store \(path) can't be read: \(Self.explain(error))")
        }
    }

    /// Writes the log to the file, except for pages that a reader still needs.
    ///
    /// It waits for no reader.
    func checkpoint() throws {
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
    }

    func close() {
        // SQLite does not close a connection that has prepared statements.
        statements = nil
        background.wait()
        if case .truncated = files.check() {
            Self.abandoned.withLock { $0 += [queue, background.connection] }
            return
        }
        background.close()
        // After a failure the connection stays open until the process ends. It is never used again, so it neither writes nor
        // checkpoints.
        try? queue.close()
    }

    /// Returns SQLite's message with its extended result code.
    static func explain(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        return "\(error.message ?? "error") (\(error.extendedResultCode))"
    }
}

/// The statements of every commit.
///
/// They are prepared once for a connection, because finding them by their text would take as long as running some of them.
private struct CommitStatements {
    let begin, commit: PreparedStatement
    let writer: SessionRow.Writer

    init(in db: Database) throws {
        begin = try PreparedStatement("BEGIN IMMEDIATE", in: db)
        commit = try PreparedStatement("COMMIT", in: db)
        writer = try SessionRow.Writer(in: db)
    }
}
