import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Idempotency keys")
struct IdempotencyTests {
    @Test("a repeated request acts once and gets the current state")
    func replays() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let first = try await session.report("raise", key: .of("key"))
        #expect(!first.isReplay && first.view.record.revision == 2)
        try await session.report("raise")
        let second = try await session.report("raise", key: .of("key"))
        #expect(second.isReplay && second.view.record.revision == 3)
        #expect(session.count == 2)
        server.registry.close()
    }

    @Test("a key that was used for another request is rejected")
    func reused() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        try await session.report("raise", key: .of("key", "one"))
        #expect(
            await error { () async throws(SessionError) in try await session.report("raise", key: .of("key", "two")) }
                == "keyReused"
        )
        #expect(session.count == 1)
        server.registry.close()
    }

    @Test("a key is rejected while its request runs, and replays the request afterwards")
    func inUse() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.pause()
        let running = Task { try await session.report("raise", key: .of("key")) }
        await eventually { server.store.pausedCount == 1 }
        #expect(
            await error { () async throws(SessionError) in try await session.report("raise", key: .of("key")) }
                == "keyInUse"
        )
        server.store.release()
        #expect(try await !running.value.isReplay)
        #expect(try await session.report("raise", key: .of("key")).isReplay)
        #expect(session.count == 1)
        server.registry.close()
    }

    @Test("the key is checked before the revisions, so that a lost response can be requested again")
    func beforeRevisions() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        try await session.report("raise", key: .of("key"), revisions: [1])
        #expect(try await session.report("raise", key: .of("key"), revisions: [1]).isReplay)
        server.registry.close()
    }

    @Test("a request without a change is remembered too, and a rejected one is not")
    func withoutChange() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        try await session.report("keep", key: .of("kept"))
        #expect(try await session.report("keep", key: .of("kept")).isReplay)
        #expect(session.revision == 1)
        _ = await error { () async throws(SessionError) in try await session.report("refuse", key: .of("refused")) }
        #expect(try await !session.report("raise", key: .of("refused", "another")).isReplay)
        server.registry.close()
    }

    @Test("a limited number of keys is remembered, and the oldest are forgotten first")
    func bounded() async throws {
        var limits = SessionLimits()
        limits.replies = 3
        let server = try TestServer(limits: limits)
        let (session, _) = try await server.start()
        for number in 0..<5 { try await session.report("raise", key: .of("\(number)")) }
        #expect(session.view.record.replies.latest.count == 3)
        #expect(try await session.report("raise", key: .of("2")).isReplay)
        #expect(try await !session.report("raise", key: .of("1")).isReplay)
        #expect(session.count == 6)
        server.registry.close()
    }

    @Test("keys survive a restart")
    func restart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start()
        try await session.report("raise", key: .of("key"))
        let next = try server.restarted()
        let again = try await next.registry.session(session.id, opening: credential)
        #expect(try await again.report("raise", key: .of("key")).isReplay)
        #expect(again.count == 1)
        server.registry.close()
        next.registry.close()
    }

    @Test("a repeated creation returns the same session with the same credential")
    func creation() async throws {
        let server = try TestServer()
        let (first, credential) = try await server.start(key: "a key of sixteen")
        for _ in 0..<3 {
            let (again, same) = try await server.start(key: "a key of sixteen")
            #expect(again === first)
            #expect(same.exposed == credential.exposed)
        }
        #expect(try await server.registry.session(first.id, opening: credential) === first)
        #expect(try await server.store.count() == 1)
        server.registry.close()
    }

    @Test(
        "a repeated creation returns the same credential after a restart, and although an effect has changed the session"
    )
    func creationAfterRestart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start(key: "a key of sixteen")
        try await session.report("raise")
        let next = try server.restarted()
        let (again, same) = try await next.start(key: "a key of sixteen")
        #expect(again.id == session.id && again.revision == 2)
        #expect(same.exposed == credential.exposed)
        server.registry.close()
        next.registry.close()
    }

    @Test("a creation can't be repeated once its credential was used, so the key does not give access to the session")
    func creationAfterUse() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start(key: "a key of sixteen")
        _ = try await server.registry.session(session.id, opening: credential)
        #expect(await creationError(server, "a key of sixteen") == "keyReused")
        _ = try await server.registry.session(session.id, opening: credential)
        server.registry.close()
    }

    @Test("the use of a credential is remembered over an eviction and a restart", arguments: [false, true])
    func creationAfterUseAndRestart(restarts: Bool) async throws {
        var limits = SessionLimits()
        limits.memoryBytes = 1
        let store = TestStore(MemoryStore(requiresEncoding: true))
        let server = try TestServer(store: store, limits: limits)
        var id: SessionID
        let credential: Credential
        do {
            let (session, first) = try await server.start(key: "a key of sixteen")
            (id, credential) = (session.id, first)
        }
        _ = try await server.registry.session(id, opening: credential)
        if !restarts { _ = try await server.start() }
        let next = restarts ? try server.restarted() : server
        #expect(await creationError(next, "a key of sixteen") == "keyReused")
        _ = try await next.registry.session(id, opening: credential)
        server.registry.close()
        next.registry.close()
    }

    @Test("a wrong credential does not count as a use")
    func creationAfterWrongCredential() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start(key: "a key of sixteen")
        _ = await error { () async throws(SessionError) in
            try await server.registry.session(session.id, opening: Credential("wrong"))
        }
        let (_, same) = try await server.start(key: "a key of sixteen")
        #expect(same.exposed == credential.exposed)
        server.registry.close()
    }

    @Test("a session can be read while the store can't record the first use of its credential")
    func useDuringOutage() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start(key: "a key of sixteen")
        server.store.planFailures(.fails(.unavailable))
        for _ in 0..<2 { _ = try await server.registry.session(session.id, opening: credential) }
        #expect(await creationError(server, "a key of sixteen") == "keyReused")
        #expect(session.record.issue != nil)
        // The next access after the outage records the use.
        #expect(await server.registry.readiness() == nil)
        _ = try await server.registry.session(session.id, opening: credential)
        #expect(session.record.issue == nil)
        server.registry.close()
    }

    @Test("a creation whose commit was made, but failed to its client, is repeated with success")
    func creationInDoubt() async throws {
        let server = try TestServer()
        server.store.planFailures(.commitsAndFails(.unknownOutcome))
        #expect(await creationError(server, "a key of sixteen") == "store unknownOutcome")
        let (session, credential) = try await server.start(key: "a key of sixteen")
        #expect(try await server.registry.session(session.id, opening: credential) === session)
        #expect(try await server.store.count() == 1)
        server.registry.close()
    }

    @Test("a creation's key must be long, and is valid for one request")
    func creationKeys() async throws {
        let server = try TestServer()
        #expect(await creationError(server, "fifteen letters") == "keyTooShort")
        _ = try await server.start(key: "a key of sixteen")
        #expect(await creationError(server, "a key of sixteen", "another") == "keyReused")
        server.registry.close()
    }

    @Test("after a minute a creation's key starts another session")
    func creationWindow() async throws {
        let server = try TestServer()
        let (first, credential) = try await server.start(key: "a key of sixteen")
        server.clock.advance(by: .seconds(59))
        let (same, _) = try await server.start(key: "a key of sixteen")
        #expect(same.id == first.id)
        server.clock.advance(by: .seconds(1))
        let (second, other) = try await server.start(key: "a key of sixteen")
        #expect(second.id != first.id && other.exposed != credential.exposed)
        #expect(try await server.registry.session(first.id, opening: credential) === first)
        server.registry.close()
    }

    @Test("a creation that is sent sixteen times at once starts one session, and all responses have one credential")
    func creationRace() async throws {
        let server = try TestServer()
        server.store.pause()
        let tasks = (0..<16).map { _ in
            Task {
                let (session, credential) = try await server.start(key: "a key of sixteen")
                return "\(session.id) \(credential.exposed)"
            }
        }
        await eventually { server.store.pausedCount >= 1 }
        // Give the other requests time to reach the key's check.
        for _ in 0..<50 { await Task.yield() }
        server.store.release()
        var started: Set<String> = []
        var errors: [String] = []
        for task in tasks {
            switch await task.result {
            case .success(let session): started.insert(session)
            case .failure(let error): errors.append((error as? SessionError)?.name ?? "\(error)")
            }
        }
        #expect(try await server.store.count() == 1)
        #expect(started.count == 1)
        #expect(errors.allSatisfy { $0 == "keyInUse" })
        server.registry.close()
    }

    private func creationError(_ server: TestServer, _ key: String, _ request: String = "POST /v1/sessions") async
        -> String?
    {
        await error { () async throws(SessionError) in
            try await server.registry.start(
                "counter",
                link: nil,
                client: ClientInfo(),
                idempotency: Idempotency(creationKey: key, request: Array(request.utf8))
            )
        }
    }
}
