import Concurrency
import DatabaseFiles
import GRDB
import Sessions

/// The tables of the services in a file of SQLite.
///
/// A call returns after its change is synced to disk. The removal of SQLite's rollback journal completes a transaction, and only
/// `synchronous=EXTRA` syncs this removal, too (https://www.sqlite.org/pragma.html#pragma_synchronous).
///
/// As long as a server has the file open, no other server can open it, and each access checks that its name still leads to it.
/// An operator's command holds no lock between its transactions, so it can use the file at the same time.
struct SQLiteServices: ServiceEngine {
    /// The connection, which runs one access at a time.
    private let queue: DatabaseQueue
    /// The file, which is watched for changes by other processes, or `nil` for a database in memory or in a command.
    private let file: Lock<WatchedFiles>?

    /// Opens a file.
    ///
    /// - Throws: `StoreError` when another server has the file open or it can't be opened, and `DatabaseError` when it can't be
    ///   used. An existing file is unchanged then.
    init(path: String) throws {
        // This file is beside the file of the sessions, which has the lock file.
        let lock = try StoreLock(path: path, hasLockFile: false)
        queue = try DatabaseQueue(path: lock.path, configuration: Self.configuration)
        file = Lock(try WatchedFiles(lock, logLimit: nil))
    }

    /// Opens a file for a command, without a lock, because a server may have it open.
    ///
    /// - Throws: `DatabaseError` when the file can't be used.
    init(joining path: String) throws {
        queue = try DatabaseQueue(path: path, configuration: Self.configuration)
        file = nil
    }

    private init(_ queue: DatabaseQueue) {
        self.queue = queue
        file = nil
    }

    /// Creates a database in memory, which ends with the process.
    ///
    /// - Throws: `DatabaseError` when SQLite can't create it.
    static func inMemory() throws -> Self { Self(try DatabaseQueue()) }

    /// The configuration of a connection, which waits up to two seconds while another process, such as a command, writes.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(2)
        // Overwrites removed rows in pages that are written anyway.
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA secure_delete = FAST; PRAGMA synchronous = EXTRA")
        }
        return configuration
    }

    var isShared: Bool { false }

    func create(_ tables: ServiceTables) throws { try Self.migration(creating: tables).migrate(queue) }

    func has(_ tables: ServiceTables) throws -> Bool {
        try queue.read(Self.migration(creating: tables).hasCompletedMigrations)
    }

    private static func migration(creating tables: ServiceTables) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(tables.name) { db in try db.execute(sql: tables.sqlite) }
        return migrator
    }

    /// The problem with the file that makes changes unsafe, in a sentence for operators, or `nil` if there is none.
    var problem: StoreError? { check(isIdle: false) }

    /// Reads the database, unless its file was removed, replaced or truncated.
    ///
    /// - Throws: `StoreError` for such a file, and the errors of the body and of SQLite.
    func read<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        if let problem { throw problem }
        do {
            return try queue.read { db in try body(SQLiteTransaction(db: db)) }
        } catch let error as DatabaseError {
            throw StoreError(.unavailable, error.description)
        }
    }

    /// Runs a body in a transaction, which is on disk under the name of the file when this returns.
    ///
    /// - Throws: `StoreError` if the file was removed, replaced or truncated, and the errors of the body and of SQLite.
    ///   Nothing has changed then, unless the error is of the kind ``Sessions/StoreError/Kind/unknownOutcome``. It has this
    ///   kind if the commit failed, or if the file was removed, replaced or truncated during the transaction.
    func write<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        if let problem { throw problem }
        var isCommitting = false
        let result: Result
        do {
            result = try queue.write { db in
                isCommitting = false
                let result = try body(SQLiteTransaction(db: db))
                isCommitting = true
                return result
            }
        } catch let error as DatabaseError {
            // A commit that fails may be on disk, for example if its journal was removed but not synced.
            throw StoreError(isCommitting ? .unknownOutcome : .unavailable, error.description)
        }
        // The file is checked again before the result is delivered, because a change of a file that has lost its name would be
        // lost with the process. The connection runs one access at a time, so no other one writes during the check.
        let problem = queue.inDatabase { _ in check(isIdle: true) }
        if let problem { throw StoreError(.unknownOutcome, problem.description) }
        return result
    }

    private func check(isIdle: Bool) -> StoreError? {
        file?.withLock { file in
            file.check(isIdle: isIdle).map { StoreError(.unavailable, file.description(of: $0)) }
        }
    }
}
