/// A writer of JSON text without white space (RFC 8259).
///
/// It inserts commas itself. The caller must balance the calls: a member's value follows its key, and each `begin…` has its
/// `end…`.
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
    /// Whether the next value must be preceded by a comma.
    @usableFromInline var needsComma = false

    /// Creates a writer with an empty text.
    ///
    /// - Parameter capacity: The expected number of bytes, beyond which the buffer grows when needed.
    @inlinable
    public init(capacity: Int = 0) {
        text = TextBuffer(capacity: capacity)
    }

    /// The number of bytes written so far.
    public var count: Int { text.count }

    /// The place where the next value starts, after the comma that may precede it.
    package var valueStart: Int { needsComma ? count + 1 : count }

    /// Returns the whole text in UTF-8, and resets the writer.
    ///
    /// - Returns: The text in the memory in which it was written, not copied and with its unused capacity.
    public mutating func finish() -> [UInt8] {
        needsComma = false
        return text.finish()
    }

    /// A copy of the text so far, in UTF-8.
    public var bytes: [UInt8] { text.array(0..<count) }

    /// Returns a copy of a range of the text so far.
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

    /// Writes a member's name from a literal.
    ///
    /// Its value must follow.
    ///
    /// - Parameter key: Text that needs no escapes, which is not checked.
    @inlinable
    public mutating func key(_ key: StaticString) {
        key.withUTF8Buffer { name in unsafe quoteAsIs(name.span, isKey: true) }
    }

    /// Writes a member's name, with any escapes it needs.
    ///
    /// Its value must follow.
    public mutating func key(named key: String) {
        quote(key, isKey: true)
    }

    /// Writes a string.
    public mutating func string(_ value: String) {
        quote(value, isKey: false)
    }

    /// Writes a string of visible ASCII without `"` and `\`, such as an identifier or a time, produced by a function.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of bytes.
    ///   - write: Writes the bytes between the quotation marks, which are not checked.
    @inlinable
    public mutating func string(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        quoteAsIs(capacity: capacity, isKey: false, write)
    }

    /// Writes a member's name that a function produces, as ``string(capacity:_:)`` does for a string.
    ///
    /// Its value must follow.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of bytes.
    ///   - write: Writes the bytes between the quotation marks, which are not checked.
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

    /// Writes a number with the fewest digits that represent the same `Double`, such as `1.0` for `1`.
    ///
    /// A number that is not finite is a programmer error, since JSON has no form for it (RFC 8259 §6). For such a number
    /// in an `Encodable` value ``JSONCoding/encode(_:)`` throws instead.
    public mutating func number(_ value: Double) {
        precondition(value.isFinite, "JSON can't represent NaN or infinity (RFC 8259 §6).")
        word(value.description)
    }

    /// Writes a number with the fewest digits that represent the same `Float`, as ``number(_:)-(Double)`` does for a `Double`.
    public mutating func number(_ value: Float) {
        precondition(value.isFinite, "JSON can't represent NaN or infinity (RFC 8259 §6).")
        word(value.description)
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) {
        word(value ? "true" : "false")
    }

    /// Writes the value `null`.
    public mutating func null() {
        word("null")
    }

    /// Writes an encoded value unchanged.
    ///
    /// - Parameter encoded: One valid JSON value, which is not checked.
    public mutating func raw(_ encoded: [UInt8]) {
        raw(encoded[...])
    }

    /// Writes an encoded value that is a slice of a larger text, unchanged and without checking it.
    public mutating func raw(_ encoded: ArraySlice<UInt8>) {
        separate()
        text.append(copying: encoded.span)
        needsComma = true
    }

    /// Writes the beginning of an encoded value unchanged, up to an opening bracket or a member's colon.
    public mutating func raw(opening encoded: [UInt8]) {
        raw(encoded)
        needsComma = false
    }

    /// Writes one or more encoded members of an object.
    ///
    /// - Parameter encoded: The names and values without the enclosing brackets, which are not checked.
    public mutating func rawMembers(_ encoded: [UInt8]) {
        raw(encoded)
    }

    /// Writes the rest of a value that ``raw(opening:)`` has begun, without checking it.
    public mutating func rawRest(_ encoded: [UInt8]) {
        rawRest(encoded[...])
    }

    /// Writes the rest of a value, or the beginning of an object with some of its members, as a slice of a larger text.
    public mutating func rawRest(_ encoded: ArraySlice<UInt8>) {
        text.append(copying: encoded.span)
        needsComma = true
    }

    /// Writes a value with its elements and members.
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
    /// A position to which the text can be rolled back.
    struct Mark {
        fileprivate let count: Int
        fileprivate let needsComma: Bool
    }

    /// The current position.
    var mark: Mark { Mark(count: count, needsComma: needsComma) }

    /// Removes the text after a position.
    mutating func rollBack(to mark: Mark) {
        text.removeLast(count - mark.count)
        needsComma = mark.needsComma
    }

    /// Starts a value with a text that is inserted later, and returns its offset.
    mutating func beginInsertion() -> Int {
        separate()
        needsComma = true
        return count
    }

    /// Replaces the text from an offset on.
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

    /// Writes a value that needs neither quotation marks nor escapes.
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
            precondition(room.count - count >= length, "The bytes exceed the remaining capacity.")
            // Least significant digit first. Division by a constant compiles to a multiplication.
            var rest = value
            for index in (count..<count + length).reversed() {
                unsafe room[index] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            count += length
        }
    }
}
