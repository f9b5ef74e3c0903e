import Cryptography

/// A credential that has opened a session in memory, so that its next request needs no SHA-256.
///
/// It is told by a hash under a key that only this process has and that is written down nowhere.
struct KnownCredential: Equatable {
    private static let key = Sodium.randomBytes(Sodium.shortKeyByteCount)

    private let tag: Sodium.ShortTag
    private let digest: Digest

    /// Takes a credential.
    ///
    /// - Parameter digest: The digest that the session has now: once it is renewed, the credential before is another one.
    init(_ credential: Credential, for digest: Digest) {
        tag = Sodium.shortTag(of: credential.exposed, key: Self.key)
        self.digest = digest
    }

    static func == (first: Self, second: Self) -> Bool { first.tag == second.tag && first.digest == second.digest }
}
