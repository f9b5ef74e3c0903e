extension UInt64 {
    /// All 16 hexadecimal digits in lower case, zeros at the front included.
    ///
    /// ```swift
    /// UInt64(0xbeef).hexadecimalDigits  // "000000000000beef"
    /// ```
    package var hexadecimalDigits: String {
        let count = Self.bitWidth / 4
        return unsafe String(unsafeUninitializedCapacity: count) { digits in
            for place in 0..<count {
                let digit = UInt8(truncatingIfNeeded: self >> (4 * (count - 1 - place))) & 15
                unsafe digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return count
        }
    }
}
