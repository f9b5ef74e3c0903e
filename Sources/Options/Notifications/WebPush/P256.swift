internal import CNettle

/// A private key on the curve P-256 (FIPS 186-5), which agrees on secrets and signs.
struct P256PrivateKey: Sendable {
    /// The number of bytes of the private key, of a digest to sign, and of a shared secret.
    static let byteCount = USHER_P256_BYTES
    /// The number of bytes of a public key, which is a point without compression (SEC 1 section 2.3.3).
    static let publicByteCount = USHER_P256_POINT_BYTES

    /// The private key.
    let bytes: [UInt8]
    /// The public key.
    let publicKey: [UInt8]

    /// Makes a key at random.
    init() {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            unsafe usher_p256_make_key(buffer.baseAddress)
            count = Self.byteCount
        }
        guard let key = Self(bytes: bytes) else { preconditionFailure("Nettle has made a key that it doesn't accept.") }
        self = key
    }

    /// Takes a private key, or returns `nil` for bytes that are none.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var publicKey = [UInt8](repeating: 0, count: Self.publicByteCount)
        guard unsafe usher_p256_public_key(bytes, &publicKey) == 1 else { return nil }
        self.bytes = bytes
        self.publicKey = publicKey
    }

    /// Returns the secret that this key shares with the owner of another one (ECDH), or `nil` if the other one is no public key.
    func agree(with publicKey: [UInt8]) -> [UInt8]? {
        guard publicKey.count == Self.publicByteCount else { return nil }
        var secret = [UInt8](repeating: 0, count: Self.byteCount)
        guard unsafe usher_p256_agree(bytes, publicKey, &secret) == 1 else { return nil }
        return secret
    }

    /// Returns the signature of a SHA-256 digest: the numbers r and s, as in ES256 (RFC 7518 section 3.4).
    func signature(of digest: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: USHER_P256_SIGNATURE_BYTES)
        guard unsafe usher_p256_sign(bytes, digest, digest.count, &signature) == 1 else {
            preconditionFailure("The key was accepted before.")
        }
        return signature
    }
}

/// Encryption with AES-128-GCM (NIST SP 800-38D).
enum AES128GCM {
    /// Returns the encrypted bytes with the tag of 16 bytes behind them.
    static func seal(_ bytes: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        precondition(key.count == 16 && nonce.count == 12, "The key has 16 bytes, and the nonce 12.")
        let count = bytes.count + USHER_GCM_TAG_BYTES
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe usher_aes128_gcm_seal(key, nonce, bytes, bytes.count, buffer.baseAddress)
            initialized = count
        }
    }
}
