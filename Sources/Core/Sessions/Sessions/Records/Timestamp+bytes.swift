package import Coordination

/// The stored form of a time: its milliseconds as 8 bytes, most significant first.
extension Timestamp {
    /// The number of bytes of a time.
    package static let byteCount = 8

    /// The bytes in the form in which stores keep them.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: milliseconds)
        return bytes
    }

    /// Reads the 8 bytes of a time.
    package init(bytes: ArraySlice<UInt8>) {
        self.init(milliseconds: Int64(bigEndian: bytes))
    }
}
