package import Coordination

/// The stored form of a time: its milliseconds as 8 bytes, most significant first.
extension Timestamp {
    /// The number of bytes of a time.
    package static let byteCount = 8

    /// The bytes in the form in which stores keep them.
    package var bytes: [UInt8] {
        (0..<Self.byteCount).reversed().map { UInt8(truncatingIfNeeded: UInt64(bitPattern: milliseconds) >> ($0 * 8)) }
    }

    /// Reads the 8 bytes of a time.
    package init(bytes: ArraySlice<UInt8>) {
        self.init(milliseconds: Int64(bitPattern: bytes.reduce(0) { time, byte in time << 8 | UInt64(byte) }))
    }
}
