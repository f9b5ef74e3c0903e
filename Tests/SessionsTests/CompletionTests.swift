import Concurrency
import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Submissions with a completion")
struct CompletionTests {
    @Test("a submission is applied and committed when the call returns, and only once under one key")
    func kept() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let first = try #require(try session.reportNow("raise", key: .of("a long enough key")))
        #expect(!first.isReplay)
        #expect(first.view.record.revision == 2)
        let again = try #require(try session.reportNow("raise", key: .of("a long enough key")))
        #expect(again.isReplay)
        #expect(session.count == 1)
        #expect(try await server.store.load(session.id)?.revision == 2)
        server.registry.close()
    }

    @Test("a submission with a completion checks the same conditions as any other")
    func conditions() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        #expect(throws: SessionError.self) { try session.reportNow("raise", revisions: [7]) }
        #expect(throws: SessionError.self) { try session.reportNow("refuse") }
        #expect(throws: SessionError.self) { try session.reportNow("unheardOf") }
        #expect(session.revision == 1)
        #expect(try session.reportNow("raise", revisions: [1])?.view.record.revision == 2)
        server.registry.close()
    }

    @Test("submissions to a slow store complete later, in their order")
    func slowStore() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.pause()
        #expect(try session.reportNow("raise") == nil)
        #expect(session.revision == 1)
        #expect(try session.reportNow("raise") == nil)
        #expect(server.store.pausedCount == 1)
        server.store.release()
        #expect(session.revision == 3)
        #expect(try session.reportNow("raise")?.view.record.revision == 4)
        server.registry.close()
    }

    @Test("a queued submission whose caller has given up is not applied")
    func abandoned() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        server.store.pause()
        #expect(try session.reportNow("raise") == nil)
        let caller = CancellingCaller()
        let results = Lock([String]())
        for _ in 0..<3 {
            session.submit(session.submission("raise", key: .of("abandoned key")), for: caller) { result in
                if case .failure(let error) = result { results.withLock { $0.append(error.name) } }
            }
        }
        // Of the three with one key, two are rejected while the first is queued.
        #expect(results.withLock { $0 } == ["keyInUse", "keyInUse"])
        caller.cancel()
        server.store.release()
        #expect(results.withLock { $0 } == ["keyInUse", "keyInUse", "abandoned"])
        #expect(session.count == 1)
        #expect(try session.reportNow("raise", key: .of("abandoned key"))?.isReplay == false)
        server.registry.close()
    }

    @Test("a submission completes while its effect runs")
    func effects() async throws {
        let questions = Questions()
        questions.pause()
        let server = try TestServer(questions: questions)
        let (session, _) = try await server.start()
        let result = try #require(try session.reportNow("ask"))
        #expect(result.isBusy)
        await eventually { questions.pausedCount == 1 }
        questions.release()
        await eventually { session.record.state.busy == nil }
        server.registry.close()
    }

    @Test("a submission that the store rejects leaves the session unchanged, and the next one reads the store's state")
    func failure() async throws {
        let store = TestStore()
        let server = try TestServer(store: store)
        let (session, _) = try await server.start()
        store.planFailures(.fails(.unavailable))
        #expect(throws: SessionError.self) { try session.reportNow("raise") }
        #expect(session.revision == 1)
        store.failsLoads = true
        store.planFailures(.commitsAndFails(.unknownOutcome))
        #expect(throws: SessionError.self) { try session.reportNow("raise") }
        store.failsLoads = false
        // The next submission loads the record from the store first.
        #expect(try session.reportNow("raise")?.view.record.revision == 3)
        #expect(session.count == 2)
        server.registry.close()
    }
}

/// A caller that gives up on request.
private final class CancellingCaller: Caller {
    private let cancelled = Lock(false)

    var queue: any WorkQueue { InlineQueue.shared }
    var isCancelled: Bool { cancelled.withLock { $0 } }

    func cancel() { cancelled.withLock { $0 = true } }
}

extension Session {
    /// A report of the screen in focus.
    fileprivate func submission(
        _ output: String,
        key: Idempotency? = nil,
        revisions: [UInt64]? = nil
    ) -> Submission {
        let screen = view.record.state.focus?.key ?? Key(0)
        return Submission(
            .output(output, screen: screen, payload: nil),
            revisions: revisions,
            idempotency: key,
            wait: .zero
        )
    }

    /// Reports from the screen in focus, and returns `nil` if the submission has not completed when the call returns.
    @discardableResult
    fileprivate func reportNow(
        _ output: String,
        key: Idempotency? = nil,
        revisions: [UInt64]? = nil
    ) throws(SessionError) -> SubmissionResult? {
        let received = Lock<Result<SubmissionResult, SessionError>?>(nil)
        submit(
            submission(output, key: key, revisions: revisions),
            for: InternalCaller(queue: InlineQueue.shared)
        ) { result in
            received.withLock { $0 = result }
        }
        return try received.withLock { $0 }?.get()
    }
}
