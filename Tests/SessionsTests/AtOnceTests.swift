import Coordination
import StoreContract
import Testing

@testable import Sessions

@Suite("Submissions that nobody has to wait for")
struct AtOnceTests {
    private func server(_ store: TestStore = TestStore(commitsAtOnce: true), questions: Questions = Questions()) throws
        -> Server
    {
        try Server(store: store, questions: questions)
    }

    @Test("are applied and kept when the call returns, and only once under one key")
    func kept() async throws {
        let server = try server()
        let (session, _) = try await server.start()
        let first = try #require(try session.reportAtOnce("raise", key: .of("a long enough key")))
        #expect(!first.isReplay)
        #expect(first.view.record.revision == 2)
        let again = try #require(try session.reportAtOnce("raise", key: .of("a long enough key")))
        #expect(again.isReplay)
        #expect(session.count == 1)
        #expect(try await server.store.load(session.id)?.revision == 2)
        server.registry.close()
    }

    @Test("have the conditions of any other")
    func conditions() async throws {
        let server = try server()
        let (session, _) = try await server.start()
        #expect(throws: SessionError.self) { try session.reportAtOnce("raise", revisions: [7]) }
        #expect(throws: SessionError.self) { try session.reportAtOnce("refuse") }
        #expect(throws: SessionError.self) { try session.reportAtOnce("unheardOf") }
        #expect(session.revision == 1)
        #expect(try session.reportAtOnce("raise", revisions: [1])?.view.record.revision == 2)
        server.registry.close()
    }

    @Test("are left to those who wait when the store keeps them waiting")
    func slowStore() async throws {
        let server = try server(TestStore())
        let (session, _) = try await server.start()
        #expect(try session.reportAtOnce("raise") == nil)
        #expect(session.revision == 1)
        try await session.report("raise")
        #expect(session.revision == 2)
        server.registry.close()
    }

    @Test("are left to those who stand in line while somebody has the turn")
    func turnTaken() async throws {
        let store = TestStore(commitsAtOnce: true)
        let server = try server(store)
        let (session, _) = try await server.start()
        store.hold()
        // The way that waits commits through the part of the store that is held up.
        let slow = Task { try await session.report("raise") }
        await eventually { store.heldCount == 1 }
        #expect(try session.reportAtOnce("raise") == nil)
        store.release()
        _ = try await slow.value
        #expect(try session.reportAtOnce("raise")?.view.record.revision == 3)
        server.registry.close()
    }

    @Test("answer while the effect runs, and the answer can be waited for")
    func effects() async throws {
        let questions = Questions()
        questions.hold()
        let server = try server(questions: questions)
        let (session, _) = try await server.start()
        let answer = try #require(try session.reportAtOnce("ask"))
        #expect(answer.isBusy)
        await eventually { questions.heldCount == 1 }
        async let settled = session.settled(answer, within: .seconds(600))
        await eventually { session.watcherCount == 1 }
        questions.release()
        #expect(await !settled.isBusy)
        server.registry.close()
    }

    @Test("that the store refused leave the session as it was, whether it knows or not")
    func trouble() async throws {
        let store = TestStore(commitsAtOnce: true)
        let server = try server(store)
        let (session, _) = try await server.start()
        store.meet(.fails(.unavailable))
        #expect(throws: SessionError.self) { try session.reportAtOnce("raise") }
        #expect(session.revision == 1)
        store.meet(.keepsAndFails(.unknownOutcome))
        #expect(throws: SessionError.self) { try session.reportAtOnce("raise") }
        // Nobody knows what the store has, so it is asked, and that takes a while.
        #expect(try session.reportAtOnce("raise") == nil)
        try await session.report("raise")
        #expect(session.count == 2)
        #expect(try session.reportAtOnce("raise")?.view.record.revision == 4)
        server.registry.close()
    }
}

extension Session {
    /// Lets the screen in focus report without waiting.
    fileprivate func reportAtOnce(
        _ output: String,
        key: Idempotency? = nil,
        revisions: [UInt64]? = nil
    ) throws(SessionError) -> Answer? {
        let screen = view.record.state.focus?.key ?? Key(0)
        return try submitAtOnce(
            Submission(.output(output, screen: screen, payload: nil), revisions: revisions, idempotency: key)
        )
    }
}
