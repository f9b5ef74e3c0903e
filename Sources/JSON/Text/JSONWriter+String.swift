extension JSONWriter {
    /// Writes a string between quotation marks, with the escapes that RFC 8259 §7 asks for and no others.
    mutating func quote(_ string: String) {
        bytes.append(ASCII.quote)
        // A native string lends its bytes; only a bridged one (never on Linux) is walked byte by byte.
        let lent: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { content in
            unsafe escape(content)
        }
        if lent == nil {
            for byte in string.utf8 {
                if byte.isEscaped { escape(byte) } else { bytes.append(byte) }
            }
        }
        bytes.append(ASCII.quote)
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

extension UInt8 {
    /// Whether a string may not hold this byte as it is.
    @inline(__always)
    fileprivate var isEscaped: Bool {
        self < 0x20 || self == ASCII.quote || self == ASCII.backslash
    }
}
