public import Coordination

/// Everything about a session that lasts; one commit replaces it as a whole.
///
/// The content is the state itself in memory (``SessionRecord``), and what a store makes of that (``StoredSession``). A
/// copy costs two references, as records are handed from hand to hand on every request.
public struct KeptSession<Content: Sendable>: Sendable {
    private var header: CopyOnWrite<SessionHeader>
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
        header = CopyOnWrite(
            SessionHeader(
                origin: SessionOrigin(
                    id: id,
                    application: application,
                    client: client,
                    createdAt: createdAt,
                    creation: creation
                ),
                generation: generation,
                revision: revision,
                credential: credential,
                expiresAt: expiresAt,
                replies: replies,
                due: due
            )
        )
        self.content = content
    }

    /// The same session with its content in another form.
    public func with<Other: Sendable>(_ content: Other) -> KeptSession<Other> {
        KeptSession<Other>(header, content)
    }

    fileprivate init(_ header: CopyOnWrite<SessionHeader>, _ content: Content) {
        self.header = header
        self.content = content
    }

    /// Changes all but the content, once for whatever number of changes.
    mutating func update(_ change: (inout SessionHeader) -> Void) {
        change(&header.value)
    }
}

extension KeptSession {
    /// The public name.
    public var id: SessionID { header.value.origin.id }
    /// The name of its application.
    public var application: String { header.value.origin.application }
    /// How often it has been committed; a commit names the one that it follows, so that of two only one is taken.
    public var generation: UInt64 { header.value.generation }
    /// How often the state has changed; the first state has revision 1.
    public var revision: UInt64 { header.value.revision }
    /// The digest of what opens it.
    public var credential: Digest { header.value.credential }
    /// Who the client says it is.
    public var client: ClientInfo { header.value.origin.client }
    /// When it was started.
    public var createdAt: Timestamp { header.value.origin.createdAt }
    /// When it ends unless something changes it.
    public var expiresAt: Timestamp { header.value.expiresAt }
    /// The digest of the idempotency key that it was started with.
    public var creation: Reply? { header.value.origin.creation }
    /// The answers that were given to requests with an idempotency key.
    public var replies: Replies { header.value.replies }
    /// When the next effect or timer that it waits for is to run; `nil` when it waits for none.
    public var due: Timestamp? { header.value.due }
}

/// All that is kept of a session but where it is; see ``KeptSession``.
struct SessionHeader: Sendable {
    let origin: SessionOrigin
    var generation: UInt64
    var revision: UInt64
    var credential: Digest
    var expiresAt: Timestamp
    var replies: Replies
    var due: Timestamp?
}

/// What is settled when a session is started.
///
/// Most clients say nothing of themselves and start without a key, so what they may say has no room of its own here.
final class SessionOrigin: Sendable {
    let id: SessionID
    let application: String
    let createdAt: Timestamp
    private let said: CopyOnWrite<ClientInfo>?
    private let started: CopyOnWrite<Reply>?

    init(id: SessionID, application: String, client: ClientInfo, createdAt: Timestamp, creation: Reply?) {
        self.id = id
        self.application = application
        self.createdAt = createdAt
        said = client == ClientInfo() ? nil : CopyOnWrite(client)
        started = creation.map { CopyOnWrite($0) }
    }

    var client: ClientInfo { said?.value ?? ClientInfo() }
    var creation: Reply? { started?.value }
}

/// A session as it is in memory.
public typealias SessionRecord = KeptSession<NavigationState>

extension SessionRecord {
    /// Where it is.
    public internal(set) var state: NavigationState {
        get { content }
        set {
            content = newValue
            let due = newValue.pending.lazy.map { $0.due ?? $0.since }.min()
            if due != self.due { update { $0.due = due } }
        }
    }

    /// Whether two records of a session are the same one, apart from secret effects that only memory has.
    func isSame(as other: SessionRecord) -> Bool {
        generation == other.generation && revision == other.revision && credential == other.credential
            && expiresAt == other.expiresAt && replies == other.replies && state == other.state
    }
}
