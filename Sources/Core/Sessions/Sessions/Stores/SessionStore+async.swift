import Concurrency
public import Coordination

// Async façades, for tools, tests and stores that are async themselves. The server's requests use the completions.

extension SessionStore {
    /// Commits a session (``SessionStore/commit(_:then:)``).
    public func commit(_ commit: SessionCommit) async throws(StoreError) -> CommitOutcome {
        try await result { self.commit(commit, then: $0) }
    }

    /// Commits several sessions, and makes all calls before the first has its result.
    ///
    /// - Parameter batch: At most one commit for each session.
    /// - Returns: The outcome of each commit, in the order of the batch.
    /// - Throws: ``StoreError``, the first in the order of the batch. Other commits of the batch may have succeeded.
    public func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome] {
        let results = await withTaskGroup(of: (Int, Result<CommitOutcome, StoreError>).self) { group in
            for (index, commit) in batch.enumerated() {
                group.addTask {
                    do throws(StoreError) {
                        return (index, .success(try await self.commit(commit)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var outcomes: [CommitOutcome] = []
        for (_, result) in results.sorted(by: { $0.0 < $1.0 }) { outcomes.append(try result.get()) }
        return outcomes
    }

    /// Loads a session, or returns `nil` if there is none.
    public func load(_ id: SessionID) async throws(StoreError) -> StoredSession? {
        try await result { load(.id(id), then: $0) }
    }

    /// Loads a session unless its generation is known (``SessionStore/load(_:unless:then:)``).
    public func load(_ id: SessionID, unless generation: UInt64) async throws(StoreError) -> SessionUpdate {
        try await result { load(id, unless: generation, then: $0) }
    }

    /// Loads the session that was started last with an idempotency key, or returns `nil` if there is none.
    public func load(createdWith key: Digest) async throws(StoreError) -> StoredSession? {
        try await result { load(.creation(key), then: $0) }
    }

    /// Loads a session with its history (``SessionStore/history(of:then:)``).
    public func history(of id: SessionID) async throws(StoreError) -> StoredHistory? {
        try await result { history(of: id, then: $0) }
    }

    /// Removes a session, or does nothing if there is none.
    public func remove(_ id: SessionID) async throws(StoreError) {
        _ = try await result { remove(.session(id), then: $0) }
    }

    /// Removes sessions that expired before a time, oldest first, and returns their number.
    public func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await result { remove(.expired(before: time, limit: limit), then: $0) }
    }

    /// Finds the sessions with a pending effect or timer (``SessionStore/due(after:at:limit:then:)``).
    public func due(after last: DueSession?, at now: Timestamp, limit: Int) async throws(StoreError) -> [DueSession] {
        try await result { due(after: last, at: now, limit: limit, then: $0) }
    }

    /// Renews the lease of this server, and claims effects and timers (``SessionStore/claimWork(at:limit:declining:then:)``).
    public func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID] = []
    ) async throws(StoreError) -> ClaimedWork {
        try await result { claimWork(at: now, limit: limit, declining: declined, then: $0) }
    }

    /// Counts the sessions.
    public func count() async throws(StoreError) -> Int { try await result { count(then: $0) } }

    /// Counts the sessions by kind (``SessionStore/tally(then:)``).
    public func tally() async throws(StoreError) -> SessionTally { try await result { tally(then: $0) } }

    /// Finds the sessions of an account (``SessionStore/sessions(of:at:limit:then:)``).
    public func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int
    ) async throws(StoreError) -> [AccountSession] {
        try await result { sessions(of: account, at: now, limit: limit, then: $0) }
    }

    /// Removes sessions that were never used, in the order of their starts, and returns their number.
    public func removeUntouched(limit: Int) async throws(StoreError) -> Int {
        try await result { remove(.untouched(limit: limit), then: $0) }
    }

    /// Quarantines a session (``SessionMark/quarantined(reason:)``).
    ///
    /// - Returns: Whether it was not quarantined before.
    @discardableResult
    public func quarantine(_ id: SessionID, because reason: String) async throws(StoreError) -> Bool {
        try await result { mark(id, .quarantined(reason: reason), then: $0) } > 0
    }

    /// Counts a crash of the process over a session, and returns the number of its crashes.
    public func recordCrash(of id: SessionID) async throws(StoreError) -> Int {
        try await result { mark(id, .crashed, then: $0) }
    }

    /// Stores a value of a topic (``SessionStore/publish(_:then:)``).
    public func publish(_ publication: Publication) async throws(StoreError) {
        try await result { publish(publication, then: $0) }
    }

    /// Loads the values of a topic (``SessionStore/publications(of:at:then:)``).
    public func publications(of topic: TopicID, at now: Timestamp) async throws(StoreError) -> [Publication] {
        try await result { publications(of: topic, at: now, then: $0) }
    }

    /// Checks whether commits succeed, and repairs as much as the store itself can.
    public func probe() async throws(StoreError) { try await result { probe(then: $0) } }

    /// Releases files and connections.
    public func close() async { try? await result { close(then: $0) } }

    private func result<Value>(_ call: (StoreCompletion<Value>) -> Void) async throws(StoreError) -> Value {
        try await withCheckedContinuation { continuation in
            call(StoreCompletion(on: InlineQueue.shared) { continuation.resume(returning: $0) })
        }.get()
    }
}

/// A store with async functions, from which ``AdaptedStore`` makes a ``SessionStore``.
public protocol AsyncSessionStore: Sendable {
    /// Whether the store requires encoded states (``SessionStore/requiresEncoding``).
    var requiresEncoding: Bool { get }
    /// The guarantees of the store about commits (``SessionStore/promises``).
    var promises: StorePromises { get }
    /// Commits a session (``SessionStore/commit(_:then:)``).
    func commit(_ commit: SessionCommit) async throws(StoreError) -> CommitOutcome
    /// Loads a session (``SessionStore/load(_:then:)``).
    func load(_ key: SessionLookup) async throws(StoreError) -> StoredSession?
    /// Loads a session with its history (``SessionStore/history(of:then:)``).
    func history(of id: SessionID) async throws(StoreError) -> StoredHistory?
    /// Removes sessions (``SessionStore/remove(_:then:)``).
    func remove(_ removal: SessionRemoval) async throws(StoreError) -> Int
    /// Finds sessions with a pending effect or timer (``SessionStore/due(after:at:limit:then:)``).
    func due(after last: DueSession?, at now: Timestamp, limit: Int) async throws(StoreError) -> [DueSession]
    /// The lease of this server (``SessionStore/lease``).
    var lease: Lease? { get }
    /// Renews the lease, and claims effects and timers (``SessionStore/claimWork(at:limit:declining:then:)``).
    func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID]
    ) async throws(StoreError) -> ClaimedWork
    /// Begins to pass on hints about changes by other servers (``SessionStore/onChange(_:)``).
    func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void)
    /// Counts the sessions (``SessionStore/count(then:)``).
    func count() async throws(StoreError) -> Int
    /// Counts the sessions by kind (``SessionStore/tally(then:)``).
    func tally() async throws(StoreError) -> SessionTally
    /// Finds the sessions of an account (``SessionStore/sessions(of:at:limit:then:)``).
    func sessions(of account: String, at now: Timestamp, limit: Int) async throws(StoreError) -> [AccountSession]
    /// Marks a session (``SessionStore/mark(_:_:then:)``).
    func mark(_ id: SessionID, _ mark: SessionMark) async throws(StoreError) -> Int
    /// Stores a value of a topic (``SessionStore/publish(_:then:)``).
    func publish(_ publication: Publication) async throws(StoreError)
    /// Loads the values of a topic (``SessionStore/publications(of:at:then:)``).
    func publications(of topic: TopicID, at now: Timestamp) async throws(StoreError) -> [Publication]
    /// Checks whether commits succeed (``SessionStore/probe(then:)``).
    func probe() async throws(StoreError)
    /// Releases files and connections (``SessionStore/close(then:)``).
    func close() async
}

extension AsyncSessionStore {
    /// Returns the weakest promises, because by default commits end with the process, and only one server uses a store.
    public var promises: StorePromises { StorePromises() }

    /// Returns `nil`, because a store that is not shared needs no lease.
    public var lease: Lease? { nil }

    /// Returns nothing, because only a shared store has work to claim.
    public func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID]
    ) async throws(StoreError) -> ClaimedWork { ClaimedWork() }

    /// Does nothing, because only a shared store has changes by other servers.
    public func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) {}

    /// Returns `nil`, because by default a store keeps no histories.
    public func history(of id: SessionID) async throws(StoreError) -> StoredHistory? { nil }

    /// Counts all sessions, because by default a store does not know their accounts.
    public func tally() async throws(StoreError) -> SessionTally { SessionTally(all: try await count()) }

    /// Returns no sessions, because by default a store does not know their accounts.
    public func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int
    ) async throws(StoreError) -> [AccountSession] { [] }

    /// Returns 0, because by default a store keeps no marks.
    public func mark(_ id: SessionID, _ mark: SessionMark) async throws(StoreError) -> Int { 0 }

    /// Fails, because by default a store keeps no topics.
    public func publish(_ publication: Publication) async throws(StoreError) {
        throw StoreError(.unavailable, "The store keeps no topics.")
    }

    /// Returns nothing, because by default a store keeps no topics.
    public func publications(of topic: TopicID, at now: Timestamp) async throws(StoreError) -> [Publication] { [] }

    /// Counts the sessions, which succeeds if the store can be read.
    public func probe() async throws(StoreError) { _ = try await count() }

    /// Does nothing, because by default a store has nothing to release.
    public func close() async {}
}

/// A store over an async one that runs each call as a task.
public struct AdaptedStore<Base: AsyncSessionStore>: SessionStore {
    /// The async store.
    public let base: Base

    /// Adapts a store.
    public init(_ base: Base) { self.base = base }

    /// Whether the async store requires encoded states.
    public var requiresEncoding: Bool { base.requiresEncoding }
    /// The guarantees of the async store about commits.
    public var promises: StorePromises { base.promises }
    /// The lease of this server in the async store.
    public var lease: Lease? { base.lease }

    /// Begins to pass on hints about changes by other servers.
    public func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) { base.onChange(receive) }

    /// Renews the lease, and claims effects and timers.
    public func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID],
        then completion: StoreCompletion<ClaimedWork>
    ) {
        call(completion) { base async throws(StoreError) in
            try await base.claimWork(at: now, limit: limit, declining: declined)
        }
    }

    /// Commits a session.
    public func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        call(completion) { base async throws(StoreError) in try await base.commit(commit) }
    }

    /// Loads a session.
    public func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        call(completion) { base async throws(StoreError) in try await base.load(key) }
    }

    /// Loads a session with its history.
    public func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        call(completion) { base async throws(StoreError) in try await base.history(of: id) }
    }

    /// Removes one session, or expired or untouched ones up to a limit.
    public func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        call(completion) { base async throws(StoreError) in try await base.remove(removal) }
    }

    /// Finds sessions with a pending effect or timer.
    public func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        call(completion) { base async throws(StoreError) in try await base.due(after: last, at: now, limit: limit) }
    }

    /// Counts the sessions.
    public func count(then completion: StoreCompletion<Int>) {
        call(completion) { base async throws(StoreError) in try await base.count() }
    }

    /// Counts the sessions by kind.
    public func tally(then completion: StoreCompletion<SessionTally>) {
        call(completion) { base async throws(StoreError) in try await base.tally() }
    }

    /// Finds the sessions of an account.
    public func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    ) {
        call(completion) { base async throws(StoreError) in
            try await base.sessions(of: account, at: now, limit: limit)
        }
    }

    /// Marks a session.
    public func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        call(completion) { base async throws(StoreError) in try await base.mark(id, mark) }
    }

    /// Stores a value of a topic.
    public func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        call(completion) { base async throws(StoreError) in try await base.publish(publication) }
    }

    /// Loads the values of a topic.
    public func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>) {
        call(completion) { base async throws(StoreError) in try await base.publications(of: topic, at: now) }
    }

    /// Checks whether commits succeed.
    public func probe(then completion: StoreCompletion<Void>) {
        call(completion) { base async throws(StoreError) in try await base.probe() }
    }

    /// Releases files and connections.
    public func close(then completion: StoreCompletion<Void>) {
        call(completion) { base async throws(StoreError) in await base.close() }
    }

    private func call<Value: Sendable>(
        _ completion: StoreCompletion<Value>,
        _ body: @escaping @Sendable (Base) async throws(StoreError) -> Value
    ) {
        Task { [base] in
            do throws(StoreError) {
                completion(.success(try await body(base)))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
