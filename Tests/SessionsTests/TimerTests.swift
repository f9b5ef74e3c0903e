import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Timers beside effects")
struct TimerTests {
    @Test("a timer fires at the next server, also when an effect of its session was pending there as well")
    func afterRestart() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start()
        try await session.report("startTimer")
        server.questions.pause()
        try await session.report("askQuietly")
        server.store.planFailures(.fails(.unavailable))
        server.questions.release()
        // These are the timer, and another attempt to deliver the effect's result.
        await eventually { server.clock.scheduledCount == 2 }
        server.registry.close()

        let next = try server.restarted()
        try await next.registry.open()
        let theirs = try await next.registry.session(session.id, opening: credential)
        await eventually { theirs.count == 1_000 }
        next.clock.advance(by: .seconds(60))
        await eventually { theirs.count == 1_100 }
        next.registry.close()
    }

    @Test("a timer fires although another session's timer fired while an effect of its session was in flight")
    func afterAnother() async throws {
        let server = try TestServer()
        let (other, _) = try await server.start()
        try await other.report("startTimer")
        server.clock.advance(by: .seconds(30))
        let (session, _) = try await server.start()
        try await session.report("startTimer")
        server.questions.pause()
        try await session.report("askQuietly")
        server.clock.advance(by: .seconds(30))
        await eventually { other.count == 100 }
        server.questions.release()
        await eventually { session.count == 1_000 }
        server.clock.advance(by: .seconds(30))
        await eventually { session.count == 1_100 }
        server.registry.close()
    }
}
