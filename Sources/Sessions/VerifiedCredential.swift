import Cryptography

/// A credential that has opened a session in memory, so that its next request needs no SHA-256.
///
/// It is compared by a keyed hash; the key is random, is made once a process, and is stored nowhere.
struct VerifiedCredential {
    private static let key = Sodium.randomBytes(Sodium.keyedHashKeyByteCount)

    private let tag: Sodium.KeyedHash128
    /// The digest of the credential.
    let digest: Digest

    /// Takes a credential with its digest; only its keyed hash is stored.
    init(_ credential: Credential, _ digest: Digest) {
        tag = Self.tag(of: credential)
        self.digest = digest
    }

    /// Returns whether a credential is this one.
    func isSame(as credential: Credential) -> Bool { tag == Self.tag(of: credential) }

    private static func tag(of credential: Credential) -> Sodium.KeyedHash128 {
        Sodium.keyedHash128(of: credential.exposed, key: key)
    }
}
