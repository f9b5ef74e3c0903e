import SystemPackage

/// The file of an open database, and its write-ahead log if it has one, watched for changes that SQLite does not notice.
///
/// SQLite keeps writing to a file that was removed or replaced, so commits would succeed and be lost with the process. A
/// check makes two system calls for each file (stat(2)), which take a few microseconds.
package struct WatchedFiles: Sendable {
    /// A change of the files by another process.
    package enum Change: Sendable {
        /// The database's name leads to no file or to another one, and the open file is whole.
        case databaseReplaced
        /// The log's name leads to no file or to another one, and the open log is whole.
        case logReplaced
        /// One of the files has lost bytes.
        case truncated
    }

    private struct Identity: Equatable {
        let device: DeviceID
        let inode: Inode

        init(_ file: Stat) {
            device = file.deviceID
            inode = file.inode
        }

        init?(at path: FilePath) {
            guard let file = try? path.stat() else { return nil }
            self.init(file)
        }
    }

    /// The write-ahead log, open for its state.
    private final class Log: Sendable {
        let path: FilePath
        let file: FileDescriptor
        /// The size to which SQLite itself may truncate it.
        let limit: Int64

        init(of database: String, limit: Int64) throws {
            path = FilePath(database + "-wal")
            // SQLite locks neither this file nor its descriptor, so it can be opened and closed.
            file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            self.limit = limit
        }

        deinit { try? file.close() }
    }

    private let databasePath: FilePath
    /// Retained, because it has the open database.
    private let lock: StoreLock
    private let log: Log?
    private var databaseSize: Int64 = 0
    private var logSize: Int64 = 0
    private var isTruncated = false

    /// Begins to watch the files.
    ///
    /// - Parameters:
    ///   - lock: The lock of the database, which is open.
    ///   - logLimit: The size to which SQLite itself may truncate the log (`journal_size_limit`), or `nil` for a database with
    ///     a rollback journal, which SQLite removes after each transaction.
    /// - Throws: `Errno` if the log can't be opened.
    package init(_ lock: StoreLock, logLimit: Int64?) throws {
        self.lock = lock
        databasePath = FilePath(lock.path)
        log = try logLimit.map { try Log(of: lock.path, limit: $0) }
    }

    /// Returns the change that another process has made to the files, or `nil` if there is none.
    ///
    /// - Parameter isIdle: Whether no transaction of this process writes to the database at present. A transaction that writes
    ///   may still be rolled back, after which a database with a rollback journal is shorter again, so its size is not
    ///   recorded.
    /// - Returns: The change.
    package mutating func check(isIdle: Bool = true) -> Change? {
        guard let database = try? lock.database.stat() else { return .truncated }
        if database.size < databaseSize { isTruncated = true }
        if isIdle { databaseSize = database.size }
        var logIdentity: Identity?
        if let log {
            guard let file = try? log.file.stat() else { return .truncated }
            if file.size < min(logSize, log.limit) { isTruncated = true }
            logSize = file.size
            logIdentity = Identity(file)
        }
        if isTruncated { return .truncated }
        if Identity(at: databasePath) != Identity(database) { return .databaseReplaced }
        if let log, Identity(at: log.path) != logIdentity { return .logReplaced }
        return nil
    }

    /// Returns a sentence for operators about a change.
    package func description(of change: Change) -> String {
        switch change {
        case .databaseReplaced:
            "The file \(lock.path) was removed or replaced while the server uses it, so nothing is committed. Move the file "
                + "back, or stop the server and restore a backup."
        case .logReplaced:
            "The log \(lock.path)-wal was removed or replaced while the server uses it."
        case .truncated:
            "The file \(lock.path)\(log == nil ? "" : " or its log") was truncated while the server uses it, so nothing is "
                + "committed. Stop the server, run 'usher store check', and restore a backup if sessions are missing."
        }
    }
}
