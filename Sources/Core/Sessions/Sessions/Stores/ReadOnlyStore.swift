public import Coordination

/// A store in which sessions are only read, such as while another program copies it.
///
/// A commit fails with ``StoreError/Kind/unavailable``, so requests that change a session get 503. Nothing is removed, marked or
/// claimed, and no effect or timer is due.
public struct ReadOnlyStore: SessionStore {
    private let store: any SessionStore

    /// Reads from a store.
    public init(_ store: any SessionStore) { self.store = store }

    /// Whether the store requires encoded states.
    public var requiresEncoding: Bool { store.requiresEncoding }

    /// The guarantees of the store.
    public var promises: StorePromises { store.promises }

    /// Fails, because the commit would change the store.
    public func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        completion(.failure(StoreError(.unavailable, "The server is started with --read-only.")))
    }

    /// Loads a session.
    public func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        store.load(key, then: completion)
    }

    /// Loads a session unless its generation is known.
    public func load(_ id: SessionID, unless generation: UInt64, then completion: StoreCompletion<SessionUpdate>) {
        store.load(id, unless: generation, then: completion)
    }

    /// Completes once what was read is durable.
    public func confirmReads(then completion: StoreCompletion<Void>) { store.confirmReads(then: completion) }

    /// Fails, because the value would change the store.
    public func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        completion(.failure(StoreError(.unavailable, "The server is started with --read-only.")))
    }

    /// Loads the values of a topic.
    public func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>) {
        store.publications(of: topic, at: now, then: completion)
    }

    /// Loads a session with its history.
    public func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        store.history(of: id, then: completion)
    }

    /// Completes with 0.
    public func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) { completion(.success(0)) }

    /// Completes with nothing.
    public func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        completion(.success([]))
    }

    /// The time by which the clock of the store is ahead of the clock of this machine.
    public var clockDifference: Duration { store.clockDifference }

    /// Passes on hints about changes by other servers.
    public func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) { store.onChange(receive) }

    /// Counts the sessions.
    public func count(then completion: StoreCompletion<Int>) { store.count(then: completion) }

    /// Counts the sessions by kind.
    public func tally(then completion: StoreCompletion<SessionTally>) { store.tally(then: completion) }

    /// Finds the sessions of an account.
    public func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    ) {
        store.sessions(of: account, at: now, limit: limit, then: completion)
    }

    /// Checks whether sessions can be loaded, and updates the guarantees.
    public func checkReading(then completion: StoreCompletion<Void>) { store.checkReading(then: completion) }

    /// Closes the store.
    public func close(then completion: StoreCompletion<Void>) { store.close(then: completion) }
}
