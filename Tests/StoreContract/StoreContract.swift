import Coordination
public import Sessions
import Testing

/// What every store of sessions must hold to.
///
/// ```swift
/// @Test("a store in memory holds to the contract", arguments: StoreContract.Clause.allCases)
/// func contract(clause: StoreContract.Clause) async throws {
///     try await StoreContract { MemoryStore() }.check(clause)
/// }
/// ```
///
/// Each clause gets a fresh store; what it does not hold to is recorded as an issue of the test that is running.
public struct StoreContract: Sendable {
    /// One part of the contract.
    public enum Clause: String, CaseIterable, Sendable {
        /// A session is created once.
        case creates
        /// A commit is taken only when it follows the generation that is kept.
        case follows
        /// Of a batch each commit is taken or refused by itself.
        case batches
        /// A commit that needn't be waited for is taken or refused as any other; a store that keeps waiting does nothing.
        case atOnce
        /// What is loaded is what was committed.
        case roundTrip
        /// A session is found by the key it was created with.
        case createdWith
        /// A session is forgotten as a whole.
        case removes
        /// Expired sessions are forgotten, oldest first, no more than asked for.
        case removesExpired
        /// Sessions that wait for something come in pages, soonest first.
        case due
        /// Sessions are counted.
        case counts
        /// A session that is set aside keeps its credential and its expiry, and is found without its state.
        case setsAside
        /// Crashes are counted as long as there is the session.
        case crashes
        /// A store that was closed refuses everything.
        case closes
        /// Of many that follow one generation at the same time one is taken.
        case oneWinner
    }

    private let makeStore: @Sendable () async throws -> any SessionStore

    /// Names a kind of store.
    ///
    /// - Parameter makeStore: Makes an empty store.
    public init(_ makeStore: @escaping @Sendable () async throws -> any SessionStore) {
        self.makeStore = makeStore
    }

    /// Checks a clause on a fresh store, and closes it.
    ///
    /// - Throws: What the store throws where it should not.
    public func check(_ clause: Clause) async throws {
        let store = try await makeStore()
        switch clause {
        case .creates: try await creates(store)
        case .follows: try await follows(store)
        case .batches: try await batches(store)
        case .atOnce: try await atOnce(store)
        case .roundTrip: try await roundTrip(store)
        case .createdWith: try await createdWith(store)
        case .removes: try await removes(store)
        case .removesExpired: try await removesExpired(store)
        case .due: try await due(store)
        case .counts: try await counts(store)
        case .setsAside: try await setsAside(store)
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

    /// Commits what becomes of a session.
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
        Issue.record("The state of \(wanted.id) is not in writing.", sourceLocation: location)
        return
    }
    #expect(bytes == wantedBytes, sourceLocation: location)
}
