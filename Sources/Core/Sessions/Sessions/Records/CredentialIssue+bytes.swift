import Coordination

/// The column of a ``CredentialIssue``.
///
/// It consists of three digests, the time as 8 bytes (most significant first), and the digest of the credential that was
/// replaced, if there is one.
extension CredentialIssue {
    package var bytes: [UInt8] {
        seed.bytes + key.bytes + request.bytes + at.bytes + (replaced?.bytes ?? [])
    }

    /// Reads a column, or returns `nil` if it has any other number of bytes.
    package init?(bytes: [UInt8]) {
        let digests = 3 * Digest.byteCount
        let count = digests + Timestamp.byteCount
        func digest(at offset: Int) -> Digest? { Digest(Array(bytes[offset..<offset + Digest.byteCount])) }
        guard bytes.count == count || bytes.count == count + Digest.byteCount, let seed = digest(at: 0),
            let key = digest(at: Digest.byteCount), let request = digest(at: 2 * Digest.byteCount)
        else { return nil }
        self.init(
            seed: seed,
            key: key,
            request: request,
            replaced: bytes.count > count ? digest(at: count) : nil,
            at: Timestamp(bytes: bytes[digests..<count])
        )
    }
}
