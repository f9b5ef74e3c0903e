import JSON

extension UInt8 {
    /// The byte with an ASCII upper-case letter changed to lower case.
    @inlinable package var lowercased: UInt8 {
        self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
    }

    /// Whether the byte is allowed in a token (RFC 9110 §5.6.2).
    @inlinable package var isTokenByte: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
        default: false
        }
    }

    /// Whether the byte is allowed in an entity tag (RFC 9110 §8.8.3): visible ASCII without the quotation mark.
    var isEntityTagByte: Bool {
        switch Unicode.Scalar(self) {
        case "!", "#"..."~": true
        default: false
        }
    }

    /// Whether the byte is allowed in a field value (RFC 9110 §5.5): no control character except a tab.
    @inlinable package var isFieldValueByte: Bool {
        self >= UInt8(ascii: " ") && self != 0x7F || self == UInt8(ascii: "\t")
    }

    /// Whether the byte is a space or a tab.
    @inlinable package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// The value of a hexadecimal digit, or `nil` for any other byte.
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
    /// Returns whether both have the same bytes.
    @inlinable package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] {
            return false
        }
        return true
    }

}

extension Span<UInt8> {
    /// Returns whether both have the same bytes, ignoring ASCII case.
    package func equalsIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        // Eight bytes at a time, since most clients write names in the same case as the server.
        while offset &+ 8 <= count, word(at: offset) == other.word(at: offset) { offset &+= 8 }
        while offset < count {
            guard self[offset].lowercased == other[offset].lowercased else { return false }
            offset &+= 1
        }
        return true
    }

    /// Returns whether another text is in this one, ignoring ASCII case.
    package func containsIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard !other.isEmpty, count >= other.count else { return other.isEmpty }
        return (0...count - other.count).contains { start in
            // The first byte first, because this runs for every response.
            self[start].lowercased == other[0].lowercased
                && extracting(start..<start + other.count).equalsIgnoringCase(other)
        }
    }

    /// Whether all bytes are allowed in a field value (``Swift/UInt8/isFieldValueByte``).
    package var isFieldValue: Bool {
        var offset = 0
        while offset &+ 8 <= count {
            // Eight bytes are checked at a time, because this runs for all fields of every request. Only words that may contain
            // a control character are checked byte by byte.
            if word(at: offset).mayContainControls {
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

    /// Whether the bytes, read as UTF-8, have no long run of combining marks (``Swift/String/isStreamSafe``).
    package var isStreamSafe: Bool {
        if isASCII { return true }
        return unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }.isStreamSafe
    }

    private var isASCII: Bool {
        var offset = 0
        while offset &+ 8 <= count {
            guard word(at: offset) & 0x8080_8080_8080_8080 == 0 else { return false }
            offset &+= 8
        }
        while offset < count {
            guard self[offset] < 0x80 else { return false }
            offset &+= 1
        }
        return true
    }

    /// Returns eight bytes as a little-endian number.
    ///
    /// It is a programmer error if fewer follow the offset.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension UInt64 {
    /// Whether a byte of the word may be less than 0x20 or equal to 0x7F.
    ///
    /// `false` is certain, but `true` isn't.
    fileprivate var mayContainControls: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones << 7
        // A byte less than n borrows in the subtraction, which sets its highest bit. The borrow can also set that bit in
        // the byte above, so `true` isn't certain.
        let below = (self &- ones &* 0x20) & ~self
        let deletes = self ^ ones &* 0x7F
        return (below | (deletes &- ones) & ~deletes) & highs != 0
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number as eight bytes, the lowest first.
    ///
    /// It is a programmer error if there is too little room.
    @inline(__always)
    mutating func append(word: UInt64) {
        unsafe withUnsafeMutableBufferPointer { room, count in
            precondition(room.count - count >= 8, "The bytes exceed the remaining capacity.")
            unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
                of: word.littleEndian,
                toByteOffset: count,
                as: UInt64.self
            )
            count += 8
        }
    }

    /// Appends bytes as one block.
    ///
    /// It is a programmer error if there is too little room.
    mutating func append(copying bytes: Span<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { room, count in
            let rest = room.extracting(count...)
            precondition(rest.count >= bytes.count, "The bytes exceed the remaining capacity.")
            _ = unsafe bytes.withUnsafeBufferPointer { bytes in unsafe rest.initialize(fromContentsOf: bytes) }
            count += bytes.count
        }
    }
}
