import Concurrency
import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Effects of a session")
struct EffectTests {
    @Test("an effect runs once, after its commit, and its result is one more revision")
    func runs() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.pause()
        let asking = Task { try await session.report("ask") }
        await eventually { server.store.pausedCount == 1 }
        for _ in 0..<20 { await Task.yield() }
        #expect(server.questions.keys == [])
        server.store.release()
        _ = try await asking.value
        await eventually { session.count == 10 }
        #expect(server.questions.keys.count == 1)
        #expect(server.questions.keys[0].hasPrefix("\(session.id)/k"))
        #expect(session.revision == 3)
        #expect(session.view.status == .active)
        server.registry.close()
    }

    @Test("the outcome of an effect whose session is removed during its commit is dropped without a warning")
    func removedMeanwhile() async throws {
        let log = RecordedLog()
        let server = try TestServer(log: log.logger)
        let (session, _) = try await server.start()
        server.questions.pause()
        try await session.report("ask")
        await eventually { server.questions.pausedCount == 1 }
        server.store.pause()
        server.questions.release()
        await eventually { server.store.pausedCount == 1 }
        // Another request has removed the session, such as one of the same account.
        try await server.store.inner.remove(session.id)
        server.store.release()
        await eventually { session.removal != nil }
        #expect(log.lines == [])
        server.registry.close()
    }

    @Test("an effect does not run when its commit fails")
    func failedCommit() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.planFailures(.fails(.unavailable))
        #expect(await error { () async throws(SessionError) in try await session.report("ask") } == "store unavailable")
        for _ in 0..<20 { await Task.yield() }
        #expect(server.questions.keys == [])
        #expect(session.revision == 1)
        #expect(session.view.status == .active)
        server.registry.close()
    }

    @Test("a submission waits for its effects, and returns busy when they outlast the wait")
    func waits() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let fast = try await session.report("ask", wait: .seconds(2))
        #expect(fast.view.status == .active && fast.view.record.state.count == 10)
        server.questions.pause()
        let asking = Task { try await session.report("ask", wait: .seconds(2)) }
        await eventually { server.questions.pausedCount == 1 && server.clock.scheduledCount == 1 }
        server.clock.advance(by: .seconds(2) - .milliseconds(1))
        #expect(session.view.record.state.count == 10)
        server.clock.advance(by: .milliseconds(1))
        guard case .busy(let effect) = try await asking.value.view.status else {
            Issue.record("It is not busy.")
            return
        }
        #expect(effect.name == "question")
        #expect(
            await error { () async throws(SessionError) in try await session.report("raise") }
                == "navigation \(NavigationError.busy(effect: "question"))"
        )
        server.questions.release()
        await eventually { session.count == 20 }
        server.registry.close()
    }

    @Test("an effect that fails leaves a message for the user and the session usable")
    func fails() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.questions.fail()
        let answer = try await session.report("ask", wait: .seconds(10))
        #expect(answer.view.status == .active)
        #expect(session.messages == ["effect.failed"])
        try await session.report("raise")
        #expect(session.count == 1)
        server.registry.close()
    }

    @Test("an effect result that the flow rejects is no failure, because the effect happened, and the screen is free")
    func handlerThrows() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let answer = try await session.report("askForTrouble", wait: .seconds(10))
        #expect(answer.view.status == .active)
        #expect(session.messages == ["effect.interrupted"])
        #expect(session.count == 0)
        server.registry.close()
    }

    @Test("an effect result is delivered once the store accepts it, even after 15 failed commits")
    func storeOutOfOrder() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.questions.pause()
        try await session.report("ask")
        await eventually { server.questions.pausedCount == 1 }
        for _ in 0..<15 { server.store.planFailures(.fails(.unavailable)) }
        let before = server.store.batches.count
        server.questions.release()
        // One advance of the clock may cause several attempts.
        while server.store.batches.count < before + 15 {
            await eventually { server.clock.scheduledCount == 1 }
            #expect(session.count == 0)
            server.clock.advance(by: .seconds(64))
        }
        await eventually { server.clock.scheduledCount == 1 || session.count == 10 }
        server.clock.advance(by: .seconds(64))
        await eventually { session.count == 10 }
        #expect(server.questions.keys.count == 1)
        server.registry.close()
    }

    @Test("a timer fires at its time, and not before")
    func timer() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        try await session.report("startTimer")
        server.clock.advance(by: .seconds(60) - .milliseconds(1))
        for _ in 0..<20 { await Task.yield() }
        #expect(session.count == 0)
        server.clock.advance(by: .milliseconds(1))
        await eventually { session.count == 100 }
        #expect(session.view.record.state.pending == [])
        server.registry.close()
    }

    @Test("an effect pending when the server was killed runs once, with the key that it had")
    func restart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start()
        server.questions.pause()
        try await session.report("ask")
        await eventually { server.questions.pausedCount == 1 }
        let next = try server.restarted()
        try await next.registry.open()
        let again = try await next.registry.session(session.id, opening: credential)
        await eventually { again.count == 10 }
        #expect(next.questions.keys == server.questions.keys)
        #expect(again.revision == 3)
        server.questions.release()
        server.registry.close()
        next.registry.close()
    }

    @Test("a secret effect is not run after a restart, but delivered as interrupted")
    func secretRestart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start()
        server.questions.pause()
        try await session.report("askSecretly")
        await eventually { server.questions.pausedCount == 1 }
        #expect(server.questions.secrets == ["hush"])
        let next = try server.restarted()
        try await next.registry.open()
        let again = try await next.registry.session(session.id, opening: credential)
        await eventually { again.view.status == .active }
        #expect(again.messages == ["effect.interrupted"])
        #expect(next.questions.keys == [])
        server.questions.release()
        server.registry.close()
        next.registry.close()
    }

    @Test("due timers fire when the server opens, and the others at their time, from the store")
    func timersAfterRestart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (due, dueCredential) = try await server.start()
        try await due.report("startTimer")
        server.clock.advance(by: .seconds(30))
        let (later, laterCredential) = try await server.start()
        try await later.report("startTimer")
        server.registry.close()
        server.clock.advance(by: .seconds(30))
        let next = try server.restarted()
        try await next.registry.open()
        await eventually { next.registry.liveCount == 1 }
        let dueAgain = try await next.registry.session(due.id, opening: dueCredential)
        await eventually { dueAgain.count == 100 }
        next.clock.advance(by: .seconds(29))
        for _ in 0..<20 { await Task.yield() }
        #expect(try await next.storedCount(of: later) == 0)
        next.clock.advance(by: .seconds(1))
        try await eventually { try await next.storedCount(of: later) == 100 }
        // The session in memory has the step only after the store has it.
        let laterAgain = try await next.registry.session(later.id, opening: laterCredential)
        await eventually { laterAgain.count == 100 }
        next.registry.close()
    }

    @Test("close waits for a running effect and commits its result")
    func closing() async throws {
        let server = try TestServer(store: TestStore(groupsCommits: true))
        let (session, _) = try await server.start()
        server.questions.pause()
        try await session.report("ask")
        await eventually { server.questions.pausedCount == 1 }
        let closing = Task.detached { server.registry.close() }
        try await Task.sleep(for: .milliseconds(20))
        server.questions.release()
        await closing.value
        #expect(session.count == 10)
        #expect(try await server.storedCount(of: session) == 10)
    }
}
