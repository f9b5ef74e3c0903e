import DatabaseFiles
import Glibc
import SystemPackage

extension WriteAheadLog {
    /// The number of bytes that are copied at a time.
    private static let copiedBytes = 1 << 20

    /// Copies a damaged log to a file beside it, because SQLite removes the frames that it ignores.
    ///
    /// The copy has `.damaged` added to its name, and a number if there is such a file already, which is never overwritten. A
    /// file with the same bytes, from a start that failed later, is used again. Only the owner can read it.
    ///
    /// - Returns: A sentence for operators about the copy, or about the reason why there is none.
    func keepDamaged() -> String {
        do {
            let log = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
            return try log.closeAfter {
                let copy = try copy(log)
                return
                    "The log was copied to \(copy); keep the copy together with one of the store until no session is missing, "
                    + "and remove it then."
            }
        } catch {
            return "The log can't be copied: \(error)."
        }
    }

    /// Copies the log to the first free name, unless there is a copy; returns the path.
    private func copy(_ log: FileDescriptor) throws -> String {
        var (target, number) = (path + ".damaged", 1)
        while true {
            do {
                let file = try FileDescriptor.open(
                    FilePath(target),
                    .writeOnly,
                    options: [.create, .exclusiveCreate, .closeOnExec],
                    permissions: .ownerReadWrite
                )
                do {
                    try file.closeAfter { try Self.write(log, to: file) }
                    try FileDescriptor.syncFolder(of: target)
                } catch {
                    _ = unsafe unlink(target)
                    throw error
                }
                return target
            } catch Errno.fileExists {
                if try Self.isCopy(target, of: log) { return target }
                number += 1
                target = "\(path).damaged.\(number)"
            }
        }
    }

    private static func write(_ log: FileDescriptor, to file: FileDescriptor) throws {
        var offset: Int64 = 0
        while case let bytes = try bytes(at: offset, of: log), !bytes.isEmpty {
            try file.writeAll(toAbsoluteOffset: offset, bytes)
            offset += Int64(bytes.count)
        }
        try file.sync()
    }

    private static func isCopy(_ path: String, of log: FileDescriptor) throws -> Bool {
        let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
        return try file.closeAfter {
            var offset: Int64 = 0
            while true {
                let expected = try bytes(at: offset, of: log)
                guard try bytes(at: offset, of: file) == expected else { return false }
                if expected.isEmpty { return true }
                offset += Int64(expected.count)
            }
        }
    }

    /// Reads the next bytes of a file; none at its end.
    private static func bytes(at offset: Int64, of file: FileDescriptor) throws -> [UInt8] {
        try unsafe [UInt8](unsafeUninitializedCapacity: copiedBytes) { buffer, count in
            count = try unsafe file.read(fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
