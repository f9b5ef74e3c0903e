import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Submissions to a session")
struct SubmissionTests {
    @Test("a session goes from the login to the tabs, and each step is a revision")
    func signIn() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, _) = try await server.start("notebook")
        #expect(session.stack == ["login"])
        #expect(session.revision == 1)
        let wrong = try await session.report("submit", ["login": "demo", "password": "wrong"], wait: .seconds(10))
        #expect(wrong.view.status == .active)
        #expect(session.messages == ["login.wrong"])
        try await session.report("submit", ["login": "demo", "password": "demo-password"], wait: .seconds(10))
        #expect(session.stack == ["noteList"])
        #expect(session.revision == 5)
        server.registry.close()
    }

    @Test("sixty-four concurrent submissions are applied in one order, each once, with no revision missing")
    func oneOrder() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let revisions = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for _ in 0..<64 { group.addTask { try await session.report("raise").view.record.revision } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(session.count == 64)
        #expect(session.revision == 65)
        #expect(revisions.allSatisfy { (2...65).contains($0) })
        #expect(try await server.store.load(session.id)?.revision == 65)
        server.registry.close()
    }

    @Test("of sixty-four taps on one screen instance one is applied, and the others get a stale screen")
    func doubleTaps() async throws {
        let server = try TestServer()
        let session = try await server.startSignedIn()
        let screen = try #require(session.view.record.state.focus?.key)
        let before = session.revision
        let errors = await withTaskGroup(of: String?.self) { group in
            for number in 0..<64 {
                group.addTask {
                    await error { () async throws(SessionError) in
                        try await session.submit(
                            Submission(.output("noteSelected", screen: screen, payload: .integer(Int64(number % 11))))
                        )
                    }
                }
            }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(errors.filter { $0 == nil }.count == 1)
        #expect(errors.filter { $0 == "navigation \(NavigationError.staleScreen(screen))" }.count == 63)
        #expect(session.revision == before + 1)
        #expect(session.stack == ["noteList", "note"])
        server.registry.close()
    }

    @Test("sessions don't wait for each other")
    func sessionsAreIndependent() async throws {
        let server = try TestServer()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let (session, _) = try await server.start()
                    for _ in 0..<50 { try await session.report("raise") }
                    return session.count
                }
            }
            for try await count in group { #expect(count == 50) }
        }
        let (paused, _) = try await server.start()
        let (free, _) = try await server.start()
        server.store.pause()
        let waiting = Task { try await paused.report("raise") }
        await eventually { server.store.pausedCount == 1 }
        // The other session's step is applied and committed to the store while the first commit waits there.
        let other = Task { try await free.report("raise") }
        await eventually { server.store.pausedCount == 2 }
        server.store.release()
        _ = try await (waiting.value, other.value)
        server.registry.close()
    }

    @Test("a report without a change keeps the revision and is not committed")
    func noChange() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let before = server.store.batches.count
        try await session.report("keep")
        _ = try await session.submit(Submission(.back(to: nil)))
        #expect(session.revision == 1)
        #expect(server.store.batches.count == before)
        server.registry.close()
    }

    @Test("a rejected report changes nothing, and its error has the current state")
    func rejected() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        do throws(SessionError) {
            _ = try await session.report("refuse")
            Issue.record("It was not refused.")
        } catch {
            guard case .navigation(.rejected, let view?) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(view.record.revision == 1)
        }
        server.registry.close()
    }

    @Test("a report is applied only at a listed revision; a mismatch error has the current state")
    func revisions() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        try await session.report("raise", revisions: [1])
        #expect(
            await error { () async throws(SessionError) in try await session.report("raise", revisions: [1]) }
                == "revisionMismatch 2"
        )
        #expect(
            await error { () async throws(SessionError) in try await session.report("raise", revisions: []) }
                == "revisionMismatch 2"
        )
        try await session.report("raise", revisions: [7, 2])
        #expect(session.count == 2)
        server.registry.close()
    }
}
