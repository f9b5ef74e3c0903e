import Cryptography

/// A credential that has opened a session in memory, so that its next request needs no SHA-256.
struct VerifiedCredential {
    private let tag: Sodium.KeyedHash128
    /// The digest of the credential.
    let digest: Digest
    /// The name of the credential in the history (``Digest/credentialName``).
    let name: String

    /// Takes a credential with its digest.
    ///
    /// It stores only the keyed hash of the credential.
    init(_ credential: Credential, _ digest: Digest) {
        tag = credential.tag
        self.digest = digest
        name = digest.credentialName
    }

    /// Returns whether a credential is this one.
    func isSame(as credential: Credential) -> Bool { tag == credential.tag }
}
