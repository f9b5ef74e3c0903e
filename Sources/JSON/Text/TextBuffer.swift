/// Bytes that grow at their end and have one owner.
///
/// An array asks at each append whether somebody else has it too; a text that is written in a thousand small pieces can't
/// afford that, and nobody else ever has this. The memory is an array's all the same, so that the text can be handed on
/// without being copied.
///
/// Why `@unchecked Sendable` holds: the memory is reachable through this value alone, which can't be copied.
@safe
@usableFromInline
struct TextBuffer: ~Copyable, @unchecked Sendable {
    /// Keeps the memory; all of it counts as written, and nobody looks at it before ``finish()``.
    @usableFromInline var storage: [UInt8] = []
    /// Where the memory begins: the elements of an array stay where they are while it has one owner who leaves it alone.
    @usableFromInline var start: UnsafeMutablePointer<UInt8>?
    @usableFromInline var count = 0
    @usableFromInline var capacity = 0

    @inlinable
    init(capacity: Int) {
        unsafe start = nil
        if capacity > 0 { grow(by: capacity) }
    }

    /// Hands the text over, in the memory in which it was written.
    mutating func finish() -> [UInt8] {
        var text: [UInt8] = []
        swap(&text, &storage)
        text.removeLast(capacity - count)
        (count, capacity) = (0, 0)
        unsafe start = nil
        return text
    }

    /// Makes room for more bytes.
    @inlinable
    mutating func reserve(_ more: Int) {
        if capacity &- count < more { grow(by: more) }
    }

    @usableFromInline
    mutating func grow(by more: Int) {
        let wanted = max(count + more, capacity * 2, 64)
        storage = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { larger, written in
            if let old = unsafe start, let new = larger.baseAddress { unsafe new.initialize(from: old, count: count) }
            unsafe start = larger.baseAddress
            written = wanted
        }
        capacity = wanted
    }

    @inlinable
    mutating func append(_ byte: UInt8) {
        reserve(1)
        appendReserved(byte)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe append(upTo: bytes.count) { place in
            if let source = bytes.baseAddress { unsafe place.initialize(from: source, count: bytes.count) }
            return bytes.count
        }
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in unsafe append(bytes) }
    }

    /// Adds a byte for which room was made.
    @inlinable
    mutating func appendReserved(_ byte: UInt8) {
        precondition(count < capacity, "There is no room for what was announced.")
        unsafe start.unsafelyUnwrapped[count] = byte
        count &+= 1
    }

    /// Lets somebody write up to so many bytes, for which room was made.
    @inlinable
    mutating func appendReserved(upTo limit: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        precondition(limit <= capacity &- count, "There is no room for what was announced.")
        let room = unsafe UnsafeMutableBufferPointer(start: start.map { unsafe $0 + count }, count: limit)
        var span = unsafe OutputSpan(buffer: room, initializedCount: 0)
        write(&span)
        unsafe count &+= span.finalize(for: room)
    }

    /// Lets somebody write into memory with room for so many bytes, and say how many they were.
    @inlinable
    mutating func append(upTo limit: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(limit)
        guard let start = unsafe start else { return }
        let written = unsafe write(start + count)
        precondition(written <= limit, "There is no room for what was announced.")
        count &+= written
    }

    mutating func removeLast(_ number: Int) {
        precondition(number >= 0 && number <= count, "There are not so many bytes.")
        count -= number
    }

    /// A copy of some of the bytes.
    func array(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "There are not so many bytes.")
        return unsafe Array(UnsafeBufferPointer(start: start, count: count)[range])
    }
}
