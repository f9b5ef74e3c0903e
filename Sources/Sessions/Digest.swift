import Crypto

/// A SHA-256 (FIPS 180-4): what is kept of a secret, or of a request that may come again.
public struct Digest: Hashable, Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 32

    // Four words instead of an array: a session remembers dozens of these, and a word needs no storage of its own.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The digest of some bytes.
    public init(of bytes: [UInt8]) {
        self.init(SHA256.hash(data: bytes))
    }

    /// The digest of a text in UTF-8.
    public init(of text: String) {
        var text = text
        self.init(text.withUTF8 { bytes in unsafe SHA256.hash(data: UnsafeRawBufferPointer(bytes)) })
    }

    private init(_ digest: SHA256Digest) {
        words = unsafe digest.withUnsafeBytes { unsafe Self.words(in: $0) }
    }

    /// Takes a digest as it was kept; `nil` for what is not of its length.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        words = unsafe bytes.withUnsafeBytes { unsafe Self.words(in: $0) }
    }

    private static func words(in bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64) {
        func word(_ number: Int) -> UInt64 {
            unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: number * 8, as: UInt64.self))
        }
        return (word(0), word(1), word(2), word(3))
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: Self.byteCount) { bytes in
            func append(_ word: UInt64, to bytes: inout OutputSpan<UInt8>) {
                for shift in stride(from: UInt64(56), through: 0, by: -8) {
                    bytes.append(UInt8(truncatingIfNeeded: word >> shift))
                }
            }
            append(words.0, to: &bytes)
            append(words.1, to: &bytes)
            append(words.2, to: &bytes)
            append(words.3, to: &bytes)
        }
        return bytes
    }

    /// Whether two digests are the same.
    public static func == (first: Self, second: Self) -> Bool { first.words == second.words }

    /// Takes the digest into a hash.
    public func hash(into hasher: inout Hasher) {
        // Its bits are as good as random already.
        hasher.combine(words.0)
    }
}
