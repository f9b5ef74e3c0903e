/// The header fields of a message, in order.
///
/// A field that occurs several times is stored as several lines. All lines are in one block of memory, so creating and
/// copying fields is cheap, and a look-up compares one number for each line.
///
/// ```swift
/// var fields: HTTPFields = [.contentType: "application/json"]
/// fields[.cacheControl] = "no-store"
/// fields[.contentType]  // "application/json"
/// ```
public struct HTTPFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The lines: the tag of the name and the length of the value in 4 bytes each, then name, zero, value, zero.
    ///
    /// The zeros allow a C server to read both in place.
    private var storage: [UInt8] = []

    /// The number of lines.
    public private(set) var count = 0

    /// A bit set of the kinds of names, so that a look-up of most missing fields needs no scan.
    private var kinds: UInt64 = 0

    private static let prefix = 8

    /// Creates empty fields.
    public init() {}

    /// Creates fields from names and values, in the given order.
    public init(dictionaryLiteral elements: (HTTPFieldName, String)...) {
        for (name, value) in elements {
            append(name, value)
        }
    }

    /// Whether there are no lines.
    public var isEmpty: Bool { count == 0 }

    /// The value of the first line with this name.
    ///
    /// Setting it replaces all lines of that name by one at the end, and setting `nil` removes them. In the value, bytes that
    /// aren't UTF-8 are shown as U+FFFD, so use ``bytes(_:)`` for a security check.
    public subscript(name: HTTPFieldName) -> String? {
        get {
            guard let line = firstLine(name) else { return nil }
            return string(line.value)
        }
        set {
            removeAll(name)
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of all lines with this name, in order.
    public func values(_ name: HTTPFieldName) -> [String] {
        var values: [String] = []
        forEachLine { line in
            if matches(line, name) { values.append(string(line.value)) }
            return true
        }
        return values
    }

    /// Calls `body` with a parser of each line's value with this name, in order, until it returns `false`.
    func forEachValue(_ name: HTTPFieldName, _ body: (inout FieldReader) -> Bool) {
        forEachLine { line in
            guard matches(line, name) else { return true }
            var reader = FieldReader(storage, in: line.value)
            return body(&reader)
        }
    }

    /// Returns the result of a closure for the received bytes of the first line with this name, or `nil` when there is none.
    package func withBytes<Result>(of name: HTTPFieldName, _ body: (Span<UInt8>) -> Result) -> Result? {
        firstLine(name).map { body(storage.span.extracting($0.value)) }
    }

    /// Returns whether there is a line with this name and the first one has exactly the bytes of a text.
    package func isExactly(_ name: HTTPFieldName, _ value: String) -> Bool {
        withBytes(of: name) { $0.equals(value.utf8Span.span) } ?? false
    }

    /// Returns the received bytes of the first line with this name, or `nil` when there is none.
    public func bytes(_ name: HTTPFieldName) -> [UInt8]? {
        firstLine(name).map { Array(storage[$0.value]) }
    }

    /// Returns the number of lines with this name.
    public func count(of name: HTTPFieldName) -> Int {
        var count = 0
        forEachLine { line in
            if matches(line, name) { count += 1 }
            return true
        }
        return count
    }

    /// Whether there is a line with this name.
    public func contains(_ name: HTTPFieldName) -> Bool { firstLine(name) != nil }

    /// Whether a name of `other` may be among these.
    ///
    /// `false` is certain, but `true` isn't, because several names share a bit.
    package func mayContain(anyOf other: HTTPFields) -> Bool { kinds & other.kinds != 0 }

    /// Adds a line at the end.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: Its value. Each control character in it, such as a line break, is replaced by a space (RFC 9110 §5.5), so
    ///     that no value can forge a field.
    public mutating func append(_ name: HTTPFieldName, _ value: String) {
        appendLine(name.bytes.span, name.tag, value.utf8Span.span, isRaw: false)
    }

    /// Adds a line with a number in quotation marks, such as an entity tag.
    public mutating func append(_ name: HTTPFieldName, quoting number: UInt64) {
        // The array is on the stack, because a field is written for every response.
        var value = InlineArray<22, UInt8>(repeating: UInt8(ascii: "\""))
        var (rest, start) = (number, 20)
        while true {
            value[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            if rest == 0 { break }
            start -= 1
        }
        appendLine(name.bytes.span, name.tag, value.span.extracting((start - 1)...), isRaw: true)
    }

    /// Adds the lines of `other` at the end.
    public mutating func append(contentsOf other: HTTPFields) {
        storage.append(contentsOf: other.storage)
        count += other.count
        kinds |= other.kinds
    }

    /// Removes all lines with this name.
    public mutating func removeAll(_ name: HTTPFieldName) {
        guard contains(name) else { return }
        var remaining = HTTPFields()
        remaining.reserveCapacity(storage.count)
        forEachLine { line in
            if !matches(line, name) {
                remaining.storage.append(contentsOf: storage[line.start..<line.end])
                remaining.count += 1
                remaining.kinds |= line.tag.kind
            }
            return true
        }
        self = remaining
    }

    /// One line of a message's header.
    public struct Line: Sendable, Equatable {
        /// The name as written.
        public var name: String
        /// The value as written.
        public var value: String

        /// Creates a line.
        ///
        /// - Parameters:
        ///   - name: The name as written.
        ///   - value: The value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All lines, in order.
    public var lines: [Line] {
        var lines: [Line] = []
        forEachLine { line in
            lines.append(Line(name: string(line.name), value: string(line.value)))
            return true
        }
        return lines
    }
}

// MARK: - For servers

extension HTTPFields {
    /// Adds a line with exactly these bytes, as received and before validation.
    package mutating func append(rawName: UnsafeBufferPointer<UInt8>, rawValue: UnsafeBufferPointer<UInt8>) {
        unsafe appendLine(rawName.span, HTTPFieldTag(of: rawName.span), rawValue.span, isRaw: true)
    }

    /// Reserves space for `bytes` bytes of names and values.
    package mutating func reserveCapacity(_ bytes: Int) {
        storage.reserveCapacity(bytes)
    }

    /// Calls `body` with the bytes of each line's name and value, in order, until it returns `false`.
    package func forEachBytes(_ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) -> Bool) {
        let bytes = storage.span
        forEachLine { line in
            body(bytes.extracting(line.name), bytes.extracting(line.value))
        }
    }

    /// Calls `body` with each line's name, and with name and value as C strings that are valid during the call.
    package func forEachCString(
        _ body: (_ name: Span<UInt8>, _ cName: UnsafePointer<CChar>, _ cValue: UnsafePointer<CChar>) -> Void
    ) {
        let names = storage.span
        unsafe storage.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            forEachLine { line in
                unsafe body(
                    names.extracting(line.name),
                    (base + line.name.lowerBound).assumingMemoryBound(to: CChar.self),
                    (base + line.value.lowerBound).assumingMemoryBound(to: CChar.self)
                )
                return true
            }
        }
    }
}

// MARK: - Storage

extension HTTPFields {
    private struct LineRange {
        var start: Int
        var tag: HTTPFieldTag
        var name: Range<Int>
        var value: Range<Int>
        var end: Int { value.upperBound + 1 }
    }

    /// Adds a line, with spaces in place of invalid bytes in the value unless `isRaw`.
    private mutating func appendLine(_ name: Span<UInt8>, _ tag: HTTPFieldTag, _ value: Span<UInt8>, isRaw: Bool) {
        precondition(
            name.count <= UInt16.max && value.count <= UInt32.max,
            "A header field has a name of 64 KiB or a value of 4 GiB"
        )
        let start = storage.count + HTTPFields.prefix + name.count + 1
        storage.append(addingCapacity: HTTPFields.prefix + name.count + value.count + 2) { line in
            line.append(word: UInt64(tag.number) | UInt64(value.count) << 32)
            line.append(copying: name)
            line.append(0)
            line.append(copying: value)
            line.append(0)
        }
        if !isRaw, !value.isFieldValue { blankOutControls(in: start..<(start + value.count)) }
        count += 1
        kinds |= tag.kind
    }

    /// Replaces each byte that isn't allowed in a value by a space.
    private mutating func blankOutControls(in range: Range<Int>) {
        var bytes = storage.mutableSpan
        for index in range where !bytes[index].isFieldValueByte { bytes[index] = UInt8(ascii: " ") }
    }

    /// Returns the line that starts at an offset, or `nil` at the end.
    @inline(__always)
    private func line(at start: Int) -> LineRange? {
        guard start < storage.count else { return nil }
        let word = storage.span.word(at: start)
        let tag = HTTPFieldTag(number: UInt32(truncatingIfNeeded: word))
        let name = start &+ HTTPFields.prefix
        let value = name &+ tag.count &+ 1
        return LineRange(
            start: start,
            tag: tag,
            name: name..<(value &- 1),
            value: value..<(value &+ Int(truncatingIfNeeded: word >> 32))
        )
    }

    @inline(__always)
    private func forEachLine(_ body: (LineRange) -> Bool) {
        var start = 0
        while let line = line(at: start), body(line) { start = line.end }
    }

    private func firstLine(_ name: HTTPFieldName) -> LineRange? {
        guard kinds & name.tag.kind != 0 else { return nil }
        var start = 0
        while start < storage.count {
            let word = storage.span.word(at: start)
            if UInt32(truncatingIfNeeded: word) == name.tag.number, let line = line(at: start), matches(line, name) {
                return line
            }
            start &+= HTTPFields.prefix &+ Int(word & 0xFFFF) &+ Int(truncatingIfNeeded: word >> 32) &+ 2
        }
        return nil
    }

    @inline(__always)
    private func matches(_ line: LineRange, _ name: HTTPFieldName) -> Bool {
        line.tag.number == name.tag.number && name.names(storage.span.extracting(line.name))
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: storage[range], as: UTF8.self)
    }
}
