import JSON

/// The change that turns the encoding of a state into that of an earlier state of the same session.
///
/// It consists of copies from the later encoding and of bytes that only the earlier one has, so it is about as long as the
/// parts that the earlier state had and the later one has lost or changed.
///
/// ```swift
/// let change = EncodedChange(from: next, to: last, changes: step.changes)
/// change.applied(to: next.bytes)  // last.bytes
/// ```
public struct EncodedChange: Equatable, Sendable {
    /// The stored form: the lengths of both encodings, then for each copy or piece its length and its offset or bytes.
    ///
    /// Numbers are in base 128, least significant digit first, with the highest bit set in all but the last byte.
    public let bytes: [UInt8]

    /// Takes the stored form, which is checked when it is applied.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Finds the change between two encodings.
    ///
    /// - Parameters:
    ///   - later: The encoding that a reader has.
    ///   - earlier: The encoding that the change leads to.
    ///   - changes: What a step has changed of the earlier state; with `nil` every part is taken for a changed one.
    public init(from later: EncodedState, to earlier: EncodedState, changes: StateChanges?) {
        var writer = ChangeWriter(from: later.bytes, to: earlier.bytes)
        let (old, new) = (earlier.segments, later.segments)
        guard let firstOld = old.first?.whole, let lastOld = old.last?.whole,
            let firstNew = new.first?.whole, let lastNew = new.last?.whole
        else {
            writer.write(0..<earlier.bytes.count, like: 0..<later.bytes.count)
            bytes = writer.finish()
            return
        }
        writer.write(0..<Int(firstOld.lowerBound), like: 0..<Int(firstNew.lowerBound))
        var end = Int(firstOld.lowerBound)
        for (index, segment) in old.enumerated() {
            let place = Int(segment.whole.lowerBound)..<Int(segment.whole.upperBound)
            writer.writeGap(end..<place.lowerBound)
            end = place.upperBound
            guard let (counterpart, isSame) = earlier.counterpart(of: index, in: later, after: changes) else {
                writer.literal(place)
                continue
            }
            let range = new[counterpart].whole
            let source = Int(range.lowerBound)..<Int(range.upperBound)
            if isSame, source.count == place.count { writer.copy(source) } else { writer.write(place, like: source) }
        }
        writer.write(Int(lastOld.upperBound)..<earlier.bytes.count, like: Int(lastNew.upperBound)..<later.bytes.count)
        bytes = writer.finish()
    }

    /// Returns the earlier encoding; `nil` if the change does not belong to these bytes.
    public func applied(to later: [UInt8]) -> [UInt8]? {
        var reader = bytes[...]
        guard reader.popNumber() == later.count, let count = reader.popNumber(), count <= Snapshot.limits.bytes else {
            return nil
        }
        var earlier: [UInt8] = []
        earlier.reserveCapacity(count)
        while !reader.isEmpty {
            guard let tag = reader.popNumber() else { return nil }
            let length = tag >> 1
            if tag & 1 == 1 {
                guard length <= reader.count else { return nil }
                earlier += reader.prefix(length)
                reader = reader.dropFirst(length)
            } else {
                guard let offset = reader.popNumber(), offset <= later.count, length <= later.count - offset else {
                    return nil
                }
                earlier += later[offset..<offset + length]
            }
            guard earlier.count <= count else { return nil }
        }
        return earlier.count == count ? earlier : nil
    }
}

/// Writes the pieces of an ``EncodedChange``, and joins those that follow each other.
private struct ChangeWriter {
    /// A copy shorter than this takes about as many bytes as the bytes themselves.
    private static let shortestCopy = 6

    private let later, earlier: [UInt8]
    private var bytes: [UInt8] = []
    private var copied = 0..<0
    private var piece: [UInt8] = []

    init(from later: [UInt8], to earlier: [UInt8]) {
        self.later = later
        self.earlier = earlier
        bytes.append(number: later.count)
        bytes.append(number: earlier.count)
    }

    /// Writes a range of the earlier encoding that corresponds to a range of the later one.
    mutating func write(_ range: Range<Int>, like source: Range<Int>) {
        let (prefix, suffix) = common(range, source)
        copy(source.lowerBound..<source.lowerBound + prefix)
        literal(range.lowerBound + prefix..<range.upperBound - suffix)
        copy(source.upperBound - suffix..<source.upperBound)
    }

    /// Returns the numbers of bytes that two ranges have in common at their beginnings and at their ends.
    ///
    /// Both are compared eight bytes at a time as far as they are equal, because most of two encodings is.
    private func common(_ range: Range<Int>, _ source: Range<Int>) -> (prefix: Int, suffix: Int) {
        let (old, new) = unsafe (earlier.span.bytes, later.span.bytes)
        func isSame<Word: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _ other: Int, as word: Word.Type) -> Bool {
            unsafe old.unsafeLoadUnaligned(fromByteOffset: place, as: word)
                == new.unsafeLoadUnaligned(fromByteOffset: other, as: word)
        }
        let shorter = min(range.count, source.count), size = MemoryLayout<UInt64>.size
        var (prefix, first, other) = (0, range.lowerBound, source.lowerBound)
        while prefix + size <= shorter, isSame(first + prefix, other + prefix, as: UInt64.self) { prefix += size }
        while prefix < shorter, isSame(first + prefix, other + prefix, as: UInt8.self) { prefix += 1 }
        var suffix = 0
        (first, other) = (range.upperBound, source.upperBound)
        while suffix + size <= shorter - prefix, isSame(first - suffix - size, other - suffix - size, as: UInt64.self) {
            suffix += size
        }
        while suffix < shorter - prefix, isSame(first - suffix - 1, other - suffix - 1, as: UInt8.self) { suffix += 1 }
        return (prefix, suffix)
    }

    /// Writes the bytes between two parts, which mostly follow the last copy in the later encoding, too.
    mutating func writeGap(_ range: Range<Int>) {
        let source = copied.upperBound..<copied.upperBound + range.count
        if !copied.isEmpty, source.upperBound <= later.count, later[source] == earlier[range] {
            copy(source)
        } else {
            literal(range)
        }
    }

    mutating func copy(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if !copied.isEmpty, copied.upperBound == range.lowerBound {
            copied = copied.lowerBound..<range.upperBound
        } else if range.count < Self.shortestCopy {
            endCopy()
            piece += later[range]
        } else {
            endCopy()
            endPiece()
            copied = range
        }
    }

    mutating func literal(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        endCopy()
        piece += earlier[range]
    }

    mutating func finish() -> [UInt8] {
        endCopy()
        endPiece()
        return bytes
    }

    private mutating func endCopy() {
        guard !copied.isEmpty else { return }
        bytes.append(number: copied.count << 1)
        bytes.append(number: copied.lowerBound)
        copied = 0..<0
    }

    private mutating func endPiece() {
        guard !piece.isEmpty else { return }
        bytes.append(number: piece.count << 1 | 1)
        bytes += piece
        piece = []
    }
}

extension EncodedState {
    /// Returns the index of a part of this state among the parts of another, and whether its bytes are the same.
    fileprivate func counterpart(
        of index: Int,
        in other: EncodedState,
        after changes: StateChanges?
    ) -> (index: Int, isSame: Bool)? {
        func isSame(_ key: Key, _ kind: StateChanges.Kind) -> Bool {
            changes.map { $0.change(of: key, kind) == nil } ?? false
        }
        let (screens, coordinators) = (state.screens.count, state.coordinators.count)
        let (otherScreens, otherCoordinators) = (other.state.screens.count, other.state.coordinators.count)
        if index < screens {
            let key = state.screens[index].key
            return other.state.screens.index(of: key).map { ($0, isSame(key, .screen)) }
        }
        if index < screens + coordinators {
            let key = state.coordinators[index - screens].key
            return other.state.coordinators.index(of: key).map {
                (otherScreens + $0, isSame(key, .coordinator))
            }
        }
        let key = state.pending[index - screens - coordinators].key
        return other.state.pending.index(of: key, by: \.key).map {
            (otherScreens + otherCoordinators + $0, isSame(key, .effect))
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: Int) {
        var rest = UInt64(clamping: number)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}

extension ArraySlice<UInt8> {
    /// Removes and returns the next number; `nil` if there is none below 2³⁵.
    fileprivate mutating func popNumber() -> Int? {
        var value = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard let byte = popFirst() else { return nil }
            value |= Int(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
