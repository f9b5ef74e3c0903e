import Coordination
public import Sessions
import Testing

/// The contract of a store of sessions, as a suite that every store must pass.
///
/// ```swift
/// @Test("a store in memory holds to the contract", arguments: StoreContract.Clause.allCases)
/// func contract(clause: StoreContract.Clause) async throws {
///     try await StoreContract { MemoryStore() }.check(clause)
/// }
/// ```
///
/// Each clause gets a new store, and a violation is recorded as an issue of the running test.
public struct StoreContract: Sendable {
    /// A clause of the contract.
    public enum Clause: String, CaseIterable, Sendable {
        /// A session is created only once.
        case creates
        /// A commit is accepted only if it follows the stored generation.
        case expectedGeneration
        /// Each commit of a batch is accepted or rejected on its own.
        case batches
        /// Each call calls its completion once, on the queue of the completion.
        case completes
        /// A loaded session equals the committed one.
        case roundTrip
        /// The changes since the last whole state are loaded with it, in order.
        case changes
        /// A session is loaded again only if it has another generation than the known one.
        case updates
        /// A session is found by the idempotency key that it was created with, which starts one session at a time.
        case createdWith
        /// A session is removed with everything that belongs to it.
        case removes
        /// Expired sessions are removed, oldest first, and no more than the limit.
        case removesExpired
        /// Sessions with a pending effect or timer are found in pages, soonest first.
        case due
        /// The number of sessions is known after each change.
        case counts
        /// Sessions that were never used are removed in the order of their starts, and no others.
        case removesUntouched
        /// The sessions of an account are found and counted after each change of their user.
        case accounts
        /// A quarantined session keeps its credential and its expiry, is loaded without its state, and is never due.
        case quarantines
        /// Crashes are counted until the session is removed.
        case crashes
        /// The latest records of a session are kept up to the limits, and removed with its user and with the session.
        case histories
        /// The last value of each publisher of a topic is kept until it expires.
        case topics
        /// A store rejects every call after it was closed.
        case closes
        /// Of many concurrent commits that follow one generation, exactly one is accepted.
        case concurrentCommits

        /// The clauses that every store must pass, even one that does not implement `tally`, `sessions`, `mark`,
        /// `history`, `publish`, `probe` and `close`.
        public static let required: [Clause] = allCases.filter {
            ![.accounts, .quarantines, .crashes, .histories, .topics, .closes].contains($0)
        }
    }

    private let makeStore: @Sendable () async throws -> any SessionStore

    /// Makes the contract for a kind of store.
    ///
    /// - Parameter makeStore: Makes an empty store.
    public init(_ makeStore: @escaping @Sendable () async throws -> any SessionStore) {
        self.makeStore = makeStore
    }

    /// Checks a clause with a new store, and closes the store.
    ///
    /// - Throws: The `StoreError` of a call that must succeed.
    public func check(_ clause: Clause) async throws {
        let store = try await makeStore()
        switch clause {
        case .creates: try await creates(store)
        case .expectedGeneration: try await expectedGeneration(store)
        case .batches: try await batches(store)
        case .completes: try await completes(store)
        case .roundTrip: try await roundTrip(store)
        case .changes: try await changes(store)
        case .updates: try await updates(store)
        case .createdWith: try await createdWith(store)
        case .removes: try await removes(store)
        case .removesExpired: try await removesExpired(store)
        case .due: try await due(store)
        case .counts: try await counts(store)
        case .removesUntouched: try await removesUntouched(store)
        case .accounts: try await accounts(store)
        case .quarantines: try await quarantines(store)
        case .crashes: try await crashes(store)
        case .histories: try await histories(store)
        case .topics: try await topics(store)
        case .closes: try await closes(store)
        case .concurrentCommits: try await concurrentCommits(store)
        }
        await store.close()
    }
}

extension SessionStore {
    /// Commits a new session.
    func create(_ session: StoredSession, replacing known: SessionID? = nil) async throws -> CommitOutcome {
        try await commit(
            SessionCommit(expectedGeneration: nil, session: session, knownCreation: known, addsReply: false)
        )
    }

    /// Commits the next generation of a session.
    func commit(_ next: StoredSession, after session: StoredSession) async throws -> CommitOutcome {
        try await commit(
            SessionCommit(
                expectedGeneration: session.generation,
                session: next,
                addsReply: next.replies.count > session.replies.count,
                isPlainStep: next.isPlainStep(after: session),
                changesAccount: next.account != session.account
            )
        )
    }

    private func commit(_ commit: SessionCommit) async throws -> CommitOutcome {
        let outcomes = try await self.commit([commit])
        #expect(outcomes.count == 1)
        return outcomes.first ?? .conflict
    }
}

/// Expects that two sessions are equal, member by member, so that a failure names the member that differs.
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
    #expect(found.issue == wanted.issue, sourceLocation: location)
    #expect(found.client == wanted.client, sourceLocation: location)
    #expect(found.usedAt == wanted.usedAt, sourceLocation: location)
    #expect(found.account == wanted.account, sourceLocation: location)
    #expect(found.createdAt == wanted.createdAt, sourceLocation: location)
    #expect(found.expiresAt == wanted.expiresAt, sourceLocation: location)
    #expect(found.creation == wanted.creation, sourceLocation: location)
    #expect(found.replies == wanted.replies, sourceLocation: location)
    #expect(found.due == wanted.due, sourceLocation: location)
    guard case .encoded(let log) = found.content, case .encoded(let wantedLog) = wanted.content else {
        Issue.record("The state of \(wanted.id) is not encoded.", sourceLocation: location)
        return
    }
    #expect(log == wantedLog, sourceLocation: location)
}
