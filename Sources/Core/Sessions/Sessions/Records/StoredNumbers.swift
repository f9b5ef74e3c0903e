/// The stored form of numbers: their bytes, most significant first.
extension [UInt8] {
    /// Appends the bytes of a number.
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension FixedWidthInteger {
    /// Reads a number from its bytes, at most as many as the number has.
    package init(bigEndian bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}
