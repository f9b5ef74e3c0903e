import SystemPackage

/// The database file and the log of an open store, watched for changes that SQLite does not notice.
///
/// SQLite keeps writing to a file that was removed or replaced, so commits would succeed and be lost with the process. A
/// check makes four system calls (stat(2)), which take a few microseconds.
struct WatchedFiles: ~Copyable {
    /// A change of the files by another process.
    enum Change {
        /// The database's name leads to no file or to another one; the open file is whole.
        case databaseReplaced
        /// The log's name leads to no file or to another one; the open log is whole.
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

    private let databasePath: FilePath
    private let logPath: FilePath
    private let database: FileDescriptor
    private let log: FileDescriptor
    /// The size to which SQLite itself may truncate the log.
    private let logLimit: Int64
    private var databaseSize: Int64 = 0
    private var logSize: Int64 = 0
    private var isTruncated = false

    /// Begins to watch the files.
    ///
    /// - Parameters:
    ///   - path: The path of the database.
    ///   - database: A descriptor of the database, which must stay open.
    ///   - logLimit: The size to which SQLite itself may truncate the log (`journal_size_limit`).
    /// - Throws: `Errno` if the log can't be opened.
    init(path: String, database: FileDescriptor, logLimit: Int64) throws {
        databasePath = FilePath(path)
        logPath = FilePath(path + "-wal")
        self.database = database
        self.logLimit = logLimit
        // SQLite locks neither this file nor its descriptor, so it can be opened and closed.
        log = try FileDescriptor.open(logPath, .readOnly, options: .closeOnExec)
    }

    deinit { try? log.close() }

    /// Returns the change that another process has made to the files; `nil` if there is none.
    mutating func check() -> Change? {
        guard let database = try? self.database.stat(), let log = try? self.log.stat() else { return .truncated }
        if database.size < databaseSize || log.size < min(logSize, logLimit) { isTruncated = true }
        databaseSize = database.size
        logSize = log.size
        if isTruncated { return .truncated }
        if Identity(at: databasePath) != Identity(database) { return .databaseReplaced }
        if Identity(at: logPath) != Identity(log) { return .logReplaced }
        return nil
    }
}
