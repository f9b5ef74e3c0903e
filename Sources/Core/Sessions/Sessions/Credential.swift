import Cryptography

/// The secret that opens a session: 256 random bits.
///
/// The server stores only its digest.
public struct Credential: Sendable, CustomStringConvertible {
    /// The party that a credential is for.
    public enum Holder: Sendable {
        /// The user, on one of the devices.
        case user
        /// A program that the user has let into the session, which can do what the application allows to agents.
        case agent
    }

    /// The secret as the client has it: 43 characters of base64url without padding (RFC 4648 section 5).
    public let exposed: String
    /// A keyed hash by which credentials are compared.
    ///
    /// The key is random, is made once a process, and is stored nowhere.
    let tag: Sodium.KeyedHash128
    /// The party that it is for.
    public let holder: Holder

    private static let key = Sodium.randomBytes(Sodium.keyedHashKeyByteCount)
    private static let agentKey = Sodium.randomBytes(Sodium.keyedHashKeyByteCount)
    private static let agentDomain = Array("agent".utf8)

    /// Takes the secret that a client presents.
    ///
    /// - Parameters:
    ///   - text: The secret.
    ///   - holder: The party that the endpoint is for. An agent's secret opens nothing as a user's, and the other way round.
    public init(_ text: String, of holder: Holder = .user) {
        exposed = text
        tag = Sodium.keyedHash128(of: text, key: holder == .agent ? Self.agentKey : Self.key)
        self.holder = holder
    }

    /// Makes a secret from the system's random numbers.
    static func make(for holder: Holder = .user) -> Credential {
        Credential(Sodium.base64URL(Sodium.randomBytes(32)), of: holder)
    }

    /// The SHA-256 that the server stores, or the HMAC-SHA-256 for an agent's secret.
    ///
    /// So the digest itself tells the holders apart, and no check of a credential can forget to.
    var digest: Digest {
        holder == .agent ? Digest(of: Array(exposed.utf8), key: Self.agentDomain) : Digest(of: exposed)
    }

    /// A placeholder, so that the secret is never logged.
    public var description: String { "•••" }
}
