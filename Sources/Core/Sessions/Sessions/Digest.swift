import Cryptography

/// A SHA-256 (FIPS 180-4) or an HMAC-SHA-256 (RFC 2104) that is stored instead of a secret or of a repeatable request.
///
/// A plain SHA-256 suits secrets that are random, such as credentials. A request can contain a password or a code, which can be
/// guessed, so its digest has a key that the server does not store (``Idempotency``).
public struct Digest: Hashable, Sendable {
    /// The number of bytes of a digest.
    public static let byteCount = 32

    // Four words instead of an array, because a session has dozens of digests and an array would be an allocation each.
    private let words: Sodium.SHA256

    /// Computes the digest of bytes.
    public init(of bytes: [UInt8]) {
        words = Sodium.sha256(of: bytes)
    }

    /// Computes the digest of a text in UTF-8.
    public init(of text: String) {
        words = Sodium.sha256(of: text)
    }

    /// Computes the digest of bytes with a secret key, without which a guess at the bytes can't be tested.
    package init(of bytes: [UInt8], key: [UInt8]) {
        words = Sodium.hmacSHA256(of: bytes, key: key)
    }

    private init(words: Sodium.SHA256) {
        self.words = words
    }

    /// Makes random bytes, which are as hard to guess as the digest of an unknown text.
    package static func random() -> Digest {
        var generator = SystemRandomNumberGenerator()
        return Digest(words: (generator.next(), generator.next(), generator.next(), generator.next()))
    }

    /// The digest with all bytes zero, which no known text has.
    static let none = Digest(words: (0, 0, 0, 0))

    /// Takes a stored digest, or returns `nil` for any other number of bytes.
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

    /// A name for the credential with this digest.
    ///
    /// It has 16 hexadecimal digits, from which neither the digest nor the credential can be computed.
    var credentialName: String { Sodium.checksum(of: bytes).hexadecimalDigits }

    /// Returns whether two digests have the same bytes.
    public static func == (first: Self, second: Self) -> Bool { first.words == second.words }

    /// Hashes the first 8 bytes only, because they are already as good as random.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
    }
}
