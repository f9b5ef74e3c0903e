extension UInt8 {
    /// The lower-case letter of an ASCII upper-case letter; any other byte as it is.
    @inlinable package var lowercased: UInt8 {
        self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
    }

    /// Whether the byte may stand in an RFC 9110 token (§5.6.2).
    @inlinable package var isTokenByte: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
        default: false
        }
    }

    /// Whether the byte may stand in an entity tag (RFC 9110 §8.8.3): visible ASCII without the quotation mark.
    var isEntityTagByte: Bool {
        switch Unicode.Scalar(self) {
        case "!", "#"..."~": true
        default: false
        }
    }

    /// Whether the byte may stand in a field value (RFC 9110 §5.5): everything but controls, and a tab.
    @inlinable package var isFieldValueByte: Bool {
        self >= UInt8(ascii: " ") && self != 0x7F || self == UInt8(ascii: "\t")
    }

    /// The value of a hexadecimal digit, or `nil`.
    @inlinable package var hexadecimalValue: UInt8? {
        switch Unicode.Scalar(self) {
        case "0"..."9": self &- UInt8(ascii: "0")
        case "A"..."F": self &- UInt8(ascii: "A") &+ 10
        case "a"..."f": self &- UInt8(ascii: "a") &+ 10
        default: nil
        }
    }

    /// Whether the byte is one of `0` to `9`.
    @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension Span where Element == UInt8 {
    /// Whether both hold the same bytes, ASCII upper and lower case being the same.
    @inlinable package func equalsIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index].lowercased != other[index].lowercased {
            return false
        }
        return true
    }
}

extension Span<UInt8> {
    /// Whether all bytes may stand in a field value; see ``Swift/UInt8/isFieldValueByte``.
    package var isFieldValue: Bool {
        var offset = 0
        while offset &+ 8 <= count {
            // Eight at a time, as fields are looked at on every request; what could be a control is looked at again.
            if word(at: offset).mayHoldControls {
                for index in offset..<offset &+ 8 where !self[index].isFieldValueByte { return false }
            }
            offset &+= 8
        }
        while offset < count {
            guard self[offset].isFieldValueByte else { return false }
            offset &+= 1
        }
        return true
    }

    /// Eight bytes as a number, the first one lowest; it is a programmer error if there are fewer behind the offset.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension UInt64 {
    /// Whether a byte of the word is less than 0x20 or equals 0x7F; never `false` when one is.
    fileprivate var mayHoldControls: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones << 7
        // A byte that is less than n borrows from its highest bit; the bytes above it may be taken for one, too.
        let below = (self &- ones &* 0x20) & ~self
        let deletes = self ^ ones &* 0x7F
        return (below | (deletes &- ones) & ~deletes) & highs != 0
    }
}

extension OutputSpan<UInt8> {
    /// Adds bytes for which there is room, in one piece.
    mutating func append(copying bytes: Span<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { room, count in
            let rest = room.extracting(count...)
            precondition(rest.count >= bytes.count, "There is no room for what was announced.")
            _ = unsafe bytes.withUnsafeBufferPointer { bytes in unsafe rest.initialize(fromContentsOf: bytes) }
            count += bytes.count
        }
    }
}
