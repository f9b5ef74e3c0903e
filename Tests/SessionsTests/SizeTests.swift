import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Sizes of sessions")
struct SizeTests {
    private func start(_ server: TestServer) async throws -> Session {
        try await server.registry.start(
            nil,
            link: "usher://items/signUp",
            client: ClientInfo(),
            idempotency: nil
        ).result.view.session
    }

    private func rejection(_ body: () async throws(SessionError) -> Void) async -> Rejection? {
        do throws(SessionError) {
            try await body()
            return nil
        } catch .navigation(.rejected(let rejection), _) {
            return rejection
        } catch {
            Issue.record("\(error.name)")
            return nil
        }
    }

    @Test("a step that makes the state larger than the limit is rejected, and going back still works")
    func stateBytes() async throws {
        var limits = SessionLimits()
        limits.stateBytes = 1
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)), limits: limits)
        let session = try await start(server)
        #expect(session.stack == ["login", "signUp"])
        _ = try await session.submit(Submission(.back(to: nil)))
        #expect(session.stack == ["login"] && session.revision == 2)
        let rejected = await rejection { () async throws(SessionError) in try await session.report("signUp") }
        #expect(rejected?.code == "session.full")
        #expect(rejected?.detail.contains("at most 1)") == true)
        #expect(session.stack == ["login"] && session.revision == 2)
        server.registry.close()
    }

    @Test("a session that is loaded again can still be made smaller")
    func stateBytesAfterLoad() async throws {
        var limits = SessionLimits()
        limits.stateBytes = 1
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)), limits: limits)
        let (result, credential) = try await server.registry.start(
            nil,
            link: "usher://items/signUp",
            client: ClientInfo(),
            idempotency: nil
        )
        let next = try server.restarted()
        let session = try await next.registry.session(result.view.record.id, opening: credential)
        _ = try await session.submit(Submission(.back(to: nil)))
        #expect(session.stack == ["login"])
        let rejected = await rejection { () async throws(SessionError) in try await session.report("signUp") }
        #expect(rejected?.code == "session.full")
        server.registry.close()
        next.registry.close()
    }

    @Test("the limit holds at every sixteenth revision where states are not encoded, and then at each one")
    func stateBytesInMemory() async throws {
        var limits = SessionLimits()
        limits.stateBytes = 1
        let server = try TestServer(limits: limits)
        let session = try await start(server)
        while session.revision < 15 {
            _ = try await session.submit(Submission(.back(to: nil)))
            try await session.report("signUp")
        }
        _ = try await session.submit(Submission(.back(to: nil)))
        let rejected = await rejection { () async throws(SessionError) in try await session.report("signUp") }
        #expect(rejected?.code == "session.full")
        #expect(session.revision == 16 && session.stack == ["login"])
        server.registry.close()
    }

    @Test("a limited number of effects can be pending, and more when one of them ends")
    func pendingEffects() async throws {
        var limits = SessionLimits()
        limits.pendingEffects = 2
        let server = try TestServer(limits: limits)
        server.questions.pause()
        let (session, _) = try await server.start()
        for _ in 0..<2 { try await session.report("askQuietly") }
        let rejected = await rejection { () async throws(SessionError) in try await session.report("askQuietly") }
        #expect(rejected?.code == "session.full")
        try await session.report("raise")
        server.questions.release()
        await eventually { session.record.state.pending.isEmpty }
        try await session.report("askQuietly")
        server.registry.close()
    }

    @Test("sessions are evicted when the states of all of them together are too large")
    func liveBytes() async throws {
        var limits = SessionLimits()
        limits.liveBytes = 1
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)), limits: limits)
        for _ in 0..<5 { _ = try await server.start() }
        #expect(server.registry.liveCount == 1)
        let last = try #require(server.registry.live.all.first)
        #expect(server.registry.dependencies.liveBytes == last.bytes)
        #expect(last.bytes == last.view.encoded?.bytes.count)
        for _ in 0..<10 { try await last.report("raise") }
        #expect(server.registry.dependencies.liveBytes == last.view.encoded?.bytes.count)
        server.registry.close()
    }
}
