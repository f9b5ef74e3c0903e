import Glibc
package import Sessions
package import SystemPackage

/// The locks that keep other servers out of a database as long as this object lives.
///
/// Two processes that write to one file through SQLite 3.40 may lose pages (https://www.sqlite.org/wal.html#walresetbug), so
/// there must never be a second one. The system releases the locks when the process ends, however it ends (flock(2)).
///
/// The lock that counts is on the database file itself, so it holds under every name of the file and if the lock file is
/// removed. It does not affect SQLite, because SQLite's own locks are of another kind (fcntl(2)). But SQLite's locks end when
/// the process closes any descriptor of the file, so this object must outlive SQLite's connection. The lock file beside the
/// database names the process that has the store, and can be examined without opening the database. A database that belongs to
/// a store, and is opened after it, needs no lock file.
package final class StoreLock: Sendable {
    /// The path of the store, without symbolic links, because SQLite places its log beside the file that they lead to.
    package let path: String
    /// The database file, for examining its state.
    package let database: FileDescriptor
    private let lockFile: FileDescriptor?

    /// Takes the locks, and creates the database file if there is none.
    ///
    /// Only the owner can read the file. A file that others can read, from a restored copy for example, is narrowed to its
    /// owner.
    ///
    /// - Parameters:
    ///   - path: The database file in a folder that must exist.
    ///   - hasLockFile: Whether there is a lock file beside it.
    /// - Throws: ``Sessions/StoreError`` with a sentence, which names the process that has the lock if there is a lock file.
    package init(path: String, hasLockFile: Bool = true) throws(StoreError) {
        let path = Self.resolvedPath(path)
        self.path = path
        if let file = try? FilePath(path).stat(), file.type == .regular, file.linkCount > 1 {
            throw StoreError(
                .unavailable,
                "The store \(path) has another name (a hard link). SQLite would not find its log under it; remove the other "
                    + "name, or make a copy with 'usher store backup'."
            )
        }
        let opened = hasLockFile ? try Self.open(path + ".lock", "lock file") : nil
        do throws(StoreError) {
            if let opened, try !Self.lock(opened, path + ".lock") { throw Self.inUse(by: Self.owner(opened)) }
            let database = try Self.open(path, "store")
            do throws(StoreError) {
                guard try Self.lock(database, path) else { throw Self.inUse(by: "") }
            } catch {
                try? database.close()
                throw error
            }
            self.database = database
        } catch {
            try? opened?.close()
            throw error
        }
        lockFile = opened
        let others: FilePermissions = [.groupReadWriteExecute, .otherReadWriteExecute]
        if let mode = try? database.stat().permissions, !mode.isDisjoint(with: others) {
            // SQLite gives its log the mode of the file. Without the right to change the mode, it stays as it is.
            _ = fchmod(database.rawValue, 0o600)
        }
        // A server that finds the lock taken reads the process id for its message, and nothing else depends on it.
        try? lockFile?.resize(to: 0)
        _ = try? lockFile?.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
    }

    deinit {
        try? database.close()
        try? lockFile?.close()
    }

    /// Returns whether a server has the lock file of a store at present.
    ///
    /// The database file itself must not be opened and closed for this, because the process may have it open.
    package static func isLocked(path: String) -> Bool {
        let lockFile = FilePath(resolvedPath(path) + ".lock")
        guard let file = try? FileDescriptor.open(lockFile, .readWrite, options: .closeOnExec) else {
            return false
        }
        defer { try? file.close() }
        return flock(file.rawValue, LOCK_SH | LOCK_NB) != 0
    }

    /// Returns a path without symbolic links, or the path as it is if there is nothing at it.
    package static func resolvedPath(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func open(_ path: String, _ kind: String) throws(StoreError) -> FileDescriptor {
        do {
            return try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch {
            throw StoreError(.unavailable, "The \(kind) \(path) can't be opened: \(error).")
        }
    }

    /// Locks a file, or returns `false` if another server has the lock.
    private static func lock(_ file: FileDescriptor, _ path: String) throws(StoreError) -> Bool {
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 else { return true }
        let reason = Errno(rawValue: errno)
        guard reason == .wouldBlock else {
            throw StoreError(.unavailable, "The file \(path) can't be locked: \(reason).")
        }
        return false
    }

    private static func inUse(by owner: String) -> StoreError {
        StoreError(
            .unavailable,
            "The store is in use by another server\(owner); only one server can use it at a time."
        )
    }

    private static func owner(_ file: FileDescriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = try? unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(fromAbsoluteOffset: 0, into: $0) }
        let digits = bytes.prefix(count ?? 0).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
    }
}
