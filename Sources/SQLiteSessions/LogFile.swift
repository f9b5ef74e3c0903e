import Glibc
import Sessions

/// The write-ahead log of a store that nobody has open.
struct LogFile {
    let path: String

    init(of store: String) {
        path = store + "-wal"
    }

    /// Writes every byte of the log again, as it is, and syncs it (fsync(2)), so that what SQLite reads from it is on
    /// disk and not only in the system's memory.
    ///
    /// - Throws: ``Sessions/StoreError`` when it can't be read, written or synced; its bytes are as they were.
    func rewrite() throws(StoreError) {
        let file = unsafe open(path, O_RDWR | O_CLOEXEC)
        if file < 0, errno == ENOENT { return }
        guard file >= 0 else { throw failure("opened") }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var place: off_t = 0
        while true {
            let count = unsafe pread(file, &buffer, buffer.count, place)
            guard count >= 0 else { throw failure("read") }
            if count == 0 { break }
            var written = 0
            while written < count {
                let step = unsafe buffer.withUnsafeBytes { bytes in
                    unsafe pwrite(file, bytes.baseAddress.map { unsafe $0 + written }, count - written, place)
                }
                guard step > 0 else { throw failure("written") }
                written += step
                place += off_t(step)
            }
        }
        guard fsync(file) == 0 else { throw failure("synced") }
    }

    private func failure(_ verb: String) -> StoreError {
        let reason = unsafe String(cString: strerror(errno))
        return StoreError(.unavailable, "The store's log \(path) can't be \(verb): \(reason).")
    }
}
