extension JSONWriter {
    /// Writes a string between quotation marks, with the escapes that RFC 8259 §7 asks for and no others.
    ///
    /// - Parameter last: What comes right after it.
    mutating func quote(_ string: String, then last: UInt8? = nil) {
        // A native string lends its bytes; only a bridged one (never on Linux) is copied.
        let lent: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { content in
            unsafe quote(content, then: last)
        }
        if lent == nil { unsafe Array(string.utf8).withUnsafeBufferPointer { unsafe quote($0, then: last) } }
    }

    private mutating func quote(_ content: UnsafeBufferPointer<UInt8>, then last: UInt8?) {
        guard unsafe !content.needsEscapes else {
            separate()
            bytes.append(ASCII.quote)
            unsafe escape(content)
            bytes.append(ASCII.quote)
            if let last { bytes.append(last) }
            return
        }
        quoted(capacity: content.count, then: last) { text in unsafe text.append(copying: content) }
    }

    /// Writes what needs no escapes between quotation marks, after a comma where one is due.
    @inline(__always)
    mutating func quoted(capacity: Int, then last: UInt8?, _ write: (inout OutputSpan<UInt8>) -> Void) {
        let comma = needsComma
        bytes.append(addingCapacity: capacity + 4) { text in
            if comma { text.append(ASCII.comma) }
            text.append(ASCII.quote)
            write(&text)
            text.append(ASCII.quote)
            if let last { text.append(last) }
        }
    }

    /// Copies runs that need no escape in one piece.
    private mutating func escape(_ content: UnsafeBufferPointer<UInt8>) {
        var copied = 0
        var index = 0
        while index < content.count {
            // In bounds: index < count, and the buffer is lent for the whole call.
            let byte = unsafe content[index]
            if byte.isEscaped {
                unsafe bytes.append(contentsOf: content[copied..<index])
                escape(byte)
                copied = index + 1
            }
            index += 1
        }
        if copied == 0 {
            unsafe bytes.append(contentsOf: content)
        } else {
            unsafe bytes.append(contentsOf: content[copied...])
        }
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(ASCII.backslash)
        switch byte {
        case ASCII.quote, ASCII.backslash: bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case ASCII.lineFeed: bytes.append(UInt8(ascii: "n"))
        case ASCII.carriageReturn: bytes.append(UInt8(ascii: "r"))
        case ASCII.tab: bytes.append(UInt8(ascii: "t"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(byte < 0x10 ? ASCII.zero : UInt8(ascii: "1"))
            let low = byte & 0x0F
            bytes.append(low < 10 ? ASCII.zero + low : UInt8(ascii: "a") + low - 10)
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

extension OutputSpan<UInt8> {
    /// Adds bytes for which there is room.
    @inline(__always)
    mutating func append(copying content: UnsafeBufferPointer<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { room, count in
            precondition(room.count - count >= content.count, "There is no room for what was announced.")
            guard let source = content.baseAddress, let start = room.baseAddress else { return }
            unsafe (start + count).initialize(from: source, count: content.count)
            count += content.count
        }
    }
}

extension UInt8 {
    /// Whether a string may not hold this byte as it is.
    @inline(__always)
    fileprivate var isEscaped: Bool {
        self < 0x20 || self == ASCII.quote || self == ASCII.backslash
    }
}
