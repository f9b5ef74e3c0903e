/// A growing byte buffer with a single owner.
///
/// An array checks on each append that it is uniquely referenced, which made texts of many small pieces 1.7 times as slow.
/// The memory is still an array's, so the finished text can be returned without a copy.
///
/// `@unchecked Sendable` holds because the memory is reachable through this value only, which can't be copied.
@safe
@usableFromInline
struct TextBuffer: ~Copyable, @unchecked Sendable {
    /// The memory, which counts as initialized, although only the first ``count`` bytes are ever read.
    @usableFromInline var storage: [UInt8] = []
    /// The start of the memory, which stays valid because the array is uniquely referenced and not mutated.
    @usableFromInline var start: UnsafeMutablePointer<UInt8>?
    @usableFromInline var count = 0
    @usableFromInline var capacity = 0

    @inlinable
    init(capacity: Int) {
        unsafe start = nil
        if capacity > 0 { grow(by: capacity) }
    }

    /// Returns the text without copying it, and leaves the buffer empty.
    mutating func finish() -> [UInt8] {
        var text: [UInt8] = []
        swap(&text, &storage)
        text.removeLast(capacity - count)
        (count, capacity) = (0, 0)
        unsafe start = nil
        return text
    }

    /// Reserves space for more bytes.
    @inlinable
    mutating func reserve(_ more: Int) {
        if capacity &- count < more { grow(by: more) }
    }

    @usableFromInline
    mutating func grow(by more: Int) {
        let wanted = max(count + more, capacity * 2, 64)
        var larger: [UInt8] = []
        // Not `init(unsafeUninitializedCapacity:)`, which looks up its generic types at run time.
        larger.append(addingCapacity: wanted) { larger in
            unsafe larger.withUnsafeMutableBufferPointer { larger, written in
                if let old = unsafe start, let new = larger.baseAddress {
                    unsafe new.initialize(from: old, count: count)
                }
                unsafe start = larger.baseAddress
                written = wanted
            }
        }
        storage = larger
        capacity = wanted
    }

    @inlinable
    mutating func append(_ byte: UInt8) {
        reserve(1)
        appendReserved(byte)
    }

    mutating func append(copying bytes: Span<UInt8>) {
        reserve(bytes.count)
        appendReserved(copying: bytes)
    }

    /// Adds a byte, for which space was reserved.
    @inlinable
    mutating func appendReserved(_ byte: UInt8) {
        precondition(count < capacity, "The bytes exceed the reserved capacity.")
        unsafe start.unsafelyUnwrapped[count] = byte
        count &+= 1
    }

    /// Adds bytes, for which space was reserved.
    mutating func appendReserved(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= capacity &- count, "The bytes exceed the reserved capacity.")
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let source = bytes.baseAddress, let start = unsafe start else { return }
            unsafe (start + count).initialize(from: source, count: bytes.count)
        }
        count &+= bytes.count
    }

    /// Adds the bytes that a function writes, at most `limit`, for which space was reserved.
    @inlinable
    mutating func appendReserved(upTo limit: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        precondition(limit <= capacity &- count, "The bytes exceed the reserved capacity.")
        let room = unsafe UnsafeMutableBufferPointer(start: start.map { unsafe $0 + count }, count: limit)
        var span = unsafe OutputSpan(buffer: room, initializedCount: 0)
        write(&span)
        unsafe count &+= span.finalize(for: room)
    }

    mutating func removeLast(_ number: Int) {
        precondition(number >= 0 && number <= count, "The buffer has fewer bytes.")
        count -= number
    }

    /// Returns a copy of a range of the bytes.
    func array(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "The buffer has fewer bytes.")
        return Array(storage[range])
    }
}
