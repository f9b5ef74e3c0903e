import Glibc
import Sessions

/// Keeps other servers out of a store for as long as this one lives.
///
/// Two processes that write to one file through SQLite 3.40 may lose pages (https://www.sqlite.org/wal.html#walresetbug),
/// so there must never be a second one. The system lets go of the lock when the process ends, however it ends
/// (flock(2)).
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence that names the process that has it.
    init(path: String) throws(StoreError) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(.unavailable, "The lock file \(path) can't be opened: \(Self.reason(errno)).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let owner = Self.read(descriptor)
            Glibc.close(descriptor)
            guard code == EWOULDBLOCK else {
                throw StoreError(.unavailable, "The lock file \(path) can't be locked: \(Self.reason(code)).")
            }
            throw StoreError(.unavailable, "Another server\(owner) has the store; only one may have it at a time.")
        }
        // For whoever finds it locked; nothing depends on it.
        let text = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        _ = unsafe pwrite(descriptor, text, text.count, 0)
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Whether some server has the lock of a store at the moment.
    static func isTaken(path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }

    private static func read(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(0, count)).prefix { $0 >= 0x30 && $0 <= 0x39 }
        return digits.isEmpty ? "" : ", process \(String(decoding: digits, as: UTF8.self)),"
    }

    private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
