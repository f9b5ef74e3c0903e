public import Coordination
import Cryptography

/// The key with which the handlers of effects seal texts for screens, and with which the server opens them.
///
/// ```swift
/// let key = SealingKey.random()
/// handlers.on(MakeKey.self) { _, _ in key.seal("JBSW Y3DP") }
/// let server = try UsherServer(applications: [app], effects: handlers, sealingKey: key)
/// ```
///
/// A key for sessions that survive a restart must survive it, too. Keep it in a file that only the server can read, and not in
/// the database that it protects.
public struct SealingKey: Sendable {
    private let bytes: [UInt8]

    /// Derives the key from a secret of any length, which is only as hard to guess as it is random.
    public init(derivedFrom secret: [UInt8]) {
        bytes = Sodium.authenticationCode(of: Array("usher sealing key".utf8), key: secret)
    }

    /// Creates a key that ends with the process.
    public static func random() -> SealingKey {
        SealingKey(derivedFrom: Sodium.randomBytes(Sodium.authenticationKeyByteCount))
    }

    /// Encrypts a text.
    ///
    /// Every call gives another form of it, because each has a random nonce.
    public func seal(_ text: String) -> SealedText {
        SealedText(sealed: Sodium.base64(Sodium.seal(Array(text.utf8), key: bytes)))
    }

    /// Returns a sealed text in the clear, or `nil` if it was sealed with another key or has been changed.
    public func open(_ text: SealedText) -> String? {
        Sodium.bytes(fromBase64: text.sealed).flatMap { Sodium.open($0, key: bytes) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
