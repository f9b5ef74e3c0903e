import Concurrency
public import Coordination

/// A store of sessions.
///
/// A store keeps the log of each session, to which a commit adds a record, and never reads its states. Each commit names the
/// generation that it follows, so only one of two commits that follow the same generation is accepted. A store calls each
/// completion once, from any thread, and before the function returns if it has nothing to wait for. A store that is easier to
/// write as async code conforms to ``AsyncSessionStore``. Every store must pass the suite `StoreContract` of the product
/// `SessionsTesting`.
public protocol SessionStore: Sendable {
    /// Whether the store requires encoded states instead of live ones.
    var requiresEncoding: Bool { get }

    /// The guarantees of the store about commits, by default the weakest.
    var promises: StorePromises { get }

    /// Commits a session, or rejects it as a conflict.
    ///
    /// It is a conflict if the store has another generation than the expected one, or if the key of a creation finds another
    /// session than the known one.
    ///
    /// The completion gets ``CommitOutcome/committed`` once the commit is as durable as this store makes any commit. It gets
    /// a ``StoreError`` if nothing was committed, of the kind ``StoreError/Kind/unknownOutcome`` if that is in doubt.
    func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>)

    /// Loads a session.
    ///
    /// The completion gets `nil` if there is none, and ``StoreError/Kind/unreadable`` if there is one that can't be read.
    func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>)

    /// Loads a session unless its generation is known.
    ///
    /// A shared store is asked before each use of a session in memory, so it should not read more than it must. By default it
    /// loads the session, and compares the generations.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - generation: The known generation.
    ///   - completion: Gets the session if the store has another generation, or if it is quarantined.
    func load(_ id: SessionID, unless generation: UInt64, then completion: StoreCompletion<SessionUpdate>)

    /// Completes once everything that was read so far is as durable as this store makes any commit.
    ///
    /// By default that is at once. A commit can be read before all machines that it waits for have it, and then the failure of
    /// one machine takes it back. So an acknowledgment that rests on a read waits for this first, such as an acknowledgment of
    /// a request which was applied before. The completion gets a ``StoreError`` if the durability is not known.
    func confirmReads(then completion: StoreCompletion<Void>)

    /// Loads a session with its history.
    ///
    /// The session and the records are read as of one instant. The completion gets `nil` if there is no such session. By
    /// default it always gets `nil`, because a store need not keep histories.
    func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>)

    /// Removes sessions.
    ///
    /// The completion gets the number of the removed sessions.
    func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>)

    /// Finds the sessions with a pending effect or timer, soonest first, without expired and quarantined ones.
    ///
    /// - Parameters:
    ///   - last: The session after which the search begins, or `nil` to begin with the soonest.
    ///   - now: Sessions that have expired by this time are left out.
    ///   - limit: The largest number of sessions to find.
    ///   - completion: Gets the sessions, or a ``StoreError`` if the store can't be read.
    func due(after last: DueSession?, at now: Timestamp, limit: Int, then completion: StoreCompletion<[DueSession]>)

    /// The time by which the clock of a shared store is ahead of the clock of this machine.
    ///
    /// All servers follow the clock of the store, so that they agree on the time for which a request can be repeated, on what
    /// has expired, and on what is due. By default it is zero.
    var clockDifference: Duration { get }

    /// The lease of this server in a shared store, as long as no other server can claim its effects.
    ///
    /// A server starts an effect only while it has the lease under which it has committed or claimed it. The other effects are
    /// left to ``claimWork(at:limit:declining:then:)``. By default it is `nil`.
    var lease: Lease? { get }

    /// Renews the lease of this server in a shared store, and claims effects and timers for it.
    ///
    /// An effect belongs to the lease under which it was committed or claimed, and can be claimed when that lease has ended. A
    /// timer belongs to no lease, and can be claimed when it is due. Each is given to one server. By default there is nothing
    /// to claim, because a store that is not shared is asked for ``due(after:at:limit:then:)`` instead.
    ///
    /// - Parameters:
    ///   - now: The time by the clock of the sessions, for timers. Leases end by the clock of the store.
    ///   - limit: The largest number of effects and timers to claim.
    ///   - declined: Sessions that this server can't continue, because a later release has written them. The effects and timers
    ///     that it has claimed of them are given back, and nothing more of them is claimed.
    ///   - completion: Gets the work that was claimed by this call, and all work that belongs to the lease.
    func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID],
        then completion: StoreCompletion<ClaimedWork>
    )

    /// Begins to pass on hints about changes by other servers.
    ///
    /// It is called once. By default there are no hints.
    ///
    /// - Parameter receive: Called with each hint, on any thread.
    func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void)

    /// Counts the sessions.
    func count(then completion: StoreCompletion<Int>)

    /// Counts the sessions by kind.
    ///
    /// By default it counts all of them, and none with an account.
    func tally(then completion: StoreCompletion<SessionTally>)

    /// Finds the sessions of an account that have not expired, latest start first.
    ///
    /// By default there are none.
    ///
    /// - Parameters:
    ///   - account: The account of their user.
    ///   - now: Sessions that have expired by this time are left out.
    ///   - limit: The largest number of sessions to find.
    ///   - completion: Gets the sessions, or a ``StoreError`` if the store can't be read.
    func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    )

    /// Marks a session, or does nothing if there is none.
    ///
    /// For ``SessionMark/crashed`` the completion gets the number of crashes so far. By default a store keeps no marks. Then a
    /// session that can't be read is rejected on each request.
    func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>)

    /// Stores a value of a topic, which replaces or removes the last one of the same publisher.
    ///
    /// Servers that share the store get a hint (``ChangeHint/published(_:)``). By default it fails, because a store need not keep
    /// topics.
    func publish(_ publication: Publication, then completion: StoreCompletion<Void>)

    /// Loads the values of a topic, one of each publisher, without those that have expired.
    ///
    /// A value stays until some time after its expiry (``SessionRemoval/expired(before:limit:)``). By default there are none.
    func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>)

    /// Checks whether commits succeed, and repairs as much as the store itself can.
    ///
    /// By default it counts the sessions.
    func probe(then completion: StoreCompletion<Void>)

    /// Checks whether sessions can be loaded, and updates ``promises``.
    ///
    /// The settings of a database server may change the promises. By default it loads a session that does not exist.
    func checkReading(then completion: StoreCompletion<Void>)

    /// Releases files and connections, so that later calls fail with ``StoreError/Kind/unavailable``.
    func close(then completion: StoreCompletion<Void>)
}

extension SessionStore {
    /// Loads a session that does not exist.
    public func checkReading(then completion: StoreCompletion<Void>) {
        load(.id(SessionID("")), then: StoreCompletion(on: InlineQueue.shared) { completion($0.map { _ in }) })
    }

    /// Returns the weakest promises, because by default commits end with the process, and only one server uses a store.
    public var promises: StorePromises { StorePromises() }

    /// Whether other servers change the sessions, too, so that a session in memory may be out of date.
    var isShared: Bool { promises.sharing != .none }

    /// Returns zero, because the only server of a store follows its own clock.
    public var clockDifference: Duration { .zero }

    /// Returns `nil`, because a store that is not shared needs no lease.
    public var lease: Lease? { nil }

    /// Completes with nothing.
    public func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID],
        then completion: StoreCompletion<ClaimedWork>
    ) {
        completion(.success(ClaimedWork()))
    }

    /// Does nothing, because only other servers of a shared store make changes of their own.
    public func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) {}

    /// Loads a session, and compares its generation.
    public func load(_ id: SessionID, unless generation: UInt64, then completion: StoreCompletion<SessionUpdate>) {
        load(
            .id(id),
            then: StoreCompletion(on: InlineQueue.shared) { result in
                completion(result.map { stored in SessionUpdate(stored, unless: generation) })
            }
        )
    }

    /// Completes at once, because by default only commits that are durable can be read.
    public func confirmReads(then completion: StoreCompletion<Void>) { completion(.success(())) }

    /// Completes with `nil`, because by default a store keeps no histories.
    public func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        completion(.success(nil))
    }

    /// Counts all sessions, because by default a store does not know their accounts.
    public func tally(then completion: StoreCompletion<SessionTally>) {
        count(then: StoreCompletion(on: InlineQueue.shared) { completion($0.map { SessionTally(all: $0) }) })
    }

    /// Completes with no sessions, because by default a store does not know their accounts.
    public func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    ) {
        completion(.success([]))
    }

    /// Completes with 0, because by default a store keeps no marks.
    public func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        completion(.success(0))
    }

    /// Fails, because by default a store keeps no topics.
    public func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        completion(.failure(StoreError(.unavailable, "The store keeps no topics.")))
    }

    /// Completes with nothing, because by default a store keeps no topics.
    public func publications(
        of topic: TopicID,
        at now: Timestamp,
        then completion: StoreCompletion<[Publication]>
    ) {
        completion(.success([]))
    }

    /// Counts the sessions, which succeeds if the store can be read.
    public func probe(then completion: StoreCompletion<Void>) {
        count(then: StoreCompletion(on: InlineQueue.shared) { completion($0.map { _ in }) })
    }

    /// Does nothing, because by default a store has nothing to release.
    public func close(then completion: StoreCompletion<Void>) { completion(.success(())) }
}

/// The key by which a session is loaded.
public enum SessionLookup: Hashable, Sendable {
    /// Its public name.
    case id(SessionID)
    /// The digest of the idempotency key that it was started with.
    ///
    /// If several sessions were started with it, the latest is found.
    case creation(Digest)
}

/// The difference between a session in memory and in the store.
public enum SessionUpdate: Sendable {
    /// The store has the generation that is known.
    case unchanged
    /// The store has another generation.
    case changed(StoredSession)
    /// The store has no such session.
    case missing

    /// Compares a stored session with a known generation.
    init(_ stored: StoredSession?, unless generation: UInt64) {
        guard let stored else {
            self = .missing
            return
        }
        switch stored.content {
        case .live where stored.generation == generation, .encoded where stored.generation == generation:
            self = .unchanged
        case .live, .encoded, .damaged, .quarantined: self = .changed(stored)
        }
    }
}

/// The sessions to be removed.
public enum SessionRemoval: Sendable {
    /// One session, if there is one.
    case session(SessionID)
    /// Sessions that expired before a time, oldest first, up to a limit that keeps each call short, and values of topics that
    /// expired before it.
    ///
    /// Only the sessions are counted.
    case expired(before: Timestamp, limit: Int)
    /// Sessions that are ``SessionRecord/isUntouched``, in the order of their starts, up to a limit.
    case untouched(limit: Int)
}

/// The numbers of sessions in a store.
public struct SessionTally: Equatable, Sendable {
    /// The number of all sessions.
    public var all: Int
    /// The number of sessions of users who have signed in.
    public var withAccount: Int
    /// The time by which the first of the sessions expires, if it is not changed before, or `nil` if the store does not know.
    public var firstExpiry: Timestamp?

    /// Describes the numbers, with no account by default.
    public init(all: Int, withAccount: Int = 0, firstExpiry: Timestamp? = nil) {
        self.all = all
        self.withAccount = withAccount
        self.firstExpiry = firstExpiry
    }
}

/// A session of an account, as its user sees it in a list of devices.
public struct AccountSession: Equatable, Sendable {
    /// The identifier, with which the user can end it.
    public let id: SessionID
    /// The name of its application.
    public let application: String
    /// The client's description of itself.
    public let client: ClientInfo
    /// The time at which it was started.
    public let createdAt: Timestamp
    /// The time of the last event from its client.
    public let usedAt: Timestamp

    /// Describes a session.
    public init(id: SessionID, application: String, client: ClientInfo, createdAt: Timestamp, usedAt: Timestamp) {
        self.id = id
        self.application = application
        self.client = client
        self.createdAt = createdAt
        self.usedAt = usedAt
    }

    /// Describes a stored session.
    package init<Content>(_ session: SessionRecord<Content>) {
        self.init(
            id: session.id,
            application: session.application,
            client: session.client,
            createdAt: session.createdAt,
            usedAt: session.usedAt ?? session.createdAt
        )
    }
}

/// A mark that a session gets without a commit.
public enum SessionMark: Equatable, Sendable {
    /// The session can't be loaded any more.
    ///
    /// Its bytes and the reason stay for operators until it expires.
    case quarantined(reason: String)
    /// The process crashed while it ran code for the session.
    case crashed
}

/// A session as a commit describes it, without the state, which is in the record of the step.
public typealias CommittedSession = SessionRecord<Void>

/// A session that replaces its last generation.
public struct SessionCommit: Sendable {
    /// The generation that the store must have, or `nil` if it must have no such session.
    public let expectedGeneration: UInt64?
    /// The session to be stored.
    public let session: CommittedSession
    /// The step that led to the session, to be added to its log, or `nil` if its state stays as it is.
    ///
    /// The first commit of a session has one, which is whole.
    public let record: HistoryRecord?
    /// The session that the key of a creation found before, or `nil` if it found none.
    ///
    /// If the key finds another session by now, a server has meanwhile started that one for the same request, and the commit is
    /// a conflict.
    public let knownCreation: SessionID?
    /// Whether the last of the session's replies is new.
    ///
    /// The store has the others already.
    public let addsReply: Bool
    /// Whether the commit is a step that changes only what most steps change (``SessionRecord/isPlainStep(after:)``).
    ///
    /// A store that finds all of that in the record of the step need write nothing else of the session.
    public let isPlainStep: Bool
    /// Whether the session's account differs from the stored one, so that an index of accounts must change.
    ///
    /// The earlier records belong to the user before. A store removes them in the commit, which has a whole record then.
    public let changesAccount: Bool
    /// The limits of the history, beyond which a store that keeps one removes the oldest records.
    public let historyLimits: HistoryLimits
    /// The effects and timers of the session from this commit on, or `nil` if they stay as they are.
    ///
    /// A shared store keeps them apart from the state, so that a server can claim them.
    public let work: [CommittedWork]?
    /// The lease to which the new effects belong, or `nil` if any server can claim them.
    public let lease: Lease?
    /// The lease that this server must still have, or `nil` if the commit needs none.
    ///
    /// The commit has the outcome of an effect that has run under this lease. Another server that has taken the effect over
    /// performs it again, so a failure that this server reports may not be true any more. The commit is a conflict then.
    public let requiredLease: Lease?

    /// Describes a commit that by default leaves the account as it is.
    public init(
        expectedGeneration: UInt64?,
        session: CommittedSession,
        record: HistoryRecord?,
        knownCreation: SessionID? = nil,
        addsReply: Bool,
        isPlainStep: Bool = false,
        changesAccount: Bool = false,
        historyLimits: HistoryLimits = HistoryLimits(),
        work: [CommittedWork]? = nil,
        lease: Lease? = nil,
        requiredLease: Lease? = nil
    ) {
        self.expectedGeneration = expectedGeneration
        self.session = session
        self.record = record
        self.knownCreation = knownCreation
        self.addsReply = addsReply
        self.isPlainStep = isPlainStep
        self.changesAccount = changesAccount
        self.historyLimits = historyLimits
        self.work = work
        self.lease = lease
        self.requiredLease = requiredLease
    }

    /// Returns the session as a load gives it after the commit, for a store that keeps sessions in memory.
    ///
    /// ```swift
    /// sessions[commit.session.id] = commit.stored(after: sessions[commit.session.id])
    /// ```
    ///
    /// - Parameter last: The session before the commit, or `nil` if there is none.
    /// - Returns: The session with its state.
    public func stored(after last: StoredSession?) -> StoredSession {
        switch record?.state {
        case .live(let state): return session.with(.live(state))
        case .whole(let bytes): return session.with(.encoded(StateLog(whole: bytes)))
        case .change(let change):
            guard case .encoded(var log)? = last?.content else {
                return session.with(.damaged(reason: "The state before a change is missing."))
            }
            log.append(change)
            return session.with(.encoded(log))
        case nil: return session.with(last?.content ?? .damaged(reason: "The first commit has no state."))
        }
    }
}

/// The result of a commit.
public enum CommitOutcome: Equatable, Sendable {
    /// The store has the session.
    case committed
    /// The store does not have what the commit expects.
    ///
    /// It has another generation or none, or the key of a creation finds another session than the known one, or this server has
    /// lost a lease that the commit requires.
    case conflict
}

/// A session with a pending effect or timer.
public struct DueSession: Equatable, Sendable {
    /// The time at which it is due.
    public let at: Timestamp
    /// The session that is due.
    public let id: SessionID

    /// Describes a session that is due.
    public init(at: Timestamp, id: SessionID) {
        self.at = at
        self.id = id
    }
}

/// A failed call to a store.
public struct StoreError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure, by the caller's choices.
    public enum Kind: Equatable, Sendable {
        /// Nothing was changed.
        ///
        /// A later try may succeed.
        case unavailable
        /// The change may or may not have been made.
        ///
        /// It can be repeated with the same idempotency key.
        case unknownOutcome
        /// A session can't be decoded or encoded.
        ///
        /// A repetition fails again.
        case unreadable
        /// Another process has changed the session in the meantime.
        case conflict
        /// A later release of the application may have written the session.
        ///
        /// Only that release may change it.
        case newer
    }

    /// The kind of failure.
    public let kind: Kind
    /// A sentence for the log.
    public let description: String

    /// Describes a failure.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
