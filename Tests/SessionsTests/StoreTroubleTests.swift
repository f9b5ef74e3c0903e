import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Sessions when the store is in trouble")
struct StoreTroubleTests {
    private func raising(_ session: Session, key: Idempotency? = nil) async -> String? {
        await error { () async throws(SessionError) in try await session.report("raise", key: key) }
    }

    @Test("a failed commit changes nothing, and the next one works")
    func fails() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        server.store.meet(.fails(.unavailable))
        #expect(await raising(session) == "store unavailable")
        #expect(session.revision == 1 && session.count == 0)
        #expect(await raising(session) == nil)
        #expect(session.revision == 2 && session.count == 1)
        server.registry.close()
    }

    @Test("a session is not started when its first commit fails")
    func startFails() async throws {
        let server = try Server()
        server.store.meet(.fails(.unavailable))
        let failure = await error { () async throws(SessionError) in
            try await server.registry.start(
                "counter",
                link: nil,
                client: ClientInfo(),
                idempotency: .of("a key of sixteen")
            )
        }
        #expect(failure == "store unavailable")
        #expect(server.registry.liveCount == 0)
        _ = try await server.start(key: "a key of sixteen")
        server.registry.close()
    }

    @Test("when nobody knows what became of a commit, the store is asked, and a commit that is there counts")
    func unknownButKept() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        server.store.meet(.keepsAndFails(.unknownOutcome))
        let answer = try await session.report("ask", key: .of("key"), wait: .seconds(10))
        #expect(answer.view.record.state.count == 10)
        #expect(server.questions.keys.count == 1)
        #expect(try await session.report("ask", key: .of("key")).isReplay)
        server.registry.close()
    }

    @Test("a commit of which nobody knows and which is not there can be repeated")
    func unknownAndNotKept() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        server.store.meet(.fails(.unknownOutcome))
        #expect(await raising(session, key: .of("key")) == "store unknownOutcome")
        #expect(session.revision == 1)
        #expect(await raising(session, key: .of("key")) == nil)
        #expect(session.count == 1)
        server.registry.close()
    }

    @Test("when the store can't be asked either, the same key tells later, and effects run then")
    func unknownAndUnreachable() async throws {
        let server = try Server(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, _) = try await server.start()
        server.store.failsLoads = true
        server.store.meet(.keepsAndFails(.unknownOutcome))
        let asking = await error { () async throws(SessionError) in
            try await session.report("askSecretly", key: .of("key"))
        }
        #expect(asking == "store unknownOutcome")
        #expect(server.questions.keys == [])
        #expect(await raising(session, key: .of("other")) == "store unavailable")
        server.store.failsLoads = false
        let answer = try await session.report("askSecretly", key: .of("key"), wait: .seconds(10))
        #expect(answer.isReplay)
        #expect(session.count == 10_000)
        // The secret was still in memory.
        #expect(server.questions.secrets == ["hush"])
        server.registry.close()
    }

    @Test("what became of a commit is found out without anybody asking")
    func unknownHeals() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        server.store.failsLoads = true
        server.store.meet(.keepsAndFails(.unknownOutcome))
        _ = await error { () async throws(SessionError) in try await session.report("ask") }
        await eventually { server.clock.scheduledCount == 1 }
        server.clock.advance(by: .seconds(60))
        #expect(session.revision == 1)
        await eventually { server.clock.scheduledCount == 1 }
        server.store.failsLoads = false
        server.clock.advance(by: .seconds(60))
        await eventually { session.count == 10 }
        server.registry.close()
    }

    @Test("a session that somebody else has changed is read again: one submission meets the conflict, the next works")
    func conflict() async throws {
        let server = try Server()
        let (session, credential) = try await server.start()
        let other = try server.restarted()
        let theirs = try await other.registry.session(session.id, opening: credential)
        try await theirs.report("raise")
        #expect(await raising(session) == "store conflict")
        #expect(session.revision == 2)
        #expect(await raising(session) == nil)
        #expect(session.count == 2)
        server.registry.close()
        other.registry.close()
    }

    @Test("a session that somebody else has ended is gone")
    func removedElsewhere() async throws {
        let server = try Server()
        let (session, credential) = try await server.start()
        try await server.store.remove(session.id)
        #expect(await raising(session) == "store conflict")
        #expect(await raising(session) == "unauthorised")
        let opening = await error { () async throws(SessionError) in
            try await server.registry.session(session.id, opening: credential)
        }
        #expect(opening == "unauthorised")
        server.registry.close()
    }

    @Test("commits that come together go to a store that gains from it together")
    func groups() async throws {
        let server = try Server(store: TestStore(groupsCommits: true))
        var sessions: [Session] = []
        for _ in 0..<32 { sessions.append(try await server.start().session) }
        server.store.hold()
        let tasks = sessions.map { session in Task { try await session.report("raise") } }
        await eventually { server.store.heldCount == 1 }
        for _ in 0..<100 { await Task.yield() }
        let before = server.store.batches.count
        server.store.release()
        for task in tasks { _ = try await task.value }
        #expect(server.store.batches.count - before < 16)
        #expect(server.store.batches.dropFirst(before).reduce(0, +) == 32)
        #expect(sessions.allSatisfy { $0.count == 1 })
        server.registry.close()
    }

    @Test("a state that can't be written down fails alone, and not those that were committed with it")
    func poison() async throws {
        let store = TestStore(MemoryStore(requiresEncoding: true), groupsCommits: true)
        let server = try Server(store: store)
        var sessions: [Session] = []
        for _ in 0..<8 { sessions.append(try await server.start().session) }
        store.hold()
        let tasks = sessions.enumerated().map { index, session in
            Task {
                await error { () async throws(SessionError) in try await session.report(index == 3 ? "spoil" : "raise")
                }
            }
        }
        await eventually { store.heldCount == 1 }
        for _ in 0..<100 { await Task.yield() }
        store.release()
        var errors: [String?] = []
        for task in tasks { errors.append(await task.value) }
        #expect(errors == [nil, nil, nil, "store unreadable", nil, nil, nil, nil])
        #expect(await raising(sessions[3]) == nil)
        server.registry.close()
    }

    @Test("a store that fails is logged when it begins and when it works again, however many requests meet it")
    func loggedOnce() async throws {
        let log = RecordedLog()
        let server = try Server(log: log.logger)
        let (session, _) = try await server.start()
        for _ in 0..<20 {
            server.store.meet(.fails(.unavailable))
            #expect(await raising(session) == "store unavailable")
        }
        #expect(log.lines == ["error store failed writing"])
        server.store.failsLoads = true
        for _ in 0..<5 { #expect(await server.registry.readiness() != nil) }
        #expect(log.lines == ["error store failed writing"])
        server.store.failsLoads = false
        #expect(await raising(session) == nil)
        #expect(log.lines == ["error store failed writing", "notice store works again writing"])
        server.registry.close()
    }

    @Test("a store that failed gets well by being asked whether it is ready, even if nobody sends anything")
    func probed() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        #expect(await server.registry.readiness() == nil)
        #expect(server.store.probes == 0)
        server.store.meet(.fails(.unavailable))
        #expect(await raising(session) == "store unavailable")
        #expect(await server.registry.readiness() == nil)
        #expect(server.store.probes == 1)
        #expect(await server.registry.readiness() == nil)
        #expect(server.store.probes == 1)
        server.registry.close()
    }

    @Test("the server is ready while the store can be reached")
    func readiness() async throws {
        let server = try Server()
        #expect(await server.registry.readiness() == nil)
        server.store.failsLoads = true
        #expect(await server.registry.readiness()?.kind == .unavailable)
        server.registry.close()
    }
}
