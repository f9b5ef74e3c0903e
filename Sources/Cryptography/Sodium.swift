internal import CSodium
internal import Glibc

/// The functions of libsodium that the server uses.
///
/// ```swift
/// let salt = Sodium.randomBytes(16)
/// let key = try Sodium.scrypt(password, salt: salt, rounds: 1 << 14, blockSize: 8, parallelism: 5, count: 32)
/// Sodium.areEqual(key, stored)
/// ```
public enum Sodium {
    /// A SHA-256 as four big-endian words.
    public typealias SHA256 = (UInt64, UInt64, UInt64, UInt64)

    /// A keyed hash of 128 bits.
    public typealias ShortTag = (UInt64, UInt64)

    /// The number of bytes of a key of ``shortTag(of:key:)``.
    public static let shortKeyByteCount = Int(crypto_shorthash_siphashx24_KEYBYTES)

    /// The number of bytes of a key of ``authenticationCode(of:key:)``.
    public static let keyByteCount = Int(crypto_auth_hmacsha256_KEYBYTES)

    // Lazy and so made once: sodium_init(3) chooses the implementations for this processor and comes before all else.
    private static let isInitialized = sodium_init() >= 0

    private static func initialize() {
        precondition(isInitialized, "libsodium can't be initialized: the system gives no random numbers.")
    }

    /// The SHA-256 of some bytes (FIPS 180-4).
    public static func sha256(of bytes: [UInt8]) -> SHA256 {
        initialize()
        var words: SHA256 = (0, 0, 0, 0)
        unsafe usher_sha256(&words, bytes, bytes.count)
        return bigEndian(words)
    }

    /// The SHA-256 of a text in UTF-8.
    public static func sha256(of text: String) -> SHA256 {
        initialize()
        var words: SHA256 = (0, 0, 0, 0)
        // In place: passed to C as a string, the text would be copied first.
        var text = text
        text.withUTF8 { bytes in unsafe usher_sha256(&words, bytes.baseAddress, bytes.count) }
        return bigEndian(words)
    }

    private static func bigEndian(_ words: SHA256) -> SHA256 {
        (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    }

    /// The HMAC-SHA-256 of some bytes (RFC 2104).
    ///
    /// - Parameter key: ``keyByteCount`` bytes; any other number is a programmer error.
    public static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        initialize()
        precondition(key.count == keyByteCount, "A key has \(keyByteCount) bytes.")
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        unsafe crypto_auth_hmacsha256(&code, bytes, UInt64(bytes.count), key)
        return code
    }

    /// A checksum that notices accidental changes: SipHash-2-4 under the public key 00 01 … 0f.
    ///
    /// Not for secrets and not against forgery, since the key is known.
    public static func checksum(of bytes: [UInt8]) -> UInt64 {
        initialize()
        var hash: UInt64 = 0
        unsafe usher_siphash(&hash, bytes, bytes.count, checksumKey)
        return UInt64(littleEndian: hash)
    }

    private static let checksumKey: [UInt8] = Array(0..<16)

    /// A keyed hash of 128 bits: SipHash-2-4-128, which can't be computed or forged without the key.
    ///
    /// Good for telling within one process whether a secret has been seen before; a tenth of the cost of a SHA-256.
    ///
    /// - Parameter key: ``shortKeyByteCount`` bytes; any other number is a programmer error.
    public static func shortTag(of text: String, key: [UInt8]) -> ShortTag {
        initialize()
        precondition(key.count == shortKeyByteCount, "A key has \(shortKeyByteCount) bytes.")
        var tag: ShortTag = (0, 0)
        var text = text
        text.withUTF8 { bytes in unsafe usher_siphash128(&tag, bytes.baseAddress, bytes.count, key) }
        return tag
    }

    /// Random bytes from the system, fit for secrets.
    public static func randomBytes(_ count: Int) -> [UInt8] {
        initialize()
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// Compares in a time that depends on the lengths alone.
    public static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        initialize()
        return unsafe first.count == second.count && sodium_memcmp(first, second, first.count) == 0
    }

    /// Base64url without padding (RFC 4648 section 5), in a time that does not depend on the bytes.
    public static func base64URL(_ bytes: [UInt8]) -> String {
        initialize()
        var text = [UInt8](repeating: 0, count: (bytes.count * 4 + 2) / 3 + 1)
        unsafe usher_base64url(&text, text.count, bytes, bytes.count)
        return String(decoding: text.dropLast(), as: UTF8.self)
    }

    /// The scrypt of a password (RFC 7914); blocks for as long as that takes.
    ///
    /// - Parameters:
    ///   - password: The password; its UTF-8 is hashed.
    ///   - salt: Random bytes, others for each password.
    ///   - rounds: RFC 7914's N: a power of two.
    ///   - blockSize: RFC 7914's r.
    ///   - parallelism: RFC 7914's p.
    ///   - count: The number of bytes to derive.
    /// - Throws: ``ScryptError`` for a cost that scrypt does not take, or that there is no memory for.
    public static func scrypt(
        _ password: String,
        salt: [UInt8],
        rounds: Int,
        blockSize: Int,
        parallelism: Int,
        count: Int
    ) throws(ScryptError) -> [UInt8] {
        initialize()
        guard let rounds = UInt64(exactly: rounds), let blockSize = UInt32(exactly: blockSize),
            let parallelism = UInt32(exactly: parallelism)
        else { throw ScryptError(code: EINVAL) }
        var key = [UInt8](repeating: 0, count: count)
        let code = unsafe crypto_pwhash_scryptsalsa208sha256_ll(
            password,
            password.utf8.count,
            salt,
            salt.count,
            rounds,
            blockSize,
            parallelism,
            &key,
            count
        )
        guard code == 0 else { throw ScryptError(code: errno) }
        return key
    }
}
