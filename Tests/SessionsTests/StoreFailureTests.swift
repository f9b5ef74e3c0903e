import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Sessions while the store fails")
struct StoreFailureTests {
    private func raising(_ session: Session, key: Idempotency? = nil) async -> String? {
        await error { () async throws(SessionError) in try await session.report("raise", key: key) }
    }

    @Test("a failed commit changes nothing, and the next one works")
    func fails() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.planFailures(.fails(.unavailable))
        #expect(await raising(session) == "store unavailable")
        #expect(session.revision == 1 && session.count == 0)
        #expect(await raising(session) == nil)
        #expect(session.revision == 2 && session.count == 1)
        server.registry.close()
    }

    @Test("a session is not started when its first commit fails")
    func startFails() async throws {
        let server = try TestServer()
        server.store.planFailures(.fails(.unavailable))
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

    @Test("a commit in doubt is looked up in the store, and counts when it is there")
    func unknownButCommitted() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.planFailures(.commitsAndFails(.unknownOutcome))
        let result = try await session.report("ask", key: .of("key"), wait: .seconds(10))
        #expect(result.view.record.state.count == 10)
        #expect(server.questions.keys.count == 1)
        #expect(try await session.report("ask", key: .of("key")).isReplay)
        server.registry.close()
    }

    @Test("a commit in doubt that is found counts only once the store confirms what it has read")
    func unconfirmed() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.failsConfirmations = true
        server.store.planFailures(.commitsAndFails(.unknownOutcome))
        #expect(await raising(session, key: .of("key")) == "store unknownOutcome")
        // Neither is a repetition of the request acknowledged.
        #expect(await raising(session, key: .of("key")) == "store unknownOutcome")
        server.store.failsConfirmations = false
        #expect(try await session.report("raise", key: .of("key")).isReplay)
        #expect(session.count == 1)
        server.registry.close()
    }

    @Test("a repeated output, start and hand-off are acknowledged only once the store confirms what it has read")
    func unconfirmedRepetitions() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start(key: "a key of sixteen")
        _ = try await session.report("raise", key: .of("key"))
        #expect(server.store.confirmations == 0)
        server.store.failsConfirmations = true
        #expect(await raising(session, key: .of("key")) == "store unknownOutcome")
        let repeated = await error { () async throws(SessionError) in
            _ = try await server.registry.start(
                "counter",
                link: nil,
                client: ClientInfo(),
                idempotency: Idempotency(creationKey: "a key of sixteen", request: Array("POST /v1/sessions".utf8))
            )
        }
        #expect(repeated == "store unknownOutcome")
        let code = try await AsyncCaller.result { server.registry.handOff(session, for: $0, then: $1) }.get().code
        let joining = Idempotency(creationKey: "another of sixteen", request: Array("join".utf8))
        func join() async -> String? {
            await error { () async throws(SessionError) in
                _ = try await AsyncCaller.result {
                    server.registry.join(code, platform: nil, idempotency: joining, for: $0, then: $1)
                }.get()
            }
        }
        #expect(await join() == nil)
        #expect(await join() == "store unknownOutcome")
        server.store.failsConfirmations = false
        #expect(await join() == nil)
        _ = try await server.start(key: "a key of sixteen")
        #expect(await raising(session, key: .of("key")) == nil)
        server.registry.close()
    }

    @Test("a clock of the store that differs from that of the machine is logged once, and once more when it agrees")
    func clock() async throws {
        let log = RecordedLog()
        let server = try TestServer(log: log.logger)
        func claim() async throws {
            // Any claim reads the clock.
            _ = try await server.registry.store.claimWork(at: server.clock.now, limit: 1)
        }
        try await claim()
        #expect(log.lines == [])
        for difference in [Duration.seconds(90), .seconds(91), .milliseconds(20), .seconds(-90)] {
            server.store.clockDifference = difference
            try await claim()
        }
        #expect(
            log.lines == [
                "warning Clock of the store differs", "notice Clock of the store agrees",
                "warning Clock of the store differs",
            ]
        )
        server.registry.close()
    }

    @Test("a commit in doubt that is not in the store can be repeated")
    func unknownAndNotCommitted() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.planFailures(.fails(.unknownOutcome))
        #expect(await raising(session, key: .of("key")) == "store unknownOutcome")
        #expect(session.revision == 1)
        #expect(await raising(session, key: .of("key")) == nil)
        #expect(session.count == 1)
        server.registry.close()
    }

    @Test("when the store can't be read either, a retry with the same key succeeds later, and effects run then")
    func unknownAndUnreachable() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, _) = try await server.start()
        server.store.failsLoads = true
        server.store.planFailures(.commitsAndFails(.unknownOutcome))
        let asking = await error { () async throws(SessionError) in
            try await session.report("askSecretly", key: .of("key"))
        }
        #expect(asking == "store unknownOutcome")
        #expect(server.questions.keys == [])
        #expect(await raising(session, key: .of("other")) == "store unavailable")
        server.store.failsLoads = false
        let result = try await session.report("askSecretly", key: .of("key"), wait: .seconds(10))
        #expect(result.isReplay)
        #expect(session.count == 10_000)
        // The secret was still in memory.
        #expect(server.questions.secrets == ["hush"])
        server.registry.close()
    }

    @Test("the outcome of a commit in doubt is found without further requests")
    func unknownHeals() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.failsLoads = true
        server.store.planFailures(.commitsAndFails(.unknownOutcome))
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

    @Test("a submission to a session that another server has changed builds on that change")
    func conflict() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        let other = try server.restarted()
        let theirs = try await other.registry.session(session.id, opening: credential)
        try await theirs.report("raise")
        #expect(await raising(session) == nil)
        #expect(session.revision == 3)
        #expect(session.count == 2)
        server.registry.close()
        other.registry.close()
    }

    @Test("a session ended by another server is unknown once a commit has found out")
    func removedElsewhere() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        try await server.store.remove(session.id)
        #expect(await raising(session) == "unauthorized")
        #expect(await raising(session) == "unauthorized")
        let opening = await error { () async throws(SessionError) in
            try await server.registry.session(session.id, opening: credential)
        }
        #expect(opening == "unauthorized")
        server.registry.close()
    }

    @Test("concurrent commits are batched for a store that gains from it")
    func groups() async throws {
        let server = try TestServer(store: TestStore(groupsCommits: true))
        var sessions: [Session] = []
        for _ in 0..<32 { sessions.append(try await server.start().session) }
        server.store.pause()
        let tasks = sessions.map { session in Task { try await session.report("raise") } }
        await eventually { server.store.pausedCount == 1 }
        for _ in 0..<100 { await Task.yield() }
        let before = server.store.batches.count
        server.store.release()
        for task in tasks { _ = try await task.value }
        #expect(server.store.batches.count - before < 16)
        #expect(server.store.batches.dropFirst(before).reduce(0, +) == 32)
        #expect(sessions.allSatisfy { $0.count == 1 })
        server.registry.close()
    }

    @Test("a state that can't be encoded fails alone, and not the commits batched with it")
    func poison() async throws {
        let store = TestStore(MemoryStore(requiresEncoding: true), groupsCommits: true)
        let server = try TestServer(store: store)
        var sessions: [Session] = []
        for _ in 0..<8 { sessions.append(try await server.start().session) }
        store.pause()
        let tasks = sessions.enumerated().map { index, session in
            Task {
                await error { () async throws(SessionError) in try await session.report(index == 3 ? "spoil" : "raise")
                }
            }
        }
        await eventually { store.pausedCount == 1 }
        for _ in 0..<100 { await Task.yield() }
        store.release()
        var errors: [String?] = []
        for task in tasks { errors.append(await task.value) }
        #expect(errors == [nil, nil, nil, "store unreadable", nil, nil, nil, nil])
        #expect(await raising(sessions[3]) == nil)
        server.registry.close()
    }

    @Test("a failing store is logged once when it fails and once when it recovers, even after many requests")
    func loggedOnce() async throws {
        let log = RecordedLog()
        let server = try TestServer(log: log.logger)
        let (session, _) = try await server.start()
        for _ in 0..<20 {
            server.store.planFailures(.fails(.unavailable))
            #expect(await raising(session) == "store unavailable")
        }
        #expect(log.lines == ["error Store failed writing"])
        server.store.failsLoads = true
        for _ in 0..<5 { #expect(await server.registry.readiness() != nil) }
        #expect(log.lines == ["error Store failed writing"])
        server.store.failsLoads = false
        #expect(await raising(session) == nil)
        #expect(log.lines == ["error Store failed writing", "notice Store recovered writing"])
        server.registry.close()
    }

    @Test("a readiness check probes a failed store, so it recovers without traffic")
    func probed() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        #expect(await server.registry.readiness() == nil)
        #expect(server.store.probes == 0)
        server.store.planFailures(.fails(.unavailable))
        #expect(await raising(session) == "store unavailable")
        #expect(await server.registry.readiness() == nil)
        #expect(server.store.probes == 1)
        #expect(await server.registry.readiness() == nil)
        #expect(server.store.probes == 1)
        server.registry.close()
    }

    @Test("the server is ready while the store can be reached")
    func readiness() async throws {
        let server = try TestServer()
        #expect(await server.registry.readiness() == nil)
        server.store.failsLoads = true
        #expect(await server.registry.readiness()?.kind == .unavailable)
        server.registry.close()
    }
}
