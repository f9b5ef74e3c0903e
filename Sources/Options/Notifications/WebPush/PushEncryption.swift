import Cryptography

/// The encryption of a message for one browser (RFC 8291), so that the push service between can't read it.
struct PushEncryption {
    /// The largest message, so that the content fits into the 4,096 bytes that every service takes (RFC 8291 section 4).
    static let messageBytes = 3_993

    /// The public key of the browser.
    let browser: [UInt8]
    /// The secret of the browser, of 16 bytes.
    let secret: [UInt8]

    /// Takes the keys of a browser, or returns `nil` for keys that can't be used.
    init?(browser: [UInt8], secret: [UInt8]) {
        guard secret.count == 16, P256PrivateKey().agree(with: browser) != nil else { return nil }
        self.browser = browser
        self.secret = secret
    }

    /// Returns the content of the request with a message: one record of the content coding `aes128gcm` (RFC 8188).
    ///
    /// - Parameters:
    ///   - message: At most ``messageBytes``.
    ///   - key: A key for this message alone.
    ///   - salt: 16 random bytes for this message alone.
    /// - Returns: The content, of 103 bytes more than the message has.
    func content(
        of message: [UInt8],
        key: P256PrivateKey = P256PrivateKey(),
        salt: [UInt8] = Sodium.randomBytes(16)
    ) -> [UInt8] {
        precondition(message.count <= Self.messageBytes, "The message is too long.")
        guard let shared = key.agree(with: browser) else {
            preconditionFailure("The browser's key was accepted before.")
        }
        let info = Array("WebPush: info".utf8) + [0] + browser + key.publicKey
        let input = Self.expand(Self.code(of: shared, key: secret), info)
        let extracted = Self.code(of: input, key: salt)
        let contentKey = Array(Self.expand(extracted, Array("Content-Encoding: aes128gcm".utf8) + [0]).prefix(16))
        let nonce = Array(Self.expand(extracted, Array("Content-Encoding: nonce".utf8) + [0]).prefix(12))
        let recordBytes: [UInt8] = [0, 0, 0x10, 0]
        let header = salt + recordBytes + [UInt8(key.publicKey.count)] + key.publicKey
        // The byte 2 marks the last record.
        return header + AES128GCM.seal(message + [2], key: contentKey, nonce: nonce)
    }

    /// Returns the first 32 bytes that are derived from a key (HKDF-Expand, RFC 5869).
    private static func expand(_ key: [UInt8], _ info: [UInt8]) -> [UInt8] { code(of: info + [1], key: key) }

    private static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        Sodium.authenticationCode(of: bytes, key: key)
    }
}
