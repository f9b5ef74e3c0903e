extension JSONWriter {
    /// Writes a string between quotation marks, with the escapes that RFC 8259 §7 asks for and no others.
    ///
    /// - Parameter isKey: Whether it names a member, so that a colon follows and no comma.
    mutating func quote(_ string: String, isKey: Bool) {
        // A native string lends its bytes; only a bridged one (never on Linux) is copied.
        let lent: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { content in
            unsafe quote(content, isKey: isKey)
        }
        if lent == nil { unsafe Array(string.utf8).withUnsafeBufferPointer { unsafe quote($0, isKey: isKey) } }
    }

    /// Writes what stands between quotation marks.
    private mutating func append(_ string: String) {
        var string = string
        string.withUTF8 { content in
            if unsafe content.needsEscapes { unsafe escape(content) } else { unsafe text.append(content) }
        }
    }

    /// Writes two strings as one between quotation marks.
    mutating func quote(_ first: String, _ second: String) {
        separate()
        text.append(ASCII.quote)
        append(first)
        append(second)
        text.append(ASCII.quote)
        needsComma = true
    }

    private mutating func quote(_ content: UnsafeBufferPointer<UInt8>, isKey: Bool) {
        guard unsafe content.needsEscapes else { return unsafe quoteAsIs(content, isKey: isKey) }
        separate()
        text.append(ASCII.quote)
        unsafe escape(content)
        text.append(ASCII.quote)
        if isKey { text.append(ASCII.colon) }
        needsComma = !isKey
    }

    /// Writes what needs no escapes between quotation marks, after a comma where one is due.
    @usableFromInline
    mutating func quoteAsIs(_ content: UnsafeBufferPointer<UInt8>, isKey: Bool) {
        text.reserve(content.count &+ 4)
        if needsComma { text.appendReserved(ASCII.comma) }
        text.appendReserved(ASCII.quote)
        unsafe text.appendReserved(content)
        text.appendReserved(ASCII.quote)
        if isKey { text.appendReserved(ASCII.colon) }
        needsComma = !isKey
    }

    /// Writes what somebody puts together between quotation marks, after a comma where one is due.
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

    /// Copies runs that need no escape in one piece.
    private mutating func escape(_ content: UnsafeBufferPointer<UInt8>) {
        var copied = 0
        var index = 0
        while index < content.count {
            // In bounds: index < count, and the buffer is lent for the whole call.
            let byte = unsafe content[index]
            if byte.isEscaped {
                unsafe text.append(UnsafeBufferPointer(rebasing: content[copied..<index]))
                escape(byte)
                copied = index + 1
            }
            index += 1
        }
        unsafe text.append(UnsafeBufferPointer(rebasing: content[copied...]))
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

extension UnsafeBufferPointer<UInt8> {
    /// Whether a string with these bytes needs escapes, found eight bytes at a time.
    fileprivate var needsEscapes: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        // A byte becomes high where it was zero; that one above it may too doesn't matter, since one is enough.
        func hasZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
        let bytes = UnsafeRawBufferPointer(self)
        var index = 0
        while index + 8 <= count {
            // In bounds: index + 8 <= count, and the buffer is lent for the whole call.
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let below = (word &- ones &* 0x20) & ~word & highs
            if below | hasZero(word ^ ones &* 0x22) | hasZero(word ^ ones &* 0x5C) != 0 { return true }
            index += 8
        }
        while index < count {
            if unsafe self[index].isEscaped { return true }
            index += 1
        }
        return false
    }
}

extension UInt8 {
    /// Whether a string may not hold this byte as it is.
    @inline(__always)
    fileprivate var isEscaped: Bool {
        self < 0x20 || self == ASCII.quote || self == ASCII.backslash
    }
}
