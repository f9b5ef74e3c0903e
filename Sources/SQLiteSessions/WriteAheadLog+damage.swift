import SystemPackage

extension WriteAheadLog {
    /// A sentence about whole commits behind a damaged frame (https://www.sqlite.org/fileformat2.html#walformat), or `nil` if there
    /// are none.
    ///
    /// No check of SQLite shows them: it takes the first frame with a wrong checksum for the end of the log. A frame behind it is
    /// whole if it has the salt of the log's header, and its checksum follows from the one that the frame before it records.
    /// Frames that an earlier use of the log left have another salt.
    var damage: String? {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else { return nil }
        defer { try? file.close() }
        guard let header = Self.read(32, at: 0, of: file), case let magic = Self.word(header.span, 0),
            magic == 0x377f_0682 || magic == 0x377f_0683,
            case let pageSize = Int(Self.word(header.span, 8)), (512...65_536).contains(pageSize)
        else { return nil }
        var checksum = Checksum(header, at: 24, isBigEndian: magic & 1 == 1)
        var (number, damaged, commits) = (1, 0, 0)
        var offset: Int64 = 32
        while let frame = Self.read(24 + pageSize, at: offset, of: file) {
            // Of the frame's header only the first 8 bytes count.
            checksum.add(frame, in: 0..<8)
            checksum.add(frame, in: 24..<frame.count)
            let recorded = Checksum(frame, at: 16, isBigEndian: checksum.isBigEndian)
            if frame[8..<16] != header[16..<24] || checksum != recorded {
                if damaged == 0 { damaged = number }
            } else if damaged > 0, Self.word(frame.span, 4) > 0 {
                commits += 1
            }
            checksum = recorded
            number += 1
            offset += Int64(frame.count)
        }
        // A server that began the log again meanwhile has made the frames inconsistent.
        guard commits > 0, Self.read(32, at: 0, of: file) == header else { return nil }
        return
            "The log \(path) is damaged in frame \(damaged), so \(commits) later commits are ignored. After a power cut one "
            + "of them may never have been acknowledged; others are lost. Restore a backup if sessions are missing."
    }

    /// Reads a number of bytes; `nil` if the file has fewer.
    private static func read(_ count: Int, at offset: Int64, of file: FileDescriptor) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = try? unsafe bytes.withUnsafeMutableBytes { buffer in
            try unsafe file.read(fromAbsoluteOffset: offset, into: buffer)
        }
        return length == count ? bytes : nil
    }

    /// Returns the big-endian number at an offset.
    private static func word(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
        UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16 | UInt32(bytes[offset + 2]) << 8
            | UInt32(bytes[offset + 3])
    }

    /// The checksum of the log up to a place, which that of the next frame continues.
    private struct Checksum: Equatable {
        var first, second: UInt32
        /// The order of the bytes in the words that are added, while recorded checksums are always big-endian.
        let isBigEndian: Bool

        /// Takes the recorded checksum at an offset.
        init(_ bytes: [UInt8], at offset: Int, isBigEndian: Bool) {
            first = word(bytes.span, offset)
            second = word(bytes.span, offset + 4)
            self.isBigEndian = isBigEndian
        }

        /// Adds the bytes of a range, whose length is a multiple of 8.
        mutating func add(_ bytes: [UInt8], in range: Range<Int>) {
            let span = bytes.span
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                first = first &+ number(span, offset) &+ second
                second = second &+ number(span, offset + 4) &+ first
            }
        }

        private func number(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
            isBigEndian ? word(bytes, offset) : word(bytes, offset).byteSwapped
        }
    }
}
