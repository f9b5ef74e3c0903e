import Coordination
import PostgreSQL
import PostgreSQLServers
import PostgreSQLSessions
import Sessions
import SessionsTesting
import Testing

@Suite("Leases of servers that share a database")
struct ServerLeaseTests {
    private let settings: ConnectionSettings

    init() throws {
        settings = try PostgreSQLServer.shared.get().settings(count: 2)
    }

    /// Opens a store for a server that has its lease.
    private func open() async throws -> PostgreSQLStore {
        let store = try PostgreSQLStore(settings, leaseDuration: .seconds(3_600))
        #expect(store.lease == nil, "The first claim gets the lease.")
        _ = try await store.claimWork(at: now, limit: 0)
        return store
    }

    private var now: Timestamp { SampleSessions.start }

    /// Ends a lease as time would, by the clock of the database.
    private func endLease(of store: PostgreSQLStore) throws {
        let number = try #require(store.lease?.number)
        try Connection(settings).execute("UPDATE server SET lease_until = '-infinity' WHERE id = \(number)")
    }

    private func work(_ key: UInt32, due: Duration? = nil) -> CommittedWork {
        CommittedWork(key: Key(key), due: due.map { now + $0 })
    }

    private func create(_ name: String, _ work: [CommittedWork], in store: PostgreSQLStore) async throws
        -> StoredSession
    {
        let session = SampleSessions.session(name)
        let commit = SessionCommit(
            expectedGeneration: nil,
            session: session,
            addsReply: false,
            work: work,
            lease: store.lease
        )
        #expect(try await store.commit(commit) == .committed)
        return session
    }

    private func change(
        _ session: StoredSession,
        _ work: [CommittedWork]?,
        in store: PostgreSQLStore
    ) async throws -> (session: StoredSession, outcome: CommitOutcome) {
        let next = SampleSessions.next(session)
        let commit = SessionCommit(
            expectedGeneration: session.generation,
            session: next,
            addsReply: false,
            work: work,
            lease: store.lease
        )
        return (next, try await store.commit(commit))
    }

    private func keys(of session: StoredSession, in store: PostgreSQLStore) async throws -> Set<String> {
        let owned = try await store.claimWork(at: now, limit: 0).owned
        return Set(owned.filter { $0.session == session.id }.map(\.key.description))
    }

    @Test("an outcome is committed only under the lease of its effect, which can't end before the commit")
    func outcome() async throws {
        let (one, other) = (try await open(), try await open())
        let session = try await create("s", [work(1)], in: one)
        let lease = try #require(one.lease)
        func outcome(_ session: StoredSession) -> SessionCommit {
            SessionCommit(
                expectedGeneration: session.generation,
                session: SampleSessions.next(session),
                addsReply: false,
                work: [],
                requiredLease: lease
            )
        }
        try endLease(of: one)
        #expect(try await other.claimWork(at: now, limit: 9).work.count == 1)
        // The first server does not know yet that its lease has ended.
        #expect(one.lease == lease)
        #expect(try await one.commit(outcome(session)) == .conflict)
        #expect(try await keys(of: session, in: other) == ["k1"])

        // While a commit under a lease is not complete, no other server can end the lease.
        let connection = try Connection(settings)
        let second = try await create("t", [work(1)], in: other)
        let number = try #require(other.lease?.number)
        try connection.execute("BEGIN; SELECT FROM server WHERE id = \(number) FOR KEY SHARE")
        try Connection(settings).execute("UPDATE server SET lease_until = '-infinity' WHERE id = \(number)")
        #expect(try await one.claimWork(at: now, limit: 9).work.isEmpty)
        try connection.execute("COMMIT")
        #expect(try await one.claimWork(at: now, limit: 9).work.contains { $0.session == second.id })
        for store in [one, other] { await store.close() }
    }

    @Test("an effect belongs to the server that commits it, and is given to another once its lease has ended")
    func takeover() async throws {
        let (one, other) = (try await open(), try await open())
        let session = try await create("a", [work(1), work(2)], in: one)
        #expect(try await other.claimWork(at: now, limit: 10).work.isEmpty)
        #expect(try await one.claimWork(at: now, limit: 10).work.isEmpty, "It runs them already.")
        #expect(try await keys(of: session, in: one) == ["k1", "k2"])
        let lost = try #require(one.lease)
        try endLease(of: one)
        let claimed = try await other.claimWork(at: now, limit: 1)
        #expect(claimed.work.count == 1 && claimed.lease == other.lease)
        #expect(try await other.claimWork(at: now, limit: 10).work.count == 1)
        #expect(try await other.claimWork(at: now, limit: 10).work.isEmpty)
        #expect(try await keys(of: session, in: other) == ["k1", "k2"])
        // The server that was given up goes on under another lease, and owns nothing.
        #expect(try await one.claimWork(at: now, limit: 10).work.isEmpty)
        #expect(one.lease != nil && one.lease != lost)
        #expect(try await keys(of: session, in: one).isEmpty)
        await one.close()
        await other.close()
    }

    @Test("a server that is closed leaves its effects to others at once, and one without a lease to any")
    func closed() async throws {
        let (one, other) = (try await open(), try await open())
        let session = try await create("a", [work(1)], in: one)
        await one.close()
        #expect(try await other.claimWork(at: now, limit: 10).work == [PendingWork(session: session.id, key: Key(1))])
        let without = try PostgreSQLStore(settings, leaseDuration: .zero)
        _ = try await without.claimWork(at: now, limit: 0)
        #expect(without.lease == nil)
        let unowned = try await create("b", [work(1)], in: without)
        #expect(try await other.claimWork(at: now, limit: 10).work == [PendingWork(session: unowned.id, key: Key(1))])
        await without.close()
        await other.close()
    }

    @Test("a timer belongs to no server, and is given to one when it is due")
    func timers() async throws {
        let (one, other) = (try await open(), try await open())
        let session = try await create("a", [work(1, due: .seconds(60)), work(2, due: .seconds(90))], in: one)
        let early = try await one.claimWork(at: now + .seconds(59), limit: 10)
        #expect(early.work.isEmpty && early.next == now + .seconds(60))
        let claimed = try await other.claimWork(at: now + .seconds(60), limit: 10)
        #expect(claimed.work == [PendingWork(session: session.id, key: Key(1))])
        #expect(claimed.next == now + .seconds(90))
        #expect(try await one.claimWork(at: now + .seconds(60), limit: 10).work.isEmpty)
        try endLease(of: other)
        #expect(try await one.claimWork(at: now + .seconds(60), limit: 10).work == claimed.work)
        await one.close()
        await other.close()
    }

    @Test("a commit that is accepted replaces the list of a session's effects, and one that is rejected does not")
    func lists() async throws {
        let store = try await open()
        let session = try await create("a", [work(1), work(2)], in: store)
        let (next, outcome) = try await change(session, [work(2), work(3)], in: store)
        #expect(outcome == .committed)
        #expect(try await keys(of: session, in: store) == ["k2", "k3"])
        #expect(try await change(session, [work(4)], in: store).outcome == .conflict)
        #expect(try await keys(of: session, in: store) == ["k2", "k3"])
        let (last, unchanged) = try await change(next, nil, in: store)
        #expect(unchanged == .committed)
        #expect(try await keys(of: session, in: store) == ["k2", "k3"])
        #expect(try await change(last, [], in: store).outcome == .committed)
        #expect(try await keys(of: session, in: store).isEmpty)
        await store.close()
    }

    @Test("the effects of a session that is removed or quarantined are removed, too")
    func removal() async throws {
        let (one, other) = (try await open(), try await open())
        let removed = try await create("a", [work(1)], in: one)
        let quarantined = try await create("b", [work(1)], in: one)
        try await one.remove(removed.id)
        #expect(try await one.quarantine(quarantined.id, because: "a reason"))
        try endLease(of: one)
        #expect(try await other.claimWork(at: now, limit: 10).work.isEmpty)
        await one.close()
        await other.close()
    }

    @Test("of servers that claim at the same time, each effect and timer is given to one", arguments: 0..<15)
    func simultaneousClaims(round: Int) async throws {
        let gone = try await open()
        let stores = [try await open(), try await open(), try await open()]
        for number in 0..<60 {
            _ = try await create("session \(number) of \(round)", [work(1), work(2, due: .seconds(1))], in: gone)
        }
        await gone.close()
        var claimed = try await withThrowingTaskGroup(of: [PendingWork].self) { group in
            for number in 0..<12 {
                group.addTask { try await stores[number % 3].claimWork(at: now + .seconds(2), limit: 7).work }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count > 50)
        // Each call skips rows that another one is about to claim.
        while case let rest = try await stores[0].claimWork(at: now + .seconds(2), limit: 50).work, !rest.isEmpty {
            claimed += rest
        }
        #expect(claimed.count == 120 && Set(claimed).count == 120)
        for store in stores { await store.close() }
    }
}
