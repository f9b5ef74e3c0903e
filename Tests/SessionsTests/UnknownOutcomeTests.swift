import Concurrency
import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Effects whose outcome is unknown")
struct UnknownOutcomeTests {
    @Test(
        "after an error that leaves the outcome unknown the handler is called again with the same key, until it has a result",
        arguments: [
            Questions.LostConnection() as any Error, StoreError(.unknownOutcome, "The commit is in doubt."),
        ]
    )
    func repeats(error: any Error) async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.questions.fail(with: Array(repeating: error, count: 9))
        try await session.report("ask")
        for (index, delay) in [1, 2, 4, 8, 16, 32, 64, 64, 64].enumerated() {
            await eventually { server.questions.keys.count == index + 1 && server.clock.scheduledCount == 1 }
            #expect(session.messages == [] && session.count == 0)
            server.clock.advance(by: .seconds(delay) - .milliseconds(1))
            for _ in 0..<20 { await Task.yield() }
            #expect(server.questions.keys.count == index + 1)
            server.clock.advance(by: .milliseconds(1))
        }
        await eventually { session.count == 10 }
        #expect(server.questions.keys.count == 10 && Set(server.questions.keys).count == 1)
        server.registry.close()
    }

    @Test("once the outcome is unknown, a later call that does nothing is no failure either")
    func staysInDoubt() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let errors: [any Error] = [Questions.LostConnection(), Questions.Failure(), StoreError(.unavailable, "Away.")]
        server.questions.fail(with: errors)
        try await session.report("ask")
        for delay in [1, 2, 4] {
            await eventually { server.clock.scheduledCount == 1 }
            #expect(session.messages == [])
            server.clock.advance(by: .seconds(delay))
        }
        await eventually { session.count == 10 }
        #expect(server.questions.keys.count == 4)
        server.registry.close()
    }

    @Test("an error that says that nothing has happened is a failure at once")
    func certainFailure() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        for error in [EffectNotPerformed("Closed.") as any Error, StoreError(.unavailable, "Away.")] {
            server.questions.fail(with: [error])
            try await session.report("ask", wait: .seconds(10))
            #expect(session.messages == ["effect.failed"])
        }
        #expect(Set(server.questions.keys).count == 2)
        server.registry.close()
    }

    @Test("unknown outcomes use up none of the attempts of a retry policy, and never end as a failure")
    func attempts() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.questions.fail(with: [Questions.Failure(), Questions.Failure()])
        server.questions.fail(with: Array(repeating: Questions.LostConnection(), count: 5))
        try await session.report("askPersistently")
        for delay in [1, 2] {
            await eventually { session.pendingFailures == delay }
            server.clock.advance(by: .seconds(delay))
        }
        await eventually(advancing: server.clock) { session.count == 50 }
        #expect(server.questions.keys.count == 8 && Set(server.questions.keys).count == 1 && session.messages == [])
        server.registry.close()
    }

    @Test("the next server goes on with the same key, and its first error is no failure either")
    func restart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start()
        server.questions.fail(with: [Questions.LostConnection()])
        try await session.report("ask")
        await eventually { server.clock.scheduledCount == 1 }
        server.registry.close()

        let questions = Questions()
        questions.fail(with: [Questions.Failure()])
        let next = try server.restarted(questions: questions)
        let again = try await next.registry.session(session.id, opening: credential)
        await eventually(advancing: next.clock) { again.count == 10 || again.messages != [] }
        #expect(again.messages == [])
        #expect(questions.keys == Array(repeating: server.questions.keys[0], count: 2))
        next.registry.close()
    }

    @Test("a secret effect is called again while its server lives")
    func secret() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.questions.fail(with: [Questions.LostConnection()])
        try await session.report("askSecretly")
        await eventually { server.clock.scheduledCount == 1 }
        server.clock.advance(by: .seconds(1))
        await eventually { session.count == 10_000 }
        server.registry.close()
    }

    @Test("a cancelled effect and one whose session has ended are not called again", arguments: [true, false])
    func ends(cancels: Bool) async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.questions.fail(with: [Questions.LostConnection()])
        try await session.report("askQuietly")
        await eventually { server.clock.scheduledCount == 1 }
        if cancels {
            try await session.report("forget")
        } else {
            try await AsyncCaller.result { server.registry.end(session, for: $0, then: $1) }.get()
        }
        server.clock.advance(by: .seconds(1))
        for _ in 0..<100 { await Task.yield() }
        #expect(server.questions.keys.count == 1)
        #expect(server.clock.scheduledCount == 0)
        server.registry.close()
    }

    @Test("an effect that only reads fails with any error")
    func reading() async throws {
        let log = RecordedLog()
        let server = try TestServer(log: log.logger) { handlers in
            handlers.on(ReadQuestion.self) { _, _ in throw Questions.LostConnection() }
        }
        let (session, _) = try await server.start()
        try await session.report("askToRead", wait: .seconds(10))
        #expect(session.messages == ["effect.failed"])
        #expect(log.lines == ["error Effect failed"])
        server.registry.close()
    }

    @Test("an effect that fails for ever, and one that fails in many sessions, has a line a minute in the log")
    func lines() async throws {
        let log = RecordedLog()
        let server = try TestServer(log: log.logger)
        server.questions.fail()
        for _ in 0..<20 {
            let (session, _) = try await server.start()
            try await session.report("ask", wait: .seconds(10))
        }
        #expect(log.lines == ["error Effect failed"])
        server.clock.advance(by: .seconds(60))
        let (session, _) = try await server.start()
        try await session.report("ask", wait: .seconds(10))
        #expect(log.lines == ["error Effect failed", "error Effect failed"])
        server.registry.close()
    }

    @Test("a handler that does not return in time is cancelled and called again, and the log names it")
    func timeout() async throws {
        let log = RecordedLog()
        let calls = Lock([String]())
        let server = try TestServer(log: log.logger) { handlers in
            handlers.on(Question.self, timeout: .seconds(30)) { _, context in
                let count = calls.withLock { calls in
                    calls.append(context.idempotencyKey)
                    return calls.count
                }
                // The task is cancelled, so the sleep ends.
                if count == 1 { try await Task.sleep(for: .seconds(3_600)) }
                return 10
            }
        }
        try await server.registry.open()
        let (session, _) = try await server.start()
        try await session.report("ask")
        await eventually { calls.withLock { $0.count } == 1 }
        await advance(server.clock, by: 29)
        #expect(log.lines.filter { $0.hasSuffix("Effect hangs") } == [])
        await eventually(advancing: server.clock) { log.lines.contains("warning Effect hangs") }
        await eventually(advancing: server.clock) { session.count == 10 }
        #expect(Set(calls.withLock { $0 }).count == 1 && session.messages == [])
        server.registry.close()
    }

    @Test("handlers of one kind that block for ever leave a thread to the others, and the registry tells of the stall")
    func share() async throws {
        let gate = EffectQueueTests.Gate()
        let server = try TestServer { handlers in
            handlers.on(Question.self, timeout: .seconds(10)) { _, _ in
                gate.pass()
                return 10
            }
            handlers.on(PersistentQuestion.self) { _, _ in
                gate.pass()
                return 50
            }
        }
        try await server.registry.open()
        for _ in 0..<8 {
            let (session, _) = try await server.start()
            try await session.report("ask")
        }
        await eventually { gate.waitingCount == 3 }
        let (other, _) = try await server.start()
        try await other.report("askQuietly", wait: .seconds(2))
        await eventually { other.count == 1_000 }
        #expect(server.registry.stalledQueues == [])
        await eventually(advancing: server.clock) { server.registry.hangingCalls == 3 }
        // The last thread hangs, too.
        let (last, _) = try await server.start()
        try await last.report("askPersistently")
        await eventually { gate.waitingCount == 4 }
        #expect(server.registry.stalledQueues == [])
        server.clock.advance(by: .seconds(60))
        #expect(server.registry.stalledQueues == ["default"])
        gate.open()
        await eventually { server.registry.stalledQueues == [] }
        server.registry.close()
    }

    /// Advances a clock second by second, so that the work of each second can schedule more.
    private func advance(_ clock: ManualClock, by seconds: Int) async {
        for _ in 0..<seconds {
            clock.advance(by: .seconds(1))
            for _ in 0..<20 { await Task.yield() }
        }
    }
}
