public import Coordination

/// Everything about a session that lasts; one commit replaces it as a whole.
///
/// The content is the state itself in memory (``SessionRecord``), and what a store makes of that (``StoredSession``).
public struct KeptSession<Content: Sendable>: Sendable {
    /// The public name.
    public let id: SessionID
    /// The name of its application.
    public let application: String
    /// How often it has been committed; a commit names the one that it follows, so that of two only one is taken.
    public internal(set) var generation: UInt64
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
    /// The answers that were given to requests with an idempotency key.
    public internal(set) var replies: Replies
    /// When the next effect or timer that it waits for is to run; `nil` when it waits for none.
    public internal(set) var due: Timestamp?
    /// Where it is.
    public internal(set) var content: Content

    /// Puts a record together.
    public init(
        id: SessionID,
        application: String,
        generation: UInt64 = 1,
        revision: UInt64 = 1,
        credential: Digest,
        client: ClientInfo,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        creation: Reply?,
        replies: Replies = Replies(),
        due: Timestamp?,
        content: Content
    ) {
        self.id = id
        self.application = application
        self.generation = generation
        self.revision = revision
        self.credential = credential
        self.client = client
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.creation = creation
        self.replies = replies
        self.due = due
        self.content = content
    }

    /// The same session with its content in another form.
    public func with<Other: Sendable>(_ content: Other) -> KeptSession<Other> {
        KeptSession<Other>(
            id: id,
            application: application,
            generation: generation,
            revision: revision,
            credential: credential,
            client: client,
            createdAt: createdAt,
            expiresAt: expiresAt,
            creation: creation,
            replies: replies,
            due: due,
            content: content
        )
    }
}

/// A session as it is in memory.
public typealias SessionRecord = KeptSession<NavigationState>

extension SessionRecord {
    /// Where it is.
    public internal(set) var state: NavigationState {
        get { content }
        set {
            content = newValue
            due = newValue.pending.lazy.map { $0.due ?? $0.since }.min()
        }
    }

    /// Whether two records of a session are the same one, apart from secret effects that only memory has.
    func isSame(as other: SessionRecord) -> Bool {
        generation == other.generation && revision == other.revision && credential == other.credential
            && expiresAt == other.expiresAt && replies == other.replies && state == other.state
    }
}
