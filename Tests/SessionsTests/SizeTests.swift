import Concurrency
import Coordination
import Counter
import Documents
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Sizes of sessions")
struct SizeTests {
    private func start(_ server: TestServer) async throws -> Session {
        try await server.registry.start(
            nil,
            link: "usher://notebook/signUp",
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
            link: "usher://notebook/signUp",
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

    /// Lets a server draw the documents of its sessions, as the state API does.
    private func drawDocuments(of server: TestServer) {
        server.registry.drawDocuments(
            with: StateRenderer(of: server.registry.applications.all, localizedBy: { _, _ in nil })
        )
    }

    /// Returns the document of a session that was raised some times.
    private func document(raised count: Int) async throws -> StateDocument {
        let server = try TestServer()
        drawDocuments(of: server)
        let (session, _) = try await server.start()
        for _ in 0..<count { try await session.report("raise") }
        server.registry.close()
        return try #require(session.document)
    }

    @Test("a document is measured before its commit, and kept only if the commit succeeds")
    func documentBytes() async throws {
        var limits = SessionLimits()
        // The next count has one more digit.
        limits.documentBytes = try await document(raised: 9).documentBytes
        let store = TestStore(MemoryStore())
        let server = try TestServer(store: store, limits: limits)
        drawDocuments(of: server)
        let (session, _) = try await server.start()
        for _ in 0..<9 { try await session.report("raise") }
        let last = try #require(session.document)
        #expect(last.generation == session.record.generation && last.documentBytes == limits.documentBytes)
        let rejected = await rejection { () async throws(SessionError) in try await session.report("raise") }
        let screen = try #require(last.largestScreen)
        #expect(
            rejected?.detail.description
                == "The session's document would have \(limits.documentBytes + 1) bytes (at most \(limits.documentBytes)). The screen 'counter' takes \(screen.bytes + 1) of them. Go back or remove something first."
        )
        #expect(session.document === last)
        store.planFailures(.fails(.unavailable))
        await #expect(throws: SessionError.self) { try await session.report("startTimer") }
        #expect(session.document === last)
        try await session.report("startTimer")
        #expect(session.document !== last && session.document?.generation == session.record.generation)
        server.registry.close()
    }

    @Test("nothing is drawn for a step that nobody sees, and documents leave memory before their sessions")
    func unseen() async throws {
        var limits = SessionLimits()
        let bytes = try await document(raised: 1).bytes
        // One document and a half, and three sessions.
        let documentBytes = bytes * 3 / 2
        limits.memoryBytes = documentBytes + 3 * SessionCache.overhead
        let server = try TestServer(limits: limits)
        drawDocuments(of: server)
        let (session, _) = try await server.start()
        let focus = try #require(session.record.state.focus?.key)
        let report = Event.output("raise", screen: focus, payload: nil)
        _ = try await session.submit(Submission(report, isSeen: false))
        #expect(session.document == nil)
        _ = try await session.submit(Submission(report))
        let first = try #require(session.document)
        #expect(first.generation == session.record.generation && server.registry.dependencies.liveBytes >= bytes)
        // The document of this step is drawn for the one who waits.
        async let waiting = session.view(after: session.revision, wait: .seconds(60))
        await eventually { session.waiterCount == 1 }
        _ = try await session.submit(Submission(report, isSeen: false))
        _ = await waiting
        #expect(session.document !== first && session.document?.generation == session.record.generation)
        let (other, _) = try await server.start()
        _ = try await other.submit(
            Submission(.output("raise", screen: try #require(other.record.state.focus?.key), payload: nil))
        )
        #expect(server.registry.dependencies.liveBytes > documentBytes)
        _ = try await server.start()
        #expect(server.registry.live.contains(session.id) && server.registry.live.contains(other.id))
        #expect([session, other].filter { $0.document == nil }.count == 1)
        #expect(server.registry.dependencies.liveBytes <= documentBytes)
        #expect(server.registry.dependencies.liveBytes == server.registry.live.all.reduce(0) { $0 + $1.bytes })
        server.registry.close()
    }

    @Test("an unused session loses its document at the next sweep, unless somebody waits for its changes")
    func unusedDocument() async throws {
        let server = try TestServer()
        drawDocuments(of: server)
        try await server.registry.open()
        let (session, _) = try await server.start()
        try await session.report("raise")
        #expect(session.document != nil)
        let (watched, _) = try await server.start()
        try await watched.report("raise")
        async let waiting = watched.view(after: watched.revision, wait: .seconds(3_600))
        await eventually { watched.waiterCount == 1 }
        await eventually(advancing: server.clock) { session.document == nil }
        #expect(server.registry.live.contains(session.id) && watched.document != nil)
        server.registry.endWaits()
        _ = await waiting
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
        limits.memoryBytes = 1
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)), limits: limits)
        for _ in 0..<5 { _ = try await server.start() }
        #expect(server.registry.liveCount == 1)
        let last = try #require(server.registry.live.all.first)
        #expect(server.registry.dependencies.liveBytes == last.bytes)
        #expect(last.bytes == last.view.encoded?.bytes.count)
        for _ in 0..<10 { try await last.report("raise") }
        #expect(server.registry.dependencies.liveBytes == last.bytes)
        server.registry.close()
    }
}
