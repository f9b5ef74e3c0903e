import SystemPackage

/// Commits in a log that SQLite ignores, because a frame before them is damaged.
struct LogDamage: CustomStringConvertible {
    let path: String
    /// The number of the damaged frame, from 1.
    let frame: Int
    /// The number of whole commits behind it.
    let commits: Int

    var description: String {
        "The log \(path) is damaged in frame \(frame), so \(commits) later commits are ignored. After a power cut one of them "
            + "may never have been acknowledged; others are lost. Restore a backup if sessions are missing."
    }
}

extension WriteAheadLog {
    /// The damage before commits that are whole (https://www.sqlite.org/fileformat2.html#walformat); `nil` if there is none.
    ///
    /// SQLite takes the first frame with a wrong checksum for the end of the log. A frame behind it is whole if it has the
    /// salt of the log's header, and its checksum follows from the one that the frame before it records. Frames that an
    /// earlier use of the log left have another salt.
    var damage: LogDamage? {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else { return nil }
        defer { try? file.close() }
        guard let header = Self.read(32, at: 0, of: file), let parameters = LogParameters(header) else { return nil }
        var checksum = parameters.checksum
        var (damaged, commits) = (0, 0)
        var number = 1
        var offset: Int64 = 32
        while let frame = Self.read(24 + parameters.pageSize, at: offset, of: file) {
            let expected = parameters.checksum(of: frame[..<8] + frame[24...], after: checksum)
            checksum = (LogParameters.word(frame, 16), LogParameters.word(frame, 20))
            if frame[8..<16] != parameters.salt[...] || expected != checksum {
                if damaged == 0 { damaged = number }
            } else if damaged > 0, LogParameters.word(frame, 4) > 0 {
                commits += 1
            }
            number += 1
            offset += Int64(frame.count)
        }
        // A server that began the log again meanwhile has made the frames inconsistent.
        guard commits > 0, Self.read(32, at: 0, of: file) == header else { return nil }
        return LogDamage(path: path, frame: damaged, commits: commits)
    }

    /// Reads a number of bytes; `nil` if the file has fewer.
    private static func read(_ count: Int, at offset: Int64, of file: FileDescriptor) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = try? unsafe bytes.withUnsafeMutableBytes { buffer in
            try unsafe file.read(fromAbsoluteOffset: offset, into: buffer)
        }
        return length == count ? bytes : nil
    }
}

/// The parameters in the header of a log.
private struct LogParameters {
    let pageSize: Int
    let salt: [UInt8]
    /// The checksum of the header, with which that of the first frame begins.
    let checksum: (UInt32, UInt32)
    private let isBigEndian: Bool

    init?(_ header: [UInt8]) {
        let magic = Self.word(header, 0)
        guard magic == 0x377f_0682 || magic == 0x377f_0683 else { return nil }
        isBigEndian = magic & 1 == 1
        pageSize = Int(Self.word(header, 8))
        guard (512...65_536).contains(pageSize) else { return nil }
        salt = Array(header[16..<24])
        checksum = (Self.word(header, 24), Self.word(header, 28))
    }

    func checksum(of bytes: ArraySlice<UInt8>, after last: (UInt32, UInt32)) -> (UInt32, UInt32) {
        var (first, second) = last
        var remaining = bytes.makeIterator()
        func word() -> UInt32? {
            var word: UInt32 = 0
            for _ in 0..<4 {
                guard let byte = remaining.next() else { return nil }
                word = word << 8 | UInt32(byte)
            }
            return isBigEndian ? word : word.byteSwapped
        }
        while let x = word(), let y = word() {
            first = first &+ x &+ second
            second = second &+ y &+ first
        }
        return (first, second)
    }

    /// Returns the big-endian number at an offset.
    static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
