import Concurrency
import DatabaseFiles
import GRDB
import SystemPackage

/// A second connection to the file of a store, which writes the log to the file on a thread of its own while commits go on.
///
/// SQLite before 3.51.3 may lose pages if one connection begins a checkpoint while another one commits and begins the log again
/// from its start (https://www.sqlite.org/wal.html#walresetbug). It begins the log again only if all of it is in the file
/// (https://www.sqlite.org/fileformat2.html#reset). So ``start()`` is called only after a commit that was made while no
/// checkpoint ran. That commit is not in the file before this checkpoint has ended, and until then the log only grows.
///
/// The owner calls all methods on one thread.
final class BackgroundCheckpoint {
    /// The progress of a checkpoint.
    enum Status {
        case idle, running
        case ended(isComplete: Bool)
    }

    /// The connection, for checkpoints only.
    let connection: DatabaseQueue
    private let thread: WorkerThreads
    private let status = Monitor(Status.idle)
    private let lock: StoreLock

    /// Opens the connection.
    ///
    /// - Parameter lock: The lock of the database, which has a log already.
    /// - Throws: `DatabaseError` if the file can't be opened, or ``Concurrency/ThreadError``.
    init(_ lock: StoreLock) throws {
        self.lock = lock
        var configuration = Configuration()
        configuration.label = "usher.checkpoint"
        connection = try DatabaseQueue(path: lock.path, configuration: configuration)
        thread = try WorkerThreads(count: 1, name: "checkpoint")
    }

    deinit { thread.finish() }

    /// Returns the progress.
    ///
    /// After a checkpoint has ended, it is idle from the next call on.
    func takeStatus() -> Status {
        status.withLock { status in
            defer { if case .ended = status { status = .idle } }
            return status
        }
    }

    /// Starts a checkpoint, which waits for no commit and for no reader.
    ///
    /// It leaves out the pages that are committed meanwhile or that a reader still needs.
    func start() {
        status.withLock { $0 = .running }
        thread.submit { [connection, status, database = lock.database] in
            let isComplete: Bool
            do {
                try connection.inDatabase { db in try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
                // SQLite syncs the file only when all of the log is in it, which a commit meanwhile prevents. Commits wait for
                // the sync of the last checkpoint, and the sync here leaves less to it.
                try database.sync()
                isComplete = true
            } catch {
                isComplete = false
            }
            status.withLock { $0 = .ended(isComplete: isComplete) }
        }
    }

    /// Waits until a started checkpoint has ended.
    func wait() {
        status.wait(while: { if case .running = $0 { true } else { false } }, { _ in })
    }

    /// Closes the connection, after a checkpoint that runs.
    func close() {
        thread.stop()
        // After a failure the connection stays open until the process ends, and is never used again.
        try? connection.close()
    }
}
