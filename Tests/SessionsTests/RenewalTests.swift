import Concurrency
import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Renewal of credentials")
struct RenewalTests {
    private let request = Array("POST /outputs/askSecretly".utf8)

    private func opening(
        _ server: TestServer,
        _ id: SessionID,
        _ credential: Credential,
        isRepetition: Bool = false
    ) async -> String? {
        let opened = await AsyncCaller.result { caller, completion in
            server.registry.session(id, opening: credential, isRepetition: isRepetition, for: caller, then: completion)
        }
        if case .failure(let error) = opened { return error.name }
        return nil
    }

    private func submission(
        _ output: String,
        _ session: Session,
        _ credential: Credential,
        key: String? = nil,
        wait: Duration = .zero
    ) -> Submission {
        Submission(
            .output(output, screen: session.view.record.state.focus?.key ?? Key(0), payload: nil),
            idempotency: key.map { Idempotency(key: $0, request: request, credential: credential) },
            credential: credential,
            wait: wait
        )
    }

    @Test("a request with a secret renews the credential in its commit, and the old one opens nothing")
    func renews() async throws {
        let server = try TestServer()
        let (session, old) = try await server.start()
        let result = try await session.submit(submission("askSecretly", session, old, wait: .seconds(10)))
        let new = try #require(result.credential)
        #expect(session.count == 10_000)
        #expect(session.record.credential == new.digest && new.exposed != old.exposed)
        #expect(await opening(server, session.id, new) == nil)
        #expect(await opening(server, session.id, old) == "replaced")
        server.clock.advance(by: .seconds(60))
        #expect(await opening(server, session.id, old) == "unauthorized")
        #expect(await opening(server, session.id, old, isRepetition: true) == "unauthorized")
        server.registry.close()
    }

    @Test("the credential is new before the secret is checked, so another holder of the old one sees no outcome")
    func renewsBeforeOutcome() async throws {
        let server = try TestServer()
        server.questions.pause()
        let (session, old) = try await server.start()
        let result = try await session.submit(submission("askSecretly", session, old))
        #expect(result.isBusy)
        let new = try #require(result.credential)
        #expect(await opening(server, session.id, old) == "replaced")
        server.questions.release()
        await eventually { session.count == 10_000 }
        #expect(await opening(server, session.id, new) == nil)
        #expect(session.record.credential == new.digest, "the outcome leaves it as it is")
        server.registry.close()
    }

    @Test("other requests leave the credential as it is")
    func keeps() async throws {
        let server = try TestServer()
        let (session, credential) = try await server.start()
        for output in ["raise", "keep", "askQuietly"] {
            #expect(try await session.submit(submission(output, session, credential)).credential == nil)
        }
        #expect(await opening(server, session.id, credential) == nil)
        server.registry.close()
    }

    @Test(
        "the old credential may repeat the one request for a minute, and gets the same new one",
        arguments: [false, true]
    )
    func repeats(restarts: Bool) async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (started, old) = try await server.start()
        let first = try await started.submit(submission("askSecretly", started, old, key: "key", wait: .seconds(10)))
        let new = try #require(first.credential)
        let next = restarts ? try server.restarted() : server
        #expect(await opening(next, started.id, old) == "replaced")
        // No client has opened this session with the new credential, so its first use ends the repetitions.
        let session = try await AsyncCaller.result { caller, completion in
            next.registry.session(started.id, opening: old, isRepetition: true, for: caller, then: completion)
        }.get()
        for _ in 0..<2 {
            #expect(await opening(next, session.id, old, isRepetition: true) == nil)
            let again = try await session.submit(submission("askSecretly", started, old, key: "key"))
            #expect(again.isReplay && again.credential?.exposed == new.exposed)
        }
        #expect(session.count == 10_000)
        next.clock.advance(by: .seconds(60))
        #expect(await opening(next, session.id, old, isRepetition: true) == "unauthorized")
        #expect(
            await error { () async throws(SessionError) in
                try await session.submit(submission("askSecretly", started, old, key: "key"))
            } == "unauthorized"
        )
        server.registry.close()
        next.registry.close()
    }

    @Test("once the new credential has read the session, the old one repeats nothing", arguments: [false, true])
    func usedByRead(restarts: Bool) async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (started, old) = try await server.start()
        let first = try await started.submit(submission("askSecretly", started, old, key: "key", wait: .seconds(10)))
        let new = try #require(first.credential)
        #expect(await opening(server, started.id, new) == nil)
        let next = restarts ? try server.restarted() : server
        let session = try await AsyncCaller.result { caller, completion in
            next.registry.session(started.id, opening: old, isRepetition: true, for: caller, then: completion)
        }.get()
        #expect(
            await error { () async throws(SessionError) in
                try await session.submit(submission("askSecretly", started, old, key: "key"))
            } == "replaced"
        )
        #expect(await opening(next, started.id, old) == "replaced", "it still says why")
        #expect(await opening(next, started.id, new) == nil)
        server.registry.close()
        next.registry.close()
    }

    @Test("while the store can't be written, the session itself knows that the new credential was used")
    func usedWhileFailing() async throws {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (started, old) = try await server.start()
        let first = try await started.submit(submission("askSecretly", started, old, key: "key", wait: .seconds(10)))
        let new = try #require(first.credential)
        server.store.planFailures(.fails(.unavailable))
        #expect(await opening(server, started.id, new) == nil)
        #expect(
            await error { () async throws(SessionError) in
                try await started.submit(submission("askSecretly", started, old, key: "key"))
            } == "replaced"
        )
        server.registry.close()
    }

    @Test("the old credential may not send any other request")
    func othersRejected() async throws {
        let server = try TestServer()
        let (session, old) = try await server.start()
        let new = try #require(
            try await session.submit(submission("askSecretly", session, old, key: "key", wait: .seconds(10))).credential
        )
        func submitting(_ submission: Submission) async -> String? {
            await error { () async throws(SessionError) in try await session.submit(submission) }
        }
        #expect(await submitting(submission("raise", session, old)) == "replaced")
        #expect(await submitting(submission("raise", session, old, key: "another")) == "replaced")
        var changed = submission("raise", session, old)
        changed.idempotency = Idempotency(key: "key", request: request + [0], credential: old)
        #expect(await submitting(changed) == "replaced")
        #expect(await submitting(submission("raise", session, Credential("x"), key: "key")) == "unauthorized")
        #expect(session.count == 10_000)
        // The new credential may repeat the request, too, and its first other request ends the repetitions of the old one.
        let again = try await session.submit(submission("askSecretly", session, new, key: "key"))
        #expect(again.isReplay && again.credential == nil)
        _ = try await session.submit(submission("raise", session, new))
        #expect(await submitting(submission("askSecretly", session, old, key: "key")) == "unauthorized")
        server.registry.close()
    }

    @Test("a request with the old credential that is queued behind the renewal is rejected")
    func queued() async throws {
        let server = try TestServer()
        let (session, old) = try await server.start()
        server.store.pause()
        let renewing = Task { try await session.submit(submission("askSecretly", session, old)).credential }
        await eventually { server.store.pausedCount == 1 }
        let queued = Task {
            await error { () async throws(SessionError) in try await session.submit(submission("raise", session, old)) }
        }
        for _ in 0..<50 { await Task.yield() }
        server.store.release()
        #expect(try await renewing.value != nil)
        #expect(await queued.value == "replaced")
        await eventually { session.count == 10_000 }
        server.registry.close()
    }

    @Test("waits with the old credential end at once")
    func waits() async throws {
        let server = try TestServer()
        server.questions.pause()
        let (session, old) = try await server.start()
        let polling = Task { await session.view(after: 1, wait: .seconds(25)) }
        await eventually { session.waiterCount == 1 }
        let result = try await session.submit(submission("askSecretly", session, old))
        let view = await polling.value
        #expect(!session.opens(view.record, old))
        #expect(session.opens(view.record, try #require(result.credential)))
        server.questions.release()
        server.registry.close()
    }

    @Test("a commit in doubt that renewed the credential is repeated with the old one")
    func inDoubt() async throws {
        let server = try TestServer()
        let (session, old) = try await server.start()
        // Neither the request nor the reload after it succeeds.
        server.store.planFailures(.commitsAndFails(.unknownOutcome))
        server.store.failsLoads = true
        #expect(
            await error { () async throws(SessionError) in
                try await session.submit(submission("askSecretly", session, old, key: "key"))
            } == "store unknownOutcome"
        )
        server.store.failsLoads = false
        let again = try await session.submit(submission("askSecretly", session, old, key: "key"))
        #expect(again.isReplay)
        #expect(await opening(server, session.id, try #require(again.credential)) == nil)
        server.registry.close()
    }
}
