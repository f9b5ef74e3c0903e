internal import CSodium
internal import Glibc

/// The functions of libsodium that the server uses.
///
/// ```swift
/// let hash = try Sodium.argon2id(password, passes: 2, kibibytes: 19_456)
/// Sodium.isArgon2id(hash, of: password)  // true
/// ```
public enum Sodium {
    /// A SHA-256 hash as four big-endian words.
    public typealias SHA256 = (UInt64, UInt64, UInt64, UInt64)

    /// A keyed hash of 128 bits.
    public typealias KeyedHash128 = (UInt64, UInt64)

    /// The number of bytes in a key for ``keyedHash128(of:key:)``.
    public static let keyedHashKeyByteCount = Int(crypto_shorthash_siphashx24_KEYBYTES)

    /// The recommended number of bytes in a key for ``authenticationCode(of:key:)``.
    public static let authenticationKeyByteCount = Int(crypto_auth_hmacsha256_KEYBYTES)

    // A static property is initialized once, at its first use. sodium_init(3) selects the implementations for this processor
    // and must be called before any other function.
    private static let isInitialized = sodium_init() >= 0

    private static func initialize() {
        precondition(isInitialized, "libsodium can't be initialized: the system provides no random numbers.")
    }

    /// Returns the SHA-256 hash of the bytes (FIPS 180-4).
    public static func sha256(of bytes: [UInt8]) -> SHA256 {
        initialize()
        var words: SHA256 = (0, 0, 0, 0)
        unsafe usher_sha256(&words, bytes, bytes.count)
        return bigEndian(words)
    }

    /// Returns the SHA-256 hash of the UTF-8 bytes of a text.
    public static func sha256(of text: String) -> SHA256 {
        initialize()
        var words: SHA256 = (0, 0, 0, 0)
        // `withUTF8` hashes the text in place. A string passed to C would be copied first.
        var text = text
        text.withUTF8 { bytes in unsafe usher_sha256(&words, bytes.baseAddress, bytes.count) }
        return bigEndian(words)
    }

    private static func bigEndian(_ words: SHA256) -> SHA256 {
        (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    }

    /// Returns the HMAC-SHA-256 of the bytes (RFC 2104).
    ///
    /// - Parameters:
    ///   - bytes: The message, of any length.
    ///   - key: The key, of any length. ``authenticationKeyByteCount`` random bytes are enough.
    /// - Returns: The authentication code of 32 bytes, to be compared with ``areEqualInConstantTime(_:_:)``.
    public static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        initialize()
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        unsafe usher_hmac_sha256(&code, bytes, bytes.count, key, key.count)
        return code
    }

    /// Returns the HMAC-SHA-256 of the bytes with a key of any length (RFC 2104).
    ///
    /// - Parameters:
    ///   - bytes: The message, of any length.
    ///   - key: The secret, which is only as hard to guess as it is random.
    /// - Returns: The authentication code as four words.
    public static func hmacSHA256(of bytes: [UInt8], key: [UInt8]) -> SHA256 {
        initialize()
        var words: SHA256 = (0, 0, 0, 0)
        unsafe usher_hmac_sha256(&words, bytes, bytes.count, key, key.count)
        return bigEndian(words)
    }

    /// Returns a checksum that detects accidental changes: SipHash-2-4 with the public key 00 01 … 0f.
    ///
    /// It doesn't protect against deliberate changes, since the key is public.
    public static func checksum(of bytes: [UInt8]) -> UInt64 {
        initialize()
        var hash: UInt64 = 0
        unsafe usher_siphash(&hash, bytes, bytes.count, checksumKey)
        return UInt64(littleEndian: hash)
    }

    private static let checksumKey: [UInt8] = Array(0..<16)

    /// Returns a keyed hash of 128 bits: SipHash-2-4-128, which can't be computed or forged without the key.
    ///
    /// Use it to find out within one process whether a secret was seen before. It costs a tenth of a SHA-256.
    ///
    /// - Parameters:
    ///   - text: The text, hashed by its UTF-8 bytes.
    ///   - key: ``keyedHashKeyByteCount`` bytes. Any other number is a programmer error.
    /// - Returns: The hash, for use in this process only.
    public static func keyedHash128(of text: String, key: [UInt8]) -> KeyedHash128 {
        initialize()
        precondition(
            key.count == keyedHashKeyByteCount,
            "The key has \(key.count) bytes; it must have \(keyedHashKeyByteCount)."
        )
        var tag: KeyedHash128 = (0, 0)
        var text = text
        text.withUTF8 { bytes in unsafe usher_siphash128(&tag, bytes.baseAddress, bytes.count, key) }
        return tag
    }

    /// Returns random bytes from the system, suitable for secrets.
    public static func randomBytes(_ count: Int) -> [UInt8] {
        initialize()
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// Returns whether the bytes are equal, in a time that depends on the lengths only.
    public static func areEqualInConstantTime(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        initialize()
        return unsafe first.count == second.count && sodium_memcmp(first, second, first.count) == 0
    }

    /// Encodes bytes as base64 with padding (RFC 4648 §4), in a time that doesn't depend on their values.
    public static func base64(_ bytes: [UInt8]) -> String {
        initialize()
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        unsafe usher_base64(&text, text.count, bytes, bytes.count)
        return String(decoding: text.dropLast(), as: UTF8.self)
    }

    /// Decodes base64 with padding (RFC 4648 §4), or returns `nil` for any other text.
    public static func bytes(fromBase64 text: some StringProtocol) -> [UInt8]? {
        initialize()
        let text = Array(text.utf8)
        var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3)
        var count = 0
        guard unsafe usher_from_base64(&bytes, bytes.count, text, text.count, &count) == 0 else { return nil }
        return Array(bytes.prefix(count))
    }

    /// Encodes bytes as base64url without padding (RFC 4648 §5), in a time that doesn't depend on their values.
    public static func base64URL(_ bytes: [UInt8]) -> String {
        initialize()
        var text = [UInt8](repeating: 0, count: (bytes.count * 4 + 2) / 3 + 1)
        unsafe usher_base64url(&text, text.count, bytes, bytes.count)
        return String(decoding: text.dropLast(), as: UTF8.self)
    }

    /// Decodes base64url without padding (RFC 4648 §5), or returns `nil` for any other text.
    public static func bytes(fromBase64URL text: String) -> [UInt8]? {
        guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        return bytes(fromBase64: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
    }

    // MARK: Sealed bytes

    /// The number of bytes in a key for ``seal(_:key:)``.
    public static let sealingKeyByteCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)

    private static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagByteCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// Encrypts and authenticates bytes with XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha) and a random nonce.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to keep secret. Their number is not hidden.
    ///   - key: ``sealingKeyByteCount`` random bytes. Any other number is a programmer error.
    /// - Returns: The nonce and the sealed bytes, 40 more than were given.
    public static func seal(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        initialize()
        precondition(key.count == sealingKeyByteCount, "The key has \(key.count) bytes, not \(sealingKeyByteCount).")
        let nonce = randomBytes(nonceByteCount)
        var sealed = [UInt8](repeating: 0, count: bytes.count + tagByteCount)
        unsafe usher_seal(&sealed, bytes, bytes.count, nonce, key)
        return nonce + sealed
    }

    /// Returns the bytes that ``seal(_:key:)`` was given, or `nil` if the key is another one or a bit was changed.
    public static func open(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
        initialize()
        precondition(key.count == sealingKeyByteCount, "The key has \(key.count) bytes, not \(sealingKeyByteCount).")
        guard sealed.count >= nonceByteCount + tagByteCount else { return nil }
        let nonce = Array(sealed.prefix(nonceByteCount))
        let rest = Array(sealed.dropFirst(nonceByteCount))
        var bytes = [UInt8](repeating: 0, count: rest.count - tagByteCount)
        guard unsafe usher_open(&bytes, rest, rest.count, nonce, key) == 0 else { return nil }
        return bytes
    }

    // MARK: Passwords

    /// Returns the Argon2id hash of a password (RFC 9106) with a random salt.
    ///
    /// It blocks the thread while it computes.
    ///
    /// - Parameters:
    ///   - password: The password, hashed by its UTF-8 bytes.
    ///   - passes: The number of passes over the memory (t in RFC 9106), at least 1.
    ///   - kibibytes: The memory in KiB (m in RFC 9106), at least 8. The number of lanes is 1.
    /// - Returns: A PHC string: algorithm, version, cost, salt and hash, such as `$argon2id$v=19$m=19456,t=2,p=1$…$…`.
    /// - Throws: ``Argon2idError`` when the cost is out of range or needs more memory than there is.
    public static func argon2id(_ password: String, passes: Int, kibibytes: Int) throws(Argon2idError) -> String {
        initialize()
        guard let operations = UInt64(exactly: passes), kibibytes >= 0,
            case (let bytes, false) = kibibytes.multipliedReportingOverflow(by: 1_024)
        else { throw Argon2idError(passes: passes, kibibytes: kibibytes) }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let code = unsafe crypto_pwhash_str_alg(
            &text,
            password,
            UInt64(password.utf8.count),
            operations,
            bytes,
            crypto_pwhash_ALG_ARGON2ID13
        )
        guard code == 0 else { throw Argon2idError(passes: passes, kibibytes: kibibytes) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns whether a PHC string of ``argon2id(_:passes:kibibytes:)`` is the hash of a password.
    ///
    /// It blocks the thread for as long as the hash took, and compares in constant time.
    ///
    /// - Returns: `false` for another password, and for a text that is not a PHC string of Argon2id.
    public static func isArgon2id(_ hash: String, of password: String) -> Bool {
        initialize()
        guard let text = phcBytes(hash) else { return false }
        return unsafe crypto_pwhash_str_verify(text, password, UInt64(password.utf8.count)) == 0
    }

    /// Returns whether a PHC string has another algorithm or another cost than the given one.
    public static func needsArgon2idRehash(_ hash: String, passes: Int, kibibytes: Int) -> Bool {
        initialize()
        guard let text = phcBytes(hash) else { return true }
        return unsafe crypto_pwhash_str_needs_rehash(text, UInt64(passes), kibibytes * 1_024) != 0
    }

    /// The text in a buffer of the size that libsodium reads, or `nil` when it is too long.
    private static func phcBytes(_ hash: String) -> [CChar]? {
        let size = Int(crypto_pwhash_STRBYTES)
        let text = hash.utf8.map { CChar(bitPattern: $0) }
        guard text.count < size else { return nil }
        return text + [CChar](repeating: 0, count: size - text.count)
    }
}
