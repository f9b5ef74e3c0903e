import Glibc
import Sessions
import SystemPackage

/// A lock that keeps other servers out of a store as long as this object lives.
///
/// Two processes that write to one file through SQLite 3.40 may lose pages (https://www.sqlite.org/wal.html#walresetbug),
/// so there must never be a second one. The system releases the lock when the process ends, however it ends (flock(2)).
final class StoreLock: Sendable {
    private let file: FileDescriptor

    /// Takes the lock.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence that names the process that has the lock.
    init(path: String) throws(StoreError) {
        do {
            file = try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch {
            throw StoreError(.unavailable, "The lock file \(path) can't be opened: \(error).")
        }
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let reason = Errno(rawValue: errno)
            guard reason == .wouldBlock else {
                throw StoreError(.unavailable, "The lock file \(path) can't be locked: \(reason).")
            }
            let owner = Self.owner(file)
            throw StoreError(
                .unavailable,
                "The store is in use by another server\(owner); only one server can use it at a time."
            )
        }
        // A server that finds the lock taken reads the process id for its message; nothing else depends on it.
        try? file.resize(to: 0)
        _ = try? file.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
    }

    deinit {
        try? file.close()
    }

    /// Returns whether a server has the lock of a store at present.
    static func isLocked(path: String) -> Bool {
        guard let file = try? FileDescriptor.open(FilePath(path), .readWrite, options: .closeOnExec) else {
            return false
        }
        defer { try? file.close() }
        return flock(file.rawValue, LOCK_SH | LOCK_NB) != 0
    }

    private static func owner(_ file: FileDescriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = try? unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(fromAbsoluteOffset: 0, into: $0) }
        let digits = bytes.prefix(count ?? 0).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
    }
}
