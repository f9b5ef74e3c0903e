public import Coordination
import Cryptography

/// The request that issued the credential of a session, while it may still be repeated.
///
/// The response to that request is the only one that contains the credential. If it is lost, the client repeats the request
/// with the same idempotency key and gets the same credential. The server stores no credential, so it derives the credential
/// again from random bytes in this record, the idempotency key, and the credential that was replaced. It stores only digests of
/// the last two, so the record alone does not give the credential away.
///
/// No request can repeat it once a client has used the credential, even for a read. From then on the client has it, and a
/// repetition could only come from another party that knows the idempotency key, such as a reader of a proxy's log.
public struct CredentialIssue: Equatable, Sendable {
    /// The random bytes.
    public let seed: Digest
    /// The digest of the idempotency key.
    public let key: Digest
    /// The keyed digest of the request, as the client that may repeat it computes it (``Idempotency``).
    public let request: Digest
    /// The digest of the credential that was replaced, or `nil` for the first credential of a session.
    public let replaced: Digest?
    /// The time of the request.
    public let at: Timestamp

    /// Describes a stored issue.
    public init(seed: Digest, key: Digest, request: Digest, replaced: Digest?, at: Timestamp) {
        self.seed = seed
        self.key = key
        self.request = request
        self.replaced = replaced
        self.at = at
    }

    /// Issues a credential.
    ///
    /// - Parameters:
    ///   - idempotency: The idempotency key of the request, without which it can't be repeated.
    ///   - replaced: The credential that is replaced, or `nil` for a new session.
    ///   - holder: The party that gets the credential.
    ///   - now: The time of the request.
    /// - Returns: The credential, and the record to be stored until it is used, or `nil` if nothing has to be remembered.
    static func make(
        for idempotency: Idempotency?,
        replacing replaced: Credential? = nil,
        of holder: Credential.Holder = .user,
        at now: Timestamp
    ) -> (credential: Credential, issue: CredentialIssue?) {
        let seed = Digest.random()
        guard let idempotency else {
            guard let replaced else { return (.make(for: holder), nil) }
            // No request has these digests. The record only tells why the credential that was replaced opens nothing.
            let issue = CredentialIssue(
                seed: seed,
                key: .none,
                request: .none,
                replaced: replaced.digest,
                at: now
            )
            return (.make(), issue)
        }
        let issue = CredentialIssue(
            seed: seed,
            key: idempotency.key,
            request: idempotency.request,
            replaced: replaced?.digest,
            at: now
        )
        return (issue.credential(for: idempotency, replacing: replaced, of: holder), issue)
    }

    /// Derives the credential again for a repetition of the request.
    func credential(
        for idempotency: Idempotency,
        replacing replaced: Credential? = nil,
        of holder: Credential.Holder = .user
    ) -> Credential {
        // The parts can't be confused with each other, because a credential contains no zero byte.
        let parts = Array((replaced?.exposed ?? "").utf8) + [0] + Array(idempotency.exposedKey.utf8)
        return Credential(Sodium.base64URL(Digest(of: parts, key: seed.bytes).bytes), of: holder)
    }

    /// Whether the request may be repeated with its key.
    var isRepeatable: Bool { key != .none }

    /// The issue once its credential was used, which no request can repeat.
    ///
    /// After a renewal it still tells why the credential that was replaced opens nothing. After a creation it is `nil`.
    var afterUse: CredentialIssue? {
        replaced == nil ? nil : CredentialIssue(seed: seed, key: .none, request: .none, replaced: replaced, at: at)
    }

    /// Returns whether a credential was replaced by this request, so recently that the request may be repeated with it.
    func mayBeRepeated(with credential: Credential, at now: Timestamp, within duration: Duration) -> Bool {
        at + duration > now && replaced == credential.digest
    }
}
