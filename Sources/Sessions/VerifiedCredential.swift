import Cryptography

/// A credential that has opened a session in memory, so that its next request needs no SHA-256.
///
/// It is compared by a keyed hash; the key is random, is made once a process, and is stored nowhere.
struct VerifiedCredential: Equatable {
    private static let key = Sodium.randomBytes(Sodium.keyedHashKeyByteCount)

    private let tag: Sodium.KeyedHash128
    private let digest: Digest

    /// Takes a credential.
    ///
    /// - Parameters:
    ///   - credential: The credential that has opened the session; only its keyed hash is stored.
    ///   - digest: The session's digest now, so that a credential from before a renewal is never equal.
    init(_ credential: Credential, for digest: Digest) {
        tag = Sodium.keyedHash128(of: credential.exposed, key: Self.key)
        self.digest = digest
    }

    static func == (first: Self, second: Self) -> Bool { first.tag == second.tag && first.digest == second.digest }
}
