import Concurrency
import Coordination
import Counter
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
        #expect(rejected?.detail.description.contains("at most 1)") == true)
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

    @Test("a document is measured before its commit, and forgotten if the commit fails")
    func documentBytes() async throws {
        var limits = SessionLimits()
        limits.documentBytes = 3
        let store = TestStore(MemoryStore())
        let server = try TestServer(store: store, limits: limits)
        let documents = CountedDocuments()
        server.registry.measureDocuments(with: documents)
        let (session, _) = try await server.start()
        for _ in 0..<3 { try await session.report("raise") }
        #expect(documents.discarded.withLock { $0 }.isEmpty)
        let rejected = await rejection { () async throws(SessionError) in try await session.report("raise") }
        #expect(
            rejected?.detail.description
                == "The session's document would have 4 bytes (at most 3). The screen 'tall' takes 2 of them. Go back or remove something first."
        )
        #expect(documents.discarded.withLock { $0 } == [session.number])
        store.planFailures(.fails(.unavailable))
        documents.offset.withLock { $0 = -10 }
        await #expect(throws: SessionError.self) { try await session.report("raise") }
        #expect(documents.discarded.withLock { $0 } == [session.number, session.number])
        try await session.report("raise")
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

/// Documents whose size is the count of the `counter` application.
private final class CountedDocuments: DocumentMeasuring {
    let discarded = Lock<[UInt64]>([])
    let offset = Lock(0)

    func documentBytes(of view: SessionView) -> Int { (view.record.state.count ?? 0) + offset.withLock { $0 } }
    func largestScreen(of view: SessionView) -> (name: String, bytes: Int)? { ("tall", 2) }
    func discard(_ session: UInt64) { discarded.withLock { $0.append(session) } }
}
