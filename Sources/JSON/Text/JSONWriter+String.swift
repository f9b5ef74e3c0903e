extension JSONWriter {
    /// Writes a string between quotation marks, with the escapes that RFC 8259 §7 asks for and no others.
    ///
    /// - Parameter isKey: Whether it names a member, so that a colon follows and no comma.
    mutating func quote(_ string: String, isKey: Bool) {
        unsafe string.withBytes { content in unsafe quote(content, isKey: isKey) }
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

    /// Begins a string that is written in pieces; ``endString()`` ends it.
    public mutating func beginString() {
        separate()
        text.append(ASCII.quote)
    }

    /// Writes the next piece of a string.
    public mutating func piece(_ piece: String) {
        unsafe piece.withBytes { content in
            if unsafe content.needsEscapes { unsafe escape(content) } else { unsafe text.append(content) }
        }
    }

    /// Ends a string that was written in pieces.
    public mutating func endString() {
        text.append(ASCII.quote)
        needsComma = true
    }

    /// Writes what needs no escapes between quotation marks, after a comma where one is due.
    @usableFromInline
    mutating func quoteAsIs(_ content: UnsafeBufferPointer<UInt8>, isKey: Bool) {
        let comma = needsComma ? 1 : 0
        unsafe text.append(upTo: content.count &+ 4) { place in
            // What is not wanted is written over by what comes after it.
            unsafe place[0] = ASCII.comma
            var end = unsafe place + comma
            unsafe end[0] = ASCII.quote
            unsafe end += 1
            if let source = content.baseAddress {
                unsafe end.initialize(from: source, count: content.count)
                unsafe end += content.count
            }
            unsafe end[0] = ASCII.quote
            unsafe end[1] = ASCII.colon
            return unsafe end - place + (isKey ? 2 : 1)
        }
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
        func hasEscaped(_ word: UInt64) -> Bool {
            let below = (word &- ones &* 0x20) & ~word & highs
            return below | hasZero(word ^ ones &* 0x22) | hasZero(word ^ ones &* 0x5C) != 0
        }
        let bytes = UnsafeRawBufferPointer(self)
        var index = 0
        while index + 8 <= count {
            // In bounds: index + 8 <= count, and the buffer is lent for the whole call.
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if hasEscaped(word) { return true }
            index += 8
        }
        // What is left, with spaces up to a word.
        var word: UInt64 = 0
        var bits: UInt64 = 0
        if count & 4 != 0 {
            word = unsafe UInt64(bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian)
            (index, bits) = (index + 4, 32)
        }
        if count & 2 != 0 {
            word |= unsafe UInt64(bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self).littleEndian) << bits
            (index, bits) = (index + 2, bits + 16)
        }
        if count & 1 != 0 {
            word |= unsafe UInt64(bytes[index]) << bits
            bits += 8
        }
        return hasEscaped(word | ones &* 0x20 << bits)
    }
}

extension UInt8 {
    /// Whether a string may not hold this byte as it is.
    @inline(__always)
    fileprivate var isEscaped: Bool {
        self < 0x20 || self == ASCII.quote || self == ASCII.backslash
    }
}

extension String {
    /// Lends the text in UTF-8, mostly where it is: `withUTF8` wants a variable, and so a reference more.
    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard unsafe utf8.withContiguousStorageIfAvailable(body) == nil else { return }
        var copy = self
        copy.withUTF8(body)
    }
}
