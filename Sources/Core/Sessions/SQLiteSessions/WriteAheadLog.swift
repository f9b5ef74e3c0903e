import DatabaseFiles
import Sessions
import SystemPackage

/// The write-ahead log of a store that no process has open.
struct WriteAheadLog {
    let path: String

    init(of store: String) {
        path = store + "-wal"
    }

    /// Writes every byte of the log again and syncs it (fsync(2)), so that the data SQLite reads from it are on disk.
    ///
    /// Without this they may be in the system's page cache only. After a failed sync Linux takes pages for clean that were
    /// never written, and another sync would report success. Writing them makes them dirty again.
    ///
    /// - Throws: ``Sessions/StoreError`` if it can't be read, written or synced. Its bytes are as they were then.
    func rewrite() throws(StoreError) {
        var step = "opened"
        do {
            let file = try FileDescriptor.open(FilePath(path), .readWrite, options: .closeOnExec)
            try file.closeAfter {
                var buffer = [UInt8](repeating: 0, count: 1 << 20)
                var offset: Int64 = 0
                while true {
                    step = "read"
                    let count = try unsafe buffer.withUnsafeMutableBytes { buffer in
                        try unsafe file.read(fromAbsoluteOffset: offset, into: buffer)
                    }
                    if count == 0 { break }
                    step = "written"
                    try file.writeAll(toAbsoluteOffset: offset, buffer[..<count])
                    offset += Int64(count)
                }
                step = "synced"
                try file.sync()
            }
        } catch Errno.noSuchFileOrDirectory {
            return
        } catch {
            throw StoreError(.unavailable, "The write-ahead log \(path) can't be \(step): \(error).")
        }
    }
}
