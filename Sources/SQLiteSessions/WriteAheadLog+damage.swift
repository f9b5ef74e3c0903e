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
            // Of the frame's header only the first 8 bytes count.
            let begun = parameters.checksum(of: frame, in: 0..<8, after: checksum)
            let expected = parameters.checksum(of: frame, in: 24..<frame.count, after: begun)
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

    /// Returns the checksum of a range, whose length is a multiple of 8, after that of the bytes before it.
    ///
    /// A start reads the whole log, so this reads words at their places instead of taking byte by byte from a sequence.
    func checksum(of bytes: [UInt8], in range: Range<Int>, after last: (UInt32, UInt32)) -> (UInt32, UInt32) {
        var (first, second) = last
        let span = bytes.span
        var place = range.lowerBound
        while place < range.upperBound {
            first = first &+ word(span, place) &+ second
            second = second &+ word(span, place + 4) &+ first
            place += 8
        }
        return (first, second)
    }

    private func word(_ bytes: Span<UInt8>, _ place: Int) -> UInt32 {
        let word =
            UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
            | UInt32(bytes[place + 3])
        return isBigEndian ? word : word.byteSwapped
    }

    /// Returns the big-endian number at an offset.
    static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
