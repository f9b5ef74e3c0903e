extension UInt8 {
    /// The lower-case letter of an ASCII upper-case letter; any other byte as it is.
    @inlinable package var lowercased: UInt8 {
        self &- 0x41 < 26 ? self | 0x20 : self
    }

    /// Whether the byte may stand in an RFC 9110 token (§5.6.2).
    @inlinable package var isTokenByte: Bool {
        isAmong(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
    }

    /// Whether the byte is one of some ASCII bytes: a table lookup without a table.
    ///
    /// - Parameters:
    ///   - low: A bit for each of the bytes up to 63.
    ///   - high: A bit for each of those from 64 on.
    @inlinable package func isAmong(low: UInt64, high: UInt64) -> Bool {
        switch self {
        case 0..<64: low & (1 &<< UInt64(self)) != 0
        case 64..<128: high & (1 &<< UInt64(self &- 64)) != 0
        default: false
        }
    }

    /// Whether the byte may stand in a field value (RFC 9110 §5.5): everything but controls, and a tab.
    @inlinable package var isFieldValueByte: Bool {
        self >= 0x20 && self != 0x7F || self == 0x09
    }

    /// The value of a hexadecimal digit, or `nil`.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self &- 0x30
        case 0x41...0x46: self &- 0x37
        case 0x61...0x66: self &- 0x57
        default: nil
        }
    }

    /// Whether the byte is one of `0` to `9`.
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
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
        unsafe withUnsafeBytes { bytes in
            var place = 0
            while place &+ 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                // Eight at a time, as fields are looked at on every request; what could be a control is looked at again.
                if word.mayHoldControls {
                    for index in place..<place &+ 8 where unsafe !bytes[index].isFieldValueByte { return false }
                }
                place &+= 8
            }
            while place < bytes.count {
                guard unsafe bytes[place].isFieldValueByte else { return false }
                place &+= 1
            }
            return true
        }
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
    mutating func append(copying bytes: UnsafeRawBufferPointer) {
        unsafe withUnsafeMutableBufferPointer { room, count in
            precondition(room.count - count >= bytes.count, "There is no room for what was announced.")
            guard let source = bytes.baseAddress, let start = room.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(start + count).copyMemory(from: source, byteCount: bytes.count)
            count += bytes.count
        }
    }
}
