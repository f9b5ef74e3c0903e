/// A parser for field values, which reads bytes from left to right.
package struct FieldReader {
    private let bytes: [UInt8]
    private var next: Int
    private let end: Int

    package init(_ value: String) {
        self.init(Array(value.utf8))
    }

    /// Reads all bytes of an array, or those in a range, which are not copied.
    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        next = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    package var isAtEnd: Bool { next == end }
    var isAtComma: Bool { first == UInt8(ascii: ",") }
    private var first: UInt8? { next < end ? bytes[next] : nil }

    package mutating func skipSpace() { skip(while: \.isBlank) }

    mutating func skipSpaceAndCommas() { skip { $0.isBlank || $0 == UInt8(ascii: ",") } }

    /// Skips to the next comma outside of quotes.
    mutating func skipToComma() {
        var isQuoted = false
        while let byte = first, isQuoted || byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            next += byte == UInt8(ascii: "\\") && isQuoted && next + 1 < end ? 2 : 1
        }
    }

    package mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        next += 1
        return true
    }

    /// Removes and returns a token (RFC 9110 §5.6.2), or `nil` when there is none here.
    package mutating func takeToken() -> String? { takeTokenPlace().map(text) }

    /// Removes a token and returns its place, to compare it with ``isName(_:at:)``, or `nil` when there is none here.
    mutating func takeTokenPlace() -> Range<Int>? {
        let start = next
        skip(while: \.isTokenByte)
        return start < next ? start..<next : nil
    }

    /// Returns whether the bytes in a place are a name, ignoring case.
    func isName(_ name: StaticString, at place: Range<Int>) -> Bool {
        name.withUTF8Buffer { unsafe bytes.span.extracting(place).equalsIgnoringCase($0.span) }
    }

    /// Returns whether the bytes in a place are a name, ignoring case.
    func isName(_ name: String, at place: Range<Int>) -> Bool {
        bytes.span.extracting(place).equalsIgnoringCase(name.utf8Span.span)
    }

    /// Removes and returns a quoted string (RFC 9110 §5.6.4), without quotes and escapes, or `nil` when there is none.
    mutating func takeQuotedString() -> String? {
        guard first == UInt8(ascii: "\"") else { return nil }
        var position = next + 1
        var isEscaped = false
        while position < end, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                isEscaped = true
                position += 1
            }
            position += 1
        }
        guard position < end else { return nil }
        let content = next + 1..<position
        next = position + 1
        // Most strings have no escapes.
        guard isEscaped else { return String(validating: bytes[content], as: UTF8.self) }
        var text: [UInt8] = []
        position = content.lowerBound
        while position < content.upperBound {
            if bytes[position] == UInt8(ascii: "\\") { position += 1 }
            text.append(bytes[position])
            position += 1
        }
        return String(validating: text, as: UTF8.self)
    }

    /// Removes and returns a token or a quoted string.
    mutating func takeWord() -> String? { first == UInt8(ascii: "\"") ? takeQuotedString() : takeToken() }

    /// Removes and returns the text of an entity tag, in which a backslash is an ordinary byte.
    mutating func takeEntityTagText() -> String? {
        guard first == UInt8(ascii: "\"") else { return nil }
        let start = next + 1
        var position = start
        while position < end, bytes[position].isEntityTagByte { position += 1 }
        guard position < end, bytes[position] == UInt8(ascii: "\"") else { return nil }
        next = position + 1
        return text(at: start..<position)
    }

    private func text(at place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while next < end, isSkipped(bytes[next]) { next += 1 }
    }
}
