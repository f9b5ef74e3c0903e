internal import CoordinationTesting
internal import Glibc

/// The synced content of one file, and its later changes.
///
/// A power cut may keep any part of the changes.
struct VolatileFile {
    /// The number of bytes that a disk writes atomically.
    static let sectorSize = 512

    /// One write to the file.
    struct Write {
        var offset: Int
        /// The range of the bytes in the recording.
        var bytes: Range<Int>

        var end: Int { offset + bytes.count }
    }

    private enum Change {
        case write(Write)
        case truncate(size: Int)
    }

    private var synced: [UInt8]
    /// Changes since the last sync, oldest first.
    private var unsynced: [Change] = []
    /// Writes that a failed sync should have made durable, oldest first.
    ///
    /// The kernel marks them as clean and does not retry, so they stay in doubt until the same bytes are written again.
    private var inDoubt: [Write] = []

    init(synced: [UInt8] = []) {
        self.synced = synced
    }

    // MARK: Events

    mutating func write(_ write: Write) {
        unsynced.append(.write(write))
    }

    mutating func truncate(size: Int) {
        unsynced.append(.truncate(size: size))
    }

    mutating func sync(_ recorded: [UInt8]) {
        for change in unsynced {
            switch change {
            case .write(let write):
                clearInDoubt(in: write.offset..<write.end)
                synced.put(recorded[write.bytes], at: write.offset)
            case .truncate(let size): truncateSynced(size: size)
            }
        }
        unsynced.removeAll(keepingCapacity: true)
    }

    mutating func failToSync() {
        for change in unsynced {
            switch change {
            case .write(let write): inDoubt.append(write)
            case .truncate(let size): truncateSynced(size: size)
            }
        }
        unsynced.removeAll(keepingCapacity: true)
    }

    private mutating func truncateSynced(size: Int) {
        clearInDoubt(in: size..<Int.max)
        synced.setSize(size)
    }

    /// Removes the parts of writes in doubt that lie in a range, because the durable content of the range is now known.
    private mutating func clearInDoubt(in range: Range<Int>) {
        if inDoubt.isEmpty { return }
        inDoubt = inDoubt.flatMap { write in
            guard write.offset < range.upperBound, range.lowerBound < write.end else { return [write] }
            var rest: [Write] = []
            if write.offset < range.lowerBound {
                let end = write.bytes.lowerBound + range.lowerBound - write.offset
                rest.append(Write(offset: write.offset, bytes: write.bytes.lowerBound..<end))
            }
            if range.upperBound < write.end {
                let start = write.bytes.upperBound - (write.end - range.upperBound)
                rest.append(Write(offset: range.upperBound, bytes: start..<write.bytes.upperBound))
            }
            return rest
        }
    }

    // MARK: Result

    /// Returns the file's content after a power cut.
    func content(
        _ recorded: [UInt8],
        outcome: PowerCutOutcome,
        using generator: inout SeededGenerator
    ) -> [UInt8] {
        var content = synced
        for write in inDoubt { content.put(write, of: recorded, outcome: outcome, using: &generator) }
        for change in unsynced {
            switch change {
            case .write(let write): content.put(write, of: recorded, outcome: outcome, using: &generator)
            case .truncate(let size): if outcome.keeps(using: &generator) { content.setSize(size) }
            }
        }
        return content
    }
}

extension [UInt8] {
    /// Applies the sectors of a write that the outcome keeps.
    fileprivate mutating func put(
        _ write: VolatileFile.Write,
        of recorded: [UInt8],
        outcome: PowerCutOutcome,
        using generator: inout SeededGenerator
    ) {
        if outcome == .nothing { return }
        if outcome == .everything { return put(recorded[write.bytes], at: write.offset) }
        // A power cut can keep the new size without the data.
        if write.end > count, outcome.keeps(using: &generator) { setSize(write.end) }
        var start = write.offset
        while start < write.end {
            let end = Swift.min((start / VolatileFile.sectorSize + 1) * VolatileFile.sectorSize, write.end)
            if outcome.keeps(using: &generator) {
                let first = write.bytes.lowerBound + start - write.offset
                put(recorded[first..<first + end - start], at: start)
            }
            start = end
        }
    }

    /// Overwrites a part of the content, and extends it with zeros where needed.
    fileprivate mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        if offset + bytes.count > count { setSize(offset + bytes.count) }
        unsafe withUnsafeMutableBytes { content in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let target = content.baseAddress, let source = bytes.baseAddress else { return }
                unsafe memcpy(target + offset, source, bytes.count)
            }
        }
    }

    /// Truncates the content, or extends it with zeros.
    fileprivate mutating func setSize(_ size: Int) {
        if size < count {
            removeLast(count - size)
        } else if size > count {
            // `memset`, because most of the bytes are set here, and an unoptimized loop would be slow.
            let zeros = size - count
            unsafe self += [UInt8](unsafeUninitializedCapacity: zeros) { buffer, initialized in
                guard let start = buffer.baseAddress else { return }
                unsafe memset(start, 0, zeros)
                initialized = zeros
            }
        }
    }
}
