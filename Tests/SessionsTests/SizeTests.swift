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

    @Test("a document is measured before its commit, and kept only if the commit succeeds")
    func documentBytes() async throws {
        var limits = SessionLimits()
        limits.documentBytes = 3
        let store = TestStore(MemoryStore())
        let server = try TestServer(store: store, limits: limits)
        let documents = CountedDocuments()
        server.registry.drawDocuments(with: documents)
        let (session, _) = try await server.start()
        for _ in 0..<3 { try await session.report("raise") }
        #expect(session.document?.generation == session.record.generation)
        let rejected = await rejection { () async throws(SessionError) in try await session.report("raise") }
        #expect(
            rejected?.detail.description
                == "The session's document would have 4 bytes (at most 3). The screen '\(session.record.state.focus?.name ?? "")' takes 2 of them. Go back or remove something first."
        )
        #expect(session.document?.generation == session.record.generation)
        store.planFailures(.fails(.unavailable))
        documents.offset.withLock { $0 = -10 }
        await #expect(throws: SessionError.self) { try await session.report("raise") }
        #expect(session.document?.generation == session.record.generation)
        try await session.report("raise")
        #expect(session.document?.generation == session.record.generation)
        server.registry.close()
    }

    @Test("nothing is drawn for a step that nobody sees, and documents leave memory before their sessions")
    func unseen() async throws {
        var limits = SessionLimits()
        limits.liveBytes = 1_500
        let server = try TestServer(limits: limits)
        let documents = CountedDocuments(bytes: 1_000)
        server.registry.drawDocuments(with: documents)
        let (session, _) = try await server.start()
        let focus = try #require(session.record.state.focus?.key)
        let report = Event.output("raise", screen: focus, payload: nil)
        _ = try await session.submit(Submission(report, isSeen: false))
        #expect(documents.drawn.withLock { $0 } == 0 && session.document == nil)
        _ = try await session.submit(Submission(report))
        #expect(documents.drawn.withLock { $0 } == 1 && server.registry.dependencies.liveBytes >= 1_000)
        // The document of this step is drawn for the one who waits.
        async let waiting = session.view(after: session.revision, wait: .seconds(60))
        await eventually { session.waiterCount == 1 }
        _ = try await session.submit(Submission(report, isSeen: false))
        _ = await waiting
        #expect(documents.drawn.withLock { $0 } == 2)
        let (other, _) = try await server.start()
        _ = try await other.submit(
            Submission(.output("raise", screen: try #require(other.record.state.focus?.key), payload: nil))
        )
        #expect(server.registry.dependencies.liveBytes > limits.liveBytes)
        _ = try await server.start()
        #expect(server.registry.live.contains(session.id) && server.registry.live.contains(other.id))
        #expect([session, other].filter { $0.document == nil }.count == 1)
        #expect(server.registry.dependencies.liveBytes <= limits.liveBytes)
        #expect(server.registry.dependencies.liveBytes == server.registry.live.all.reduce(0) { $0 + $1.bytes })
        server.registry.close()
    }

    @Test("an unused session loses its document at the next sweep, unless somebody waits for its changes")
    func unusedDocument() async throws {
        let server = try TestServer()
        server.registry.drawDocuments(with: CountedDocuments(bytes: 1_000))
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
        limits.liveBytes = 1
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

/// Documents whose size is the count of the `counter` application.
private final class CountedDocuments: DocumentDrawing {
    final class Document: DrawnDocument {
        let generation: UInt64
        let bytes: Int
        let documentBytes: Int
        let largestScreen: (key: Key, bytes: Int)?
        let isFollowed = false

        init(of view: SessionView, offset: Int, bytes: Int) {
            generation = view.record.generation
            documentBytes = (view.record.state.count ?? 0) + offset
            largestScreen = view.record.state.focus.map { ($0.key, 2) }
            self.bytes = bytes
        }
    }

    let offset = Lock(0)
    let drawn = Lock(0)
    let bytes: Int

    init(bytes: Int = 0) { self.bytes = bytes }

    func document(of view: SessionView) -> any DrawnDocument {
        drawn.withLock { $0 += 1 }
        return Document(of: view, offset: offset.withLock { $0 }, bytes: bytes)
    }
}
