import GRDB
import Sessions
import SystemPackage

/// The file with its one connection, which reads, writes and checkpoints.
///
/// There is one because SQLite before 3.51.3 may lose pages when two connections write or checkpoint at once
/// (https://www.sqlite.org/wal.html#walresetbug). It belongs to one thread.
final class StoreFile {
    let path: String
    private let queue: DatabaseQueue
    /// The statements of every commit, prepared once; `nil` once the file is closed.
    private var statements: CommitStatements?

    /// Opens the file and brings its tables up to date; makes it when there is none.
    ///
    /// What an earlier connection left in the log is rewritten and synced before SQLite sees it. A commit whose sync
    /// failed may still be there, in the system's memory and not on disk; SQLite would take it for committed and append
    /// to it, and a power cut would take all that follows with it.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators; the file is as it was.
    init(path: String) throws(StoreError) {
        self.path = path
        try Self.make(path)
        try LogFile(of: path).rewrite()
        do {
            queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            try queue.inDatabase { db in
                try Schema.checkOwner(of: db, at: path)
                try Self.checkDurability(db)
                // Before there are tables: a file that is left half made must still be known as one of these.
                if try Int.fetchOne(db, sql: "PRAGMA application_id") != Schema.applicationID {
                    try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
                }
            }
            try Schema.migrations.migrate(queue)
            statements = try queue.inDatabase { db in
                // Only a write tells whether the file can be written.
                try Self.probe(db)
                try Self.emptyLog(of: db)
                return try CommitStatements(in: db)
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.unavailable, "The store \(path) can't be opened: \(Self.explain(error))")
        }
    }

    /// Makes an empty file that nobody else may read, if there is none.
    private static func make(_ path: String) throws(StoreError) {
        do {
            try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .closeOnExec],
                permissions: .ownerReadWrite
            )
            .close()
        } catch {
            throw StoreError(.unavailable, "The store \(path) can't be opened for writing: \(error).")
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "usher.store"
        configuration.journalMode = .wal
        // A backup that is being read may hold up the emptying of the log.
        configuration.busyMode = .timeout(2)
        // After a rollback that failed there may be one left; the file is closed then.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cache_size = -65536;
                    PRAGMA journal_size_limit = 67108864;
                    """
            )
        }
        return configuration
    }

    /// Sets what makes a commit durable, and reads it back: GRDB and builds of SQLite have ideas of their own.
    private static func checkDurability(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? ""
        let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
        guard journal == "wal", synchronous == 2 else {
            throw StoreError(
                .unavailable,
                "SQLite keeps journal_mode=\(journal) and synchronous=\(synchronous), where wal and 2 are needed."
            )
        }
    }

    /// Commits a change of one number in the file.
    static func probe(_ db: Database) throws {
        let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \((version &+ 1) & 0xFFFF)")
    }

    /// Writes the log to the file, syncs it, and begins a new log.
    private static func emptyLog(of db: Database) throws {
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        // Somebody who reads may keep the log from being cut, but not its pages from being in the file.
        guard let row, row[0] == 0 || row[1] == row[2] as Int? else {
            throw StoreError(.unavailable, "The store's log can't be emptied because another process reads the store.")
        }
    }

    /// Does something with the database; no transaction is open before or after.
    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try queue.inDatabase(body)
    }

    /// Does something in a transaction.
    ///
    /// - Parameters:
    ///   - willCommit: Called when the body has ended well; what fails afterwards may be on disk all the same.
    ///   - body: Gets the database and the statement that writes sessions.
    /// - Returns: The result of the body, which is on disk.
    func transaction<Result>(
        willCommit: () -> Void,
        _ body: (Database, SessionRow.Writer) throws -> Result
    ) throws -> Result {
        guard let statements else { throw StoreError(.unavailable, "The store \(path) has been closed.") }
        return try access { db in
            try statements.begin.run()
            do {
                let result = try body(db, statements.sessions)
                willCommit()
                try statements.commit.run()
                return result
            } catch {
                // Some failures have rolled back already.
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

    /// Writes as much of the log to the file as nobody reads.
    func checkpoint() throws {
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
    }

    func close() {
        // SQLite closes no connection that has statements.
        statements = nil
        // A failure is closed with the process; no commit depends on it.
        try? queue.close()
    }

    /// What SQLite says, with its number.
    static func explain(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        return "\(error.message ?? "error") (\(error.extendedResultCode))"
    }
}

/// The statements of every commit, prepared once for a connection: looking them up by their text would take as long as
/// running some of them.
private struct CommitStatements {
    let begin, commit: PreparedStatement
    let sessions: SessionRow.Writer

    init(in db: Database) throws {
        begin = try PreparedStatement("BEGIN IMMEDIATE", in: db)
        commit = try PreparedStatement("COMMIT", in: db)
        sessions = try SessionRow.Writer(in: db)
    }
}
