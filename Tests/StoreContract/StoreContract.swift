import Coordination
public import Sessions
import Testing

/// What every store of sessions must hold to.
///
/// ```swift
/// @Test("a store in memory holds to the contract", arguments: StoreContract.Clause.allCases)
/// func contract(clause: StoreContract.Clause) async throws {
///     try await StoreContract { MemoryStore(writingDownFor: $0) }.check(clause)
/// }
/// ```
///
/// Each clause gets a fresh store; what it does not hold to is recorded as an issue of the test that is running.
public struct StoreContract: Sendable {
    /// One part of the contract.
    public enum Clause: String, CaseIterable, Sendable {
        /// A session is created once.
        case creates
        /// A commit is taken only when it follows the revision that is kept.
        case follows
        /// Of a batch each commit is taken or refused by itself.
        case batches
        /// What is loaded is what was committed.
        case roundTrip
        /// A session is found by the key it was created with.
        case createdWith
        /// A session is forgotten as a whole.
        case removes
        /// Expired sessions are forgotten, oldest first, no more than asked for.
        case removesExpired
        /// Sessions that wait for something come in pages, in the order of their names.
        case pending
        /// Sessions are counted.
        case counts
        /// Of many that follow one revision at the same time one is taken.
        case oneWinner
    }

    let records: Records
    private let makeStore: @Sendable (HostedApplications) async throws -> any SessionStore

    /// Names a kind of store.
    ///
    /// - Parameter makeStore: Makes an empty store for sessions of the applications that it is given.
    /// - Throws: Never, as long as the application of this suite is wired properly.
    public init(_ makeStore: @escaping @Sendable (HostedApplications) async throws -> any SessionStore) throws {
        records = try Records()
        self.makeStore = makeStore
    }

    /// Checks a clause on a fresh store.
    ///
    /// - Throws: What the store throws where it should not.
    public func check(_ clause: Clause) async throws {
        let store = try await makeStore(records.applications)
        switch clause {
        case .creates: try await creates(store)
        case .follows: try await follows(store)
        case .batches: try await batches(store)
        case .roundTrip: try await roundTrip(store)
        case .createdWith: try await createdWith(store)
        case .removes: try await removes(store)
        case .removesExpired: try await removesExpired(store)
        case .pending: try await pending(store)
        case .counts: try await counts(store)
        case .oneWinner: try await oneWinner(store)
        }
    }
}

extension SessionStore {
    /// Commits one record.
    func commit(_ record: SessionRecord, follows revision: UInt64?) async throws -> CommitOutcome {
        let outcomes = try await commit([SessionCommit(follows: revision, record: record)])
        #expect(outcomes.count == 1)
        return outcomes.first ?? .conflict
    }
}

/// Expects a record to be another one, part by part, so that a failure says which part it is.
func expectSame(_ found: SessionRecord?, _ wanted: SessionRecord, _ location: SourceLocation = #_sourceLocation) {
    guard let found else {
        Issue.record("There is no session \(wanted.id).", sourceLocation: location)
        return
    }
    #expect(found.id == wanted.id, sourceLocation: location)
    #expect(found.application == wanted.application, sourceLocation: location)
    #expect(found.revision == wanted.revision, sourceLocation: location)
    #expect(found.credential == wanted.credential, sourceLocation: location)
    #expect(found.client == wanted.client, sourceLocation: location)
    #expect(found.createdAt == wanted.createdAt, sourceLocation: location)
    #expect(found.expiresAt == wanted.expiresAt, sourceLocation: location)
    #expect(found.creation == wanted.creation, sourceLocation: location)
    #expect(found.replies == wanted.replies, sourceLocation: location)
    #expect(found.state == wanted.state, sourceLocation: location)
}
