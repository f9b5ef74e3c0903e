import Cryptography

/// The secret that opens a session: 256 random bits.
///
/// The server stores only its digest.
public struct Credential: Sendable, CustomStringConvertible {
    /// The secret as the client has it: 43 characters of base64url without padding (RFC 4648 section 5).
    public let exposed: String
    /// A keyed hash by which credentials are compared.
    ///
    /// The key is random, is made once a process, and is stored nowhere.
    let tag: Sodium.KeyedHash128

    private static let key = Sodium.randomBytes(Sodium.keyedHashKeyByteCount)

    /// Takes the secret that a client presents.
    public init(_ text: String) {
        exposed = text
        tag = Sodium.keyedHash128(of: text, key: Self.key)
    }

    /// Makes a secret from the system's random numbers.
    static func make() -> Credential {
        Credential(Sodium.base64URL(Sodium.randomBytes(32)))
    }

    /// The SHA-256 that the server stores.
    var digest: Digest { Digest(of: exposed) }

    /// A placeholder, so that the secret is never logged.
    public var description: String { "•••" }
}
