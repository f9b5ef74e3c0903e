import Concurrency
import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Waiting for a session")
struct WaitingTests {
    @Test("a request with an older revision does not wait")
    func already() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        try await session.report("raise")
        #expect(await session.view(after: 1, wait: .seconds(25)).record.revision == 2)
        #expect(server.clock.scheduledCount == 0)
        server.registry.close()
    }

    @Test("a change wakes all waiters")
    func change() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let waiting = (0..<16).map { _ in Task { await session.view(after: 1, wait: .seconds(25)).record.revision } }
        await eventually { session.waiterCount == 16 }
        try await session.report("raise")
        for task in waiting { #expect(await task.value == 2) }
        #expect(session.waiterCount == 0)
        #expect(server.clock.scheduledCount == 0)
        server.registry.close()
    }

    @Test("the deadline wakes a waiter with the current state")
    func deadline() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let waiting = Task { await session.view(after: 1, wait: .seconds(25)).record.revision }
        await eventually { session.waiterCount == 1 }
        server.clock.advance(by: .seconds(25) - .milliseconds(1))
        #expect(session.waiterCount == 1)
        server.clock.advance(by: .milliseconds(1))
        #expect(await waiting.value == 1)
        #expect(session.waiterCount == 0)
        server.registry.close()
    }

    @Test("cancellation wakes a waiter before, during and after its registration, and leaves nothing behind")
    func cancellation() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        for round in 0..<500 {
            let waiting = Task { await session.view(after: 1, wait: .seconds(25)) }
            for _ in 0..<(round % 7) { await Task.yield() }
            waiting.cancel()
            _ = await waiting.value
        }
        #expect(session.waiterCount == 0)
        #expect(server.clock.scheduledCount == 0)
        server.registry.close()
    }

    @Test("no wake-up is lost when changes, deadlines and cancellations coincide")
    func noLostWakeups() async throws {
        let server = try TestServer()
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
            // A waiter that registers after this has a deadline in the future.
            await eventually {
                server.clock.advance(by: .milliseconds(5))
                return done.withLock { $0 } == 4
            }
        }
        #expect(session.waiterCount == 0)
        server.registry.close()
    }

    @Test("the end of a session wakes its waiters")
    func end() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let waiting = Task { await session.view(after: 1, wait: .seconds(25)) }
        await eventually { session.waiterCount == 1 }
        try await server.registry.end(session)
        _ = await waiting.value
        server.registry.close()
    }

    @Test("a wait ends when its credential is revoked, at once if that was before it began, and others go on")
    func revocation() async throws {
        let server = try TestServer()
        let (session, phone) = try await server.start()
        let laptop = try await server.registry.addDevice(to: session)
        let waiting = [phone, laptop].map { device in
            Task { await session.view(after: 1, wait: .seconds(25), as: device) }
        }
        await eventually { session.waiterCount == 2 }

        try await server.registry.revoke(phone, of: session)
        #expect(await waiting[0].value.record.revision == 1)
        #expect(session.waiterCount == 1)

        // A request that was checked before the revocation may begin to wait after it.
        let isOver = Lock(false)
        session.view(after: 1, wait: .seconds(25), as: phone, for: InternalCaller(queue: InlineQueue.shared)) { _ in
            isOver.withLock { $0 = true }
        }
        #expect(isOver.withLock { $0 })
        server.registry.close()
        _ = await waiting[1].value
    }

    @Test("closing releases waiters, later requests do not wait, and sessions can still be used")
    func close() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        let waiting = Task { await session.view(after: 1, wait: .seconds(25)) }
        await eventually { session.waiterCount == 1 }
        server.registry.close()
        _ = await waiting.value
        _ = await session.view(after: 1, wait: .seconds(25))
        #expect(try await server.registry.session(session.id, opening: credential) === session)
        // A later request still gets its response.
        #expect(try await session.report("raise", wait: .seconds(25)).view.record.revision == 2)
    }
}
