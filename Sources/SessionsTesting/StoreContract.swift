import Coordination
public import Sessions
import Testing

/// The contract that every store of sessions must pass.
///
/// ```swift
/// @Test("a store in memory holds to the contract", arguments: StoreContract.Clause.allCases)
/// func contract(clause: StoreContract.Clause) async throws {
///     try await StoreContract { MemoryStore() }.check(clause)
/// }
/// ```
///
/// Each clause gets a new store; a violation is recorded as an issue of the running test.
public struct StoreContract: Sendable {
    /// One part of the contract.
    public enum Clause: String, CaseIterable, Sendable {
        /// A session is created once.
        case creates
        /// A commit is taken only when it follows the stored generation.
        case follows
        /// Of a batch each commit is taken or refused by itself.
        case batches
        /// Each call ends in its completion once, on the queue that was asked for.
        case completes
        /// A loaded session is the one that was committed.
        case roundTrip
        /// A session is found by the key it was created with.
        case createdWith
        /// A session is removed as a whole.
        case removes
        /// Expired sessions are removed, oldest first, no more than asked for.
        case removesExpired
        /// Sessions that wait for something come in pages, soonest first.
        case due
        /// Sessions are counted.
        case counts
        /// A quarantined session keeps its credential and its expiry, is found without its state, and is never due.
        case quarantines
        /// Crashes are counted as long as there is the session.
        case crashes
        /// A store that was closed refuses everything.
        case closes
        /// Of many that follow one generation at the same time one is taken.
        case oneWinner

        /// The clauses for every store, those included that leave out `mark`, `probe` and `close`.
        public static let required: [Clause] = allCases.filter { ![.quarantines, .crashes, .closes].contains($0) }
    }

    private let makeStore: @Sendable () async throws -> any SessionStore

    /// Describes a kind of store.
    ///
    /// - Parameter makeStore: Makes an empty store.
    public init(_ makeStore: @escaping @Sendable () async throws -> any SessionStore) {
        self.makeStore = makeStore
    }

    /// Checks a clause on a fresh store, and closes it.
    ///
    /// - Throws: The `StoreError` of a call that should succeed.
    public func check(_ clause: Clause) async throws {
        let store = try await makeStore()
        switch clause {
        case .creates: try await creates(store)
        case .follows: try await follows(store)
        case .batches: try await batches(store)
        case .completes: try await completes(store)
        case .roundTrip: try await roundTrip(store)
        case .createdWith: try await createdWith(store)
        case .removes: try await removes(store)
        case .removesExpired: try await removesExpired(store)
        case .due: try await due(store)
        case .counts: try await counts(store)
        case .quarantines: try await quarantines(store)
        case .crashes: try await crashes(store)
        case .closes: try await closes(store)
        case .oneWinner: try await oneWinner(store)
        }
        await store.close()
    }
}

extension SessionStore {
    /// Commits a new session.
    func create(_ session: StoredSession) async throws -> CommitOutcome {
        try await commit(SessionCommit(follows: nil, session: session, addsReply: false))
    }

    /// Commits the next generation of a session.
    func commit(_ next: StoredSession, after session: StoredSession) async throws -> CommitOutcome {
        try await commit(
            SessionCommit(
                follows: session.generation,
                session: next,
                addsReply: next.replies.count > session.replies.count
            )
        )
    }

    private func commit(_ commit: SessionCommit) async throws -> CommitOutcome {
        let outcomes = try await self.commit([commit])
        #expect(outcomes.count == 1)
        return outcomes.first ?? .conflict
    }
}

/// Expects a session to be another one, part by part, so that a failure says which part it is.
func expectSame(_ found: StoredSession?, _ wanted: StoredSession, _ location: SourceLocation = #_sourceLocation) {
    guard let found else {
        Issue.record("There is no session \(wanted.id).", sourceLocation: location)
        return
    }
    #expect(found.id == wanted.id, sourceLocation: location)
    #expect(found.application == wanted.application, sourceLocation: location)
    #expect(found.generation == wanted.generation, sourceLocation: location)
    #expect(found.revision == wanted.revision, sourceLocation: location)
    #expect(found.credential == wanted.credential, sourceLocation: location)
    #expect(found.client == wanted.client, sourceLocation: location)
    #expect(found.createdAt == wanted.createdAt, sourceLocation: location)
    #expect(found.expiresAt == wanted.expiresAt, sourceLocation: location)
    #expect(found.creation == wanted.creation, sourceLocation: location)
    #expect(found.replies == wanted.replies, sourceLocation: location)
    #expect(found.due == wanted.due, sourceLocation: location)
    guard case .written(let bytes) = found.content, case .written(let wantedBytes) = wanted.content else {
        Issue.record("The state of \(wanted.id) is not encoded.", sourceLocation: location)
        return
    }
    #expect(bytes == wantedBytes, sourceLocation: location)
}
