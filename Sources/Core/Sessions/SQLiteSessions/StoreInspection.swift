import DatabaseFiles
import GRDB
public import Sessions
import SystemPackage

/// A read-only view of a store, whether a server uses it or not.
///
/// The file is opened for reading only, so an inspection never writes to it and never empties its log. A server can go on while
/// an inspection reads, and only its log grows in the meantime.
public struct StoreInspection: Sendable {
    /// The path of the file.
    public let path: String
    let queue: DatabaseQueue
    /// The path without symbolic links, beside which the log is.
    var resolvedPath: String { SQLiteStore.resolvedPath(path) }

    /// Opens a store for reading.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence, such as that there is no such file, that it is not a store, or that
    ///   another release has written its tables.
    public init(path: String) throws(StoreError) {
        self.path = path
        guard (try? FilePath(path).stat()) != nil else {
            throw StoreError(.unavailable, "There is no store at \(path).")
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "usher.inspection"
        configuration.busyMode = .timeout(5)
        // A rollback that fails must not end the process. See `reading`.
        configuration.allowsUnsafeTransactions = true
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { db in
                try Schema.checkOwner(of: db, at: path)
                try Schema.checkIsCurrent(db, at: path)
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.unavailable, "The store \(path) can't be read: \(StoreFile.explain(error))")
        }
    }

    /// Whether a server uses the store at present.
    public var isInUse: Bool { StoreLock.isLocked(path: path) }

    func reading<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
        do {
            return try queue.inDatabase { db in
                try db.beginTransaction(.deferred)
                // After a damaged page SQLite fails to commit, even if nothing was changed.
                defer { try? db.rollback() }
                return try body(db)
            }
        } catch {
            throw StoreError(.unavailable, "The store \(path) can't be read: \(StoreFile.explain(error))")
        }
    }
}
