import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Attempts at effects, delays and cancellation in a session")
struct RetryTests {
    @Test("a failed effect is attempted again after its delays, with one idempotency key, and the screen waits")
    func retries() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.questions.fail(2)
        try await session.report("askPersistently")
        for (delay, attempt) in [(1, 2), (2, 3)] {
            await eventually { session.pendingFailures == attempt - 1 }
            #expect(
                await error { () async throws(SessionError) in try await session.report("raise") }
                    == "navigation \(NavigationError.busy(effect: "persistentQuestion"))"
            )
            server.clock.advance(by: .seconds(delay) - .milliseconds(1))
            #expect(server.questions.keys.count == attempt - 1)
            server.clock.advance(by: .milliseconds(1))
            await eventually { server.questions.keys.count == attempt }
        }
        await eventually { session.count == 50 }
        #expect(Set(server.questions.keys).count == 1)
        #expect(session.view.status == .active && session.messages == [])
        server.registry.close()
    }

    @Test("the next server makes the attempts that are left, with the same idempotency key")
    func restart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start()
        server.questions.fail(1)
        try await session.report("askPersistently")
        await eventually { session.pendingFailures == 1 }
        server.registry.close()

        let next = try server.restarted()
        try await next.registry.open()
        next.clock.advance(by: .seconds(1))
        await eventually { next.questions.keys.count == 1 }
        #expect(next.questions.keys == server.questions.keys)
        let theirs = try await next.registry.session(session.id, opening: credential)
        await eventually { theirs.count == 50 }
        next.registry.close()
    }

    @Test("an effect with a delay is performed by the next server, also if its session is not in memory")
    func delay() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, _) = try await server.start()
        try await session.report("askLater")
        #expect(session.view.status == .active)
        server.registry.close()

        let next = try server.restarted()
        try await next.registry.open()
        next.clock.advance(by: .seconds(60) - .milliseconds(1))
        #expect(next.questions.keys == [])
        next.clock.advance(by: .milliseconds(1))
        await eventually { next.questions.keys.count == 1 }
        await eventually { (try? await next.storedCount(session.id)) == 1_000 }
        next.registry.close()
    }

    @Test("a cancelled effect is not performed, and the outcome of one that runs is dropped")
    func cancellation() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        try await session.report("askLater")
        try await session.report("forget")
        server.clock.advance(by: .seconds(60))
        server.questions.pause()
        try await session.report("askQuietly")
        await eventually { server.questions.pausedCount == 1 }
        try await session.report("forget")
        server.questions.release()
        try await session.report("raise")
        try await session.report("ask", wait: .seconds(10))
        #expect(session.count == 11)
        #expect(server.questions.keys.count == 2)
        server.registry.close()
    }
}

extension Session {
    /// The failed attempts of the first pending effect, or `nil` if none is pending.
    var pendingFailures: Int? { record.state.pending.first?.failures }
}
