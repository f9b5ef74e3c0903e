extension JSONWriter {
    /// Writes a string in quotation marks, with only the escapes that RFC 8259 §7 requires.
    ///
    /// - Parameters:
    ///   - string: The string.
    ///   - isKey: Whether it is a member's name, so that a colon follows and no comma.
    mutating func quote(_ string: String, isKey: Bool) {
        string.withSpan { content in
            guard content.needsEscapes else { return quoteAsIs(content, isKey: isKey) }
            separate()
            text.append(ASCII.quote)
            escape(content)
            text.append(ASCII.quote)
            if isKey { text.append(ASCII.colon) }
            needsComma = !isKey
        }
    }

    /// Begins a string that is written in pieces, until ``endString()`` ends it.
    public mutating func beginString() {
        separate()
        text.append(ASCII.quote)
    }

    /// Writes the next piece of a string.
    public mutating func piece(_ piece: String) {
        piece.withSpan { content in
            if content.needsEscapes { escape(content) } else { text.append(copying: content) }
        }
    }

    /// Writes a literal that needs no escapes as the next piece of a string.
    package mutating func piece(asIs literal: StaticString) {
        literal.withUTF8Buffer { text.append(copying: unsafe $0.span) }
    }

    /// Writes visible ASCII that a function produces as the next piece of a string, as ``string(capacity:_:)`` does for a whole
    /// one.
    package mutating func piece(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        text.reserve(capacity)
        text.appendReserved(upTo: capacity, write)
    }

    /// Ends a string that was written in pieces.
    public mutating func endString() {
        text.append(ASCII.quote)
        needsComma = true
    }

    /// Writes text that needs no escapes in quotation marks, after a comma if needed.
    @usableFromInline
    mutating func quoteAsIs(_ content: Span<UInt8>, isKey: Bool) {
        text.reserve(content.count &+ 4)
        if needsComma { text.appendReserved(ASCII.comma) }
        text.appendReserved(ASCII.quote)
        text.appendReserved(copying: content)
        text.appendReserved(ASCII.quote)
        if isKey { text.appendReserved(ASCII.colon) }
        needsComma = !isKey
    }

    /// Writes the bytes that a function produces in quotation marks, after a comma if needed.
    @inlinable
    mutating func quoteAsIs(capacity: Int, isKey: Bool, _ write: (inout OutputSpan<UInt8>) -> Void) {
        text.reserve(capacity &+ 4)
        if needsComma { text.appendReserved(UInt8(ascii: ",")) }
        text.appendReserved(UInt8(ascii: "\""))
        text.appendReserved(upTo: capacity, write)
        text.appendReserved(UInt8(ascii: "\""))
        if isKey { text.appendReserved(UInt8(ascii: ":")) }
        needsComma = !isKey
    }

    /// Writes a string with its escapes, and copies each run of bytes between them as one block.
    private mutating func escape(_ content: Span<UInt8>) {
        var copied = 0
        for index in content.indices where content[index].isEscaped {
            text.append(copying: content.extracting(copied..<index))
            escape(content[index])
            copied = index + 1
        }
        text.append(copying: content.extracting(copied...))
    }

    private mutating func escape(_ byte: UInt8) {
        text.append(ASCII.backslash)
        switch byte {
        case ASCII.quote, ASCII.backslash: text.append(byte)
        case 0x08: text.append(UInt8(ascii: "b"))
        case 0x0C: text.append(UInt8(ascii: "f"))
        case ASCII.lineFeed: text.append(UInt8(ascii: "n"))
        case ASCII.carriageReturn: text.append(UInt8(ascii: "r"))
        case ASCII.tab: text.append(UInt8(ascii: "t"))
        default:
            text.append(UInt8(ascii: "u"))
            text.append(ASCII.zero)
            text.append(ASCII.zero)
            text.append(byte < 0x10 ? ASCII.zero : UInt8(ascii: "1"))
            let low = byte & 0x0F
            text.append(low < 10 ? ASCII.zero + low : UInt8(ascii: "a") + low - 10)
        }
    }
}

extension Span<UInt8> {
    /// Whether a string with these bytes needs escapes, checked eight bytes at a time.
    fileprivate var needsEscapes: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        // The highest bit of a byte is set if the byte was zero. It may also be set in the byte above, which is harmless,
        // since one such byte is enough.
        func hasZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
        func hasEscaped(_ word: UInt64) -> Bool {
            let below = (word &- ones &* 0x20) & ~word & highs
            return below | hasZero(word ^ ones &* 0x22) | hasZero(word ^ ones &* 0x5C) != 0
        }
        func word(at offset: Int) -> UInt64 {
            unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        var offset = 0
        guard count >= 8 else {
            while offset < count {
                if self[offset].isEscaped { return true }
                offset &+= 1
            }
            return false
        }
        while offset &+ 8 < count {
            if hasEscaped(word(at: offset)) { return true }
            offset &+= 8
        }
        // The last eight bytes, which may overlap with bytes that were checked already.
        return hasEscaped(word(at: count &- 8))
    }
}

extension UInt8 {
    /// Whether the byte must be escaped in a string.
    @inline(__always)
    fileprivate var isEscaped: Bool {
        self < 0x20 || self == ASCII.quote || self == ASCII.backslash
    }
}

extension String {
    /// Calls a function with the text in UTF-8, usually in place.
    ///
    /// It is faster than `utf8Span`, which is not inlined.
    @inline(__always)
    func withSpan(_ body: (Span<UInt8>) -> Void) {
        if unsafe utf8.withContiguousStorageIfAvailable({ unsafe body($0.span) }) == nil { body(utf8Span.span) }
    }
}
