import Cryptography

/// A SHA-256 (FIPS 180-4), stored instead of a secret or of a request that may come again.
public struct Digest: Hashable, Sendable {
    /// The number of bytes of a digest.
    public static let byteCount = 32

    // Four words instead of an array: a session remembers dozens of these, and a word needs no storage of its own.
    private let words: Sodium.SHA256

    /// The digest of some bytes.
    public init(of bytes: [UInt8]) {
        words = Sodium.sha256(of: bytes)
    }

    /// The digest of a text in UTF-8.
    public init(of text: String) {
        words = Sodium.sha256(of: text)
    }

    /// Takes a stored digest; `nil` for any other number of bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        func word(_ number: Int) -> UInt64 {
            bytes[number * 8..<number * 8 + 8].reduce(0) { word, byte in word << 8 | UInt64(byte) }
        }
        words = (word(0), word(1), word(2), word(3))
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
