/// Writes a JSON text from front to back (RFC 8259), without white space.
///
/// Commas come by themselves. The text is as valid as the calls are balanced: a member's value follows its key, and each
/// `begin…` has its `end…`.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.key("revision")
/// writer.integer(17)
/// writer.endObject()
/// writer.bytes  // {"revision":17}
/// ```
public struct JSONWriter: ~Copyable, Sendable {
    @usableFromInline var text: TextBuffer
    /// Whether a comma stands between what is there and what comes next.
    @usableFromInline var needsComma = false

    /// Makes a writer with nothing written.
    ///
    /// - Parameter capacity: How many bytes are expected; more are taken when they are needed.
    @inlinable
    public init(capacity: Int = 0) {
        text = TextBuffer(capacity: capacity)
    }

    /// How many bytes the text has so far.
    public var count: Int { text.count }

    /// Hands over the whole text in UTF-8, and begins again with nothing.
    ///
    /// - Returns: The text in the memory in which it was written: nothing is copied, and what room is left stays with it.
    public mutating func finish() -> [UInt8] {
        needsComma = false
        return text.finish()
    }

    /// A copy of the text so far, in UTF-8.
    public var bytes: [UInt8] { text.array(0..<count) }

    /// A copy of a part of the text so far.
    public func bytes(_ range: Range<Int>) -> [UInt8] { text.array(range) }

    /// Opens an object.
    @inlinable
    public mutating func beginObject() {
        open(UInt8(ascii: "{"))
    }

    /// Closes the object that was opened last.
    @inlinable
    public mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    /// Opens an array.
    @inlinable
    public mutating func beginArray() {
        open(UInt8(ascii: "["))
    }

    /// Closes the array that was opened last.
    @inlinable
    public mutating func endArray() {
        close(UInt8(ascii: "]"))
    }

    /// Writes a member's name that stands in the program; its value comes next.
    ///
    /// - Parameter key: Text that needs no escapes, which nobody looks at.
    @inlinable
    public mutating func key(_ key: StaticString) {
        key.withUTF8Buffer { name in unsafe quoteAsIs(name.span, isKey: true) }
    }

    /// Writes a member's name, whatever it is; its value comes next.
    public mutating func key(named key: String) {
        quote(key, isKey: true)
    }

    /// Writes a string.
    public mutating func string(_ value: String) {
        quote(value, isKey: false)
    }

    /// Writes a string that is put together of visible ASCII without `"` and `\`, such as an identifier or a time.
    ///
    /// - Parameters:
    ///   - capacity: How many bytes it may have at the most.
    ///   - write: Writes what stands between the quotation marks; it comes out unchecked.
    @inlinable
    public mutating func string(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        quoteAsIs(capacity: capacity, isKey: false, write)
    }

    /// Writes a member's name that is put together as a ``string(capacity:_:)`` is; its value comes next.
    ///
    /// - Parameters:
    ///   - capacity: How many bytes it may have at the most.
    ///   - write: Writes what stands between the quotation marks; it comes out unchecked.
    @inlinable
    public mutating func key(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        quoteAsIs(capacity: capacity, isKey: true, write)
    }

    /// Writes an integer.
    public mutating func integer(_ value: Int64) {
        separate()
        text.reserve(20)
        text.appendReserved(upTo: 20) { digits in
            if value < 0 { digits.append(ASCII.minus) }
            digits.append(decimal: value.magnitude)
        }
        needsComma = true
    }

    /// Writes an integer.
    public mutating func integer(_ value: Int) {
        integer(Int64(value))
    }

    /// Writes a number with the fewest digits from which the same `Double` is read again; `1` becomes `1.0`.
    ///
    /// A number that is not finite is a programmer error, since JSON has no form for it (RFC 8259 §6); an
    /// `Encodable` value that holds one makes ``JSONCoding/encode(_:)`` throw instead.
    public mutating func number(_ value: Double) {
        precondition(value.isFinite, "JSON has no form for NaN and infinities (RFC 8259 §6).")
        word(value.description)
    }

    /// Writes a number with the fewest digits from which the same `Float` is read again; see ``number(_:)-(Double)``.
    public mutating func number(_ value: Float) {
        precondition(value.isFinite, "JSON has no form for NaN and infinities (RFC 8259 §6).")
        word(value.description)
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        word(value ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        word("null")
    }

    /// Writes a value that is encoded already, as it stands.
    ///
    /// - Parameter encoded: One valid JSON value; whatever else it is comes out unchecked.
    public mutating func raw(_ encoded: [UInt8]) {
        raw(encoded[...])
    }

    /// Writes a value that is encoded already and stands among others; see ``raw(_:)-([UInt8])``.
    public mutating func raw(_ encoded: ArraySlice<UInt8>) {
        separate()
        text.append(copying: encoded.span)
        needsComma = true
    }

    /// Writes the beginning of a value that is encoded already, up to an opening bracket or a member's colon, as it stands.
    public mutating func raw(opening encoded: [UInt8]) {
        raw(encoded)
        needsComma = false
    }

    /// Writes members of an object that are encoded already, at least one.
    ///
    /// - Parameter encoded: Names and values as they stand between the brackets; they come out unchecked.
    public mutating func rawMembers(_ encoded: [UInt8]) {
        raw(encoded)
    }

    /// Goes on with a value of which ``raw(opening:)`` has written the beginning; it comes out unchecked.
    public mutating func rawRest(_ encoded: [UInt8]) {
        text.append(copying: encoded.span)
        needsComma = true
    }

    /// Writes a value with all that it holds.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                key(named: member.key)
                self.value(member.value)
            }
            endObject()
        }
    }
}

extension JSONWriter {
    /// A point to which the text can be taken back.
    struct Mark {
        fileprivate let count: Int
        fileprivate let needsComma: Bool
    }

    /// The point that has been reached.
    var mark: Mark { Mark(count: count, needsComma: needsComma) }

    /// Takes back everything after that point.
    mutating func rollBack(to mark: Mark) {
        text.removeLast(count - mark.count)
        needsComma = mark.needsComma
    }

    /// Leaves room for a value that is put there later, and says where: what has no length yet can't be seen.
    mutating func place() -> Int {
        separate()
        needsComma = true
        return count
    }

    /// Replaces the text from that position on.
    mutating func replace(from offset: Int, with tail: [UInt8]) {
        text.removeLast(count - offset)
        text.append(copying: tail.span)
    }

    @inlinable
    mutating func separate() {
        if needsComma { text.append(UInt8(ascii: ",")) }
    }

    @inlinable
    mutating func open(_ bracket: UInt8) {
        text.reserve(2)
        if needsComma { text.appendReserved(UInt8(ascii: ",")) }
        text.appendReserved(bracket)
        needsComma = false
    }

    @inlinable
    mutating func close(_ bracket: UInt8) {
        text.append(bracket)
        needsComma = true
    }

    /// Writes a value of which each byte stands as it is.
    private mutating func word(_ word: String) {
        separate()
        word.withSpan { bytes in text.append(copying: bytes) }
        needsComma = true
    }
}

extension OutputSpan<UInt8> {
    /// Writes a number in decimal digits.
    public mutating func append(decimal value: UInt64) {
        if value < 10 { return append(ASCII.zero + UInt8(truncatingIfNeeded: value)) }
        var length = 1
        var rest = value / 10
        while rest > 0 { (length, rest) = (length + 1, rest / 10) }
        unsafe withUnsafeMutableBufferPointer { room, count in
            precondition(room.count - count >= length, "There is no room for what was announced.")
            // From the last digit on: a division by ten is none for the processor, one by anything else is.
            var rest = value
            for place in (count..<count + length).reversed() {
                unsafe room[place] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            count += length
        }
    }
}
