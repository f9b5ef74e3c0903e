import Cryptography

/// The key by which push services and browsers recognize the server.
public struct WebPushKey: Sendable {
    let key: P256PrivateKey

    /// Makes a key at random.
    public init() { key = P256PrivateKey() }

    /// Derives a key from a secret, so that all servers with the secret have the same key.
    public init(derivedFrom secret: [UInt8]) {
        // Nearly every number of 32 bytes is a private key.
        for attempt in UInt8.min...UInt8.max {
            let bytes = Sodium.authenticationCode(of: Array("web push key".utf8) + [attempt], key: secret)
            guard let key = P256PrivateKey(bytes: bytes) else { continue }
            self.key = key
            return
        }
        preconditionFailure("256 numbers at random are no private keys.")
    }

    /// Reads a key, or returns `nil` for a text that is none.
    ///
    /// - Parameter text: The private key in base64url, as ``text`` and other implementations of Web Push write it.
    public init?(_ text: String) {
        guard let bytes = Sodium.bytes(fromBase64URL: text), let key = P256PrivateKey(bytes: bytes) else { return nil }
        self.key = key
    }

    /// The private key in base64url.
    public var text: String { Sodium.base64URL(key.bytes) }
}
