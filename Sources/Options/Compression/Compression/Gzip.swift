internal import CZlib

/// The compression gzip (RFC 1952), by zlib.
public enum Gzip {
    /// The levels of zlib: 1 is the fastest, 9 makes the smallest result.
    public static let levels = 1...9

    /// Returns bytes compressed, for example to a fifth for a JSON document of 20 KB.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - level: One of ``levels``. Any other number is a programmer error.
    /// - Returns: The compressed bytes, or `nil` if they are not fewer, or if there is no memory.
    public static func compress(_ bytes: [UInt8], level: Int) -> [UInt8]? {
        precondition(levels.contains(level), "zlib has no level \(level)")
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            guard !bytes.isEmpty, let start = buffer.baseAddress else { return }
            // With room for one byte fewer than the input has, so that a result that is not shorter fails.
            count = unsafe usher_gzip(start, bytes.count - 1, bytes, bytes.count, CInt(level))
        }
        return compressed.isEmpty ? nil : compressed
    }
}
