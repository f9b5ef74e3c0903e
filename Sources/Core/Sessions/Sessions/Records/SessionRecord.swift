public import Coordination
import Synchronization

/// The data of a session that outlive a request, and that one commit replaces together.
///
/// The content is the state itself in memory (``SessionRecord``), and its stored form in a store (``StoredSession``). Every
/// request copies records, so a copy is cheap: it retains two references.
public struct SessionRecord<Content: Sendable>: Sendable {
    private var header: CopyOnWrite<SessionHeader>
    /// The state of the session.
    public internal(set) var content: Content

    /// Makes a record.
    public init(
        id: SessionID,
        application: String,
        generation: UInt64 = 1,
        revision: UInt64 = 1,
        credential: Digest,
        client: ClientInfo,
        createdAt: Timestamp,
        usedAt: Timestamp? = nil,
        expiresAt: Timestamp,
        account: String? = nil,
        creation: Reply?,
        issue: CredentialIssue? = nil,
        devices: Devices = Devices(),
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
                issue: issue,
                devices: devices,
                usedAt: usedAt,
                expiresAt: expiresAt,
                account: account,
                replies: replies,
                due: due
            )
        )
        self.content = content
    }

    /// Returns the same record with its content in another form.
    public func with<Other: Sendable>(_ content: Other) -> SessionRecord<Other> {
        SessionRecord<Other>(header, content)
    }

    fileprivate init(_ header: CopyOnWrite<SessionHeader>, _ content: Content) {
        self.header = header
        self.content = content
    }

    /// Changes the header.
    ///
    /// Several changes in one call cost one copy.
    mutating func update(_ change: (inout SessionHeader) -> Void) {
        change(&header.value)
    }
}

extension SessionRecord {
    var origin: SessionOrigin { header.value.origin }
    /// The public identifier.
    public var id: SessionID { header.value.origin.id }
    /// The name of its application.
    public var application: String { header.value.origin.application }
    /// The number of commits.
    ///
    /// Each commit names the generation that it follows, so that only one of two is accepted.
    public var generation: UInt64 { header.value.generation }
    /// The number of the state, which counts its changes from revision 1 on.
    public var revision: UInt64 { header.value.revision }
    /// The digest of the credential that opens it.
    ///
    /// The digests of the credentials of further devices are in ``devices``.
    public var credential: Digest { header.value.credential }
    /// The request that issued the credential, while it may be repeated.
    ///
    /// It is `nil` once the credential was used.
    public var issue: CredentialIssue? { header.value.issue }
    /// The devices, and the hand-offs that can still be used.
    ///
    /// It is empty if the session was never handed over.
    public var devices: Devices { header.value.devices }
    /// The client's description of itself.
    public var client: ClientInfo { header.value.origin.client }
    /// The time at which it was started.
    public var createdAt: Timestamp { header.value.origin.createdAt }
    /// The time of the last event from its client.
    ///
    /// It is `nil` before the first event, when the client has only started the session.
    public var usedAt: Timestamp? { header.value.usedAt }
    /// The account of its user, or `nil` for a guest.
    public var account: String? { header.value.account }
    /// Whether no event has come from its client and it is a guest's, so that a new session may replace it.
    public var isUntouched: Bool { usedAt == nil && account == nil }
    /// The time at which it expires unless it changes before.
    public var expiresAt: Timestamp { header.value.expiresAt }
    /// The idempotency key that it was started with, as digests, or `nil` for none.
    public var creation: Reply? { header.value.origin.creation }
    /// The replies to requests with an idempotency key.
    public var replies: Replies { header.value.replies }
    /// The time at which its next effect or timer is due, or `nil` if none is pending.
    public var due: Timestamp? { header.value.due }
}

extension SessionRecord {
    /// Returns whether the session has become this one by a step that changes nothing except what most steps change.
    ///
    /// Most steps change the state, the generation, the time of the last event unless it is the first one, the replies, and the
    /// expiry, which only moves on.
    package func isPlainStep(after last: SessionRecord) -> Bool {
        revision == last.revision + 1 && expiresAt >= last.expiresAt && (usedAt == nil) == (last.usedAt == nil)
            && due == last.due && account == last.account && credential == last.credential && issue == last.issue
            && devices == last.devices
    }

    /// Makes the session the one after a plain step.
    package mutating func follow(_ step: HistoryRecord, generation: UInt64, usedAt: Timestamp?) {
        update { header in
            header.generation = generation
            header.revision = step.revision
            header.usedAt = usedAt
            header.expiresAt = step.expiresAt
        }
    }
}

/// The data of a session except its content (``SessionRecord``).
struct SessionHeader: Sendable {
    let origin: SessionOrigin
    var generation: UInt64
    var revision: UInt64
    var credential: Digest
    var issue: CredentialIssue?
    var devices: Devices
    var usedAt: Timestamp?
    var expiresAt: Timestamp
    var account: String?
    var replies: Replies
    var due: Timestamp?
}

/// The data of a session that never change after it was started.
///
/// Most clients send no description and no idempotency key, so these two take memory of their own only if they were sent.
final class SessionOrigin: Sendable {
    let id: SessionID
    let application: String
    let createdAt: Timestamp
    private let storedClient: CopyOnWrite<ClientInfo>?
    private let started: CopyOnWrite<Reply>?
    /// The checksum of the other members, or 0 if it was not computed yet.
    let knownChecksum = Atomic<Int64>(0)

    init(id: SessionID, application: String, client: ClientInfo, createdAt: Timestamp, creation: Reply?) {
        self.id = id
        self.application = application
        self.createdAt = createdAt
        storedClient = client == ClientInfo() ? nil : CopyOnWrite(client)
        started = creation.map { CopyOnWrite($0) }
    }

    var client: ClientInfo { storedClient?.value ?? ClientInfo() }
    var creation: Reply? { started?.value }
}

/// The record of a session in memory.
public typealias LiveRecord = SessionRecord<NavigationState>

extension LiveRecord {
    /// The state at the record's revision, in memory.
    public var state: NavigationState { content }

    /// Takes over a state with what follows from it: ``due`` and ``account``.
    ///
    /// - Parameters:
    ///   - state: The next state.
    ///   - changes: The differences from the state before, or `nil` for a state of other origin.
    mutating func take(_ state: NavigationState, changes: StateChanges?) {
        content = state
        if changes?.pending.isEmpty != true {
            let due = state.pending.lazy.map { $0.due ?? $0.since }.min()
            update { $0.due = due }
        }
        if changes?.members.contains(.identity) ?? true {
            let account = state.identity?.account
            update { $0.account = account }
        }
    }

    /// Returns whether two records of one session are equal, apart from secret effects, which only memory has.
    func isSame(as other: LiveRecord) -> Bool {
        generation == other.generation && revision == other.revision && credential == other.credential
            && issue == other.issue && devices == other.devices && usedAt == other.usedAt
            && expiresAt == other.expiresAt && replies == other.replies && state == other.state
    }
}
