import Cryptography

/// The secret that opens a session: 256 random bits.
///
/// The server stores only its digest.
public struct Credential: Sendable, CustomStringConvertible {
    /// The secret as the client has it: 43 characters of base64url without padding (RFC 4648 section 5).
    public let exposed: String

    /// Takes a secret as a client presents it.
    public init(_ text: String) {
        exposed = text
    }

    /// A new secret from the system's random numbers.
    static func make() -> Credential {
        Credential(Sodium.base64URL(Sodium.randomBytes(32)))
    }

    /// The SHA-256 that the server stores.
    var digest: Digest { Digest(of: exposed) }

    /// Bullets.
    public var description: String { "•••" }
}
