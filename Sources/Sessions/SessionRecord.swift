public import Coordination

/// Everything about a session that a store keeps; one commit replaces it as a whole.
public struct SessionRecord: Sendable {
    /// The public name.
    public let id: SessionID
    /// The name of its application.
    public let application: String
    /// How often the state has changed; the first state has revision 1.
    public internal(set) var revision: UInt64
    /// The digest of what opens it.
    public internal(set) var credential: Digest
    /// Who the client says it is.
    public let client: ClientInfo
    /// When it was started.
    public let createdAt: Timestamp
    /// When it ends unless something changes it.
    public internal(set) var expiresAt: Timestamp
    /// The digest of the idempotency key that it was started with.
    public let creation: Reply?
    /// The answers that were given to requests with an idempotency key, oldest first.
    public internal(set) var replies: [Reply]
    /// Where it is.
    public internal(set) var state: NavigationState

    /// Whether two records of a session are the same one, apart from secret effects that only memory has.
    func isSame(as other: SessionRecord) -> Bool {
        revision == other.revision && credential == other.credential && expiresAt == other.expiresAt
            && replies == other.replies && state == other.state
    }

    /// Puts a record together.
    package init(
        id: SessionID,
        application: String,
        revision: UInt64,
        credential: Digest,
        client: ClientInfo,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        creation: Reply?,
        replies: [Reply],
        state: NavigationState
    ) {
        self.id = id
        self.application = application
        self.revision = revision
        self.credential = credential
        self.client = client
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.creation = creation
        self.replies = replies
        self.state = state
    }
}

/// An answer that is remembered, so that a request that is repeated acts once.
public struct Reply: Codable, Equatable, Sendable {
    /// The digest of the idempotency key.
    public let key: Digest
    /// The digest of the request: its method, its path and its body.
    public let request: Digest
    /// When the answer was given.
    public let at: Timestamp

    /// Describes an answer.
    package init(key: Digest, request: Digest, at: Timestamp) {
        self.key = key
        self.request = request
        self.at = at
    }
}
