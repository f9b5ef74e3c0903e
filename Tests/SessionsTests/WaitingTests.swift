import Coordination
import SessionsTesting
import Testing
import Threads

@testable import Sessions

@Suite("Waiting for a session")
struct WaitingTests {
    @Test("who knows an older revision does not wait")
    func already() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        try await session.report("raise")
        #expect(await session.view(after: 1, wait: .seconds(25)).record.revision == 2)
        #expect(server.clock.scheduledCount == 0)
        server.registry.close()
    }

    @Test("a change wakes everybody who waits")
    func change() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        let waiting = (0..<16).map { _ in Task { await session.view(after: 1, wait: .seconds(25)).record.revision } }
        await eventually { session.watcherCount == 16 }
        try await session.report("raise")
        for task in waiting { #expect(await task.value == 2) }
        #expect(session.watcherCount == 0)
        #expect(server.clock.scheduledCount == 0)
        server.registry.close()
    }

    @Test("the deadline wakes who waits, with the state as it is")
    func deadline() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        let waiting = Task { await session.view(after: 1, wait: .seconds(25)).record.revision }
        await eventually { session.watcherCount == 1 }
        server.clock.advance(by: .seconds(25) - .milliseconds(1))
        #expect(session.watcherCount == 1)
        server.clock.advance(by: .milliseconds(1))
        #expect(await waiting.value == 1)
        #expect(session.watcherCount == 0)
        server.registry.close()
    }

    @Test("cancellation wakes who waits, before, while and after they lie down, and leaves nothing behind")
    func cancellation() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        for round in 0..<500 {
            let waiting = Task { await session.view(after: 1, wait: .seconds(25)) }
            for _ in 0..<(round % 7) { await Task.yield() }
            waiting.cancel()
            _ = await waiting.value
        }
        #expect(session.watcherCount == 0)
        #expect(server.clock.scheduledCount == 0)
        server.registry.close()
    }

    @Test("no wake-up gets lost when changes, deadlines and cancellations come together")
    func noLostWakeUps() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        for round in 0..<300 {
            let revision = session.revision
            let done = Lock(0)
            let waiting = (0..<4).map { _ in
                Task {
                    _ = await session.view(after: revision, wait: .milliseconds(5))
                    done.withLock { $0 += 1 }
                }
            }
            switch round % 3 {
            case 0: try await session.report("raise")
            case 1: waiting.forEach { $0.cancel() }
            default: break
            }
            // Whoever lies down after this has a deadline that is still to come.
            await eventually {
                server.clock.advance(by: .milliseconds(5))
                return done.withLock { $0 } == 4
            }
        }
        #expect(session.watcherCount == 0)
        server.registry.close()
    }

    @Test("the end of a session wakes who waits for it")
    func end() async throws {
        let server = try Server()
        let (session, _) = try await server.start()
        let waiting = Task { await session.view(after: 1, wait: .seconds(25)) }
        await eventually { session.watcherCount == 1 }
        try await server.registry.end(session)
        _ = await waiting.value
        server.registry.close()
    }

    @Test("closing lets go who waits, and who comes later does not wait; sessions are not gone")
    func close() async throws {
        let server = try Server()
        let (session, credential) = try await server.start()
        let waiting = Task { await session.view(after: 1, wait: .seconds(25)) }
        await eventually { session.watcherCount == 1 }
        server.registry.close()
        _ = await waiting.value
        _ = await session.view(after: 1, wait: .seconds(25))
        #expect(try await server.registry.session(session.id, opening: credential) === session)
        // A request that is under way still gets its answer.
        #expect(try await session.report("raise", wait: .seconds(25)).view.record.revision == 2)
    }
}
