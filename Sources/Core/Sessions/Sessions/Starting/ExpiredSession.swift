import Coordination
import Cryptography

/// An expired session that a client wants to continue, with the credential that opened it.
public struct ExpiredSession: Sendable {
    /// The expired session.
    public let id: SessionID
    /// The credential that the client presents.
    public let credential: Credential

    /// Describes an expired session.
    public init(id: SessionID, credential: Credential) {
        self.id = id
        self.credential = credential
    }

    /// A digest that stands for the resumption among the digests of the sessions that are being started.
    var key: Digest { Digest(of: "resume \(id)") }
}
