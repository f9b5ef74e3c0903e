import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Sessions of an account")
struct AccountTests {
    private typealias Started = (id: SessionID, credential: Credential)

    /// Starts sessions and stores them with an account, as if their user had signed in on an earlier server.
    private func start(_ count: Int, account: String?, _ server: TestServer) async throws -> [Started] {
        var started: [Started] = []
        for number in 0..<count {
            let (result, credential) = try await server.registry.start(
                "counter",
                link: nil,
                client: ClientInfo(platform: "device \(number)"),
                idempotency: nil
            )
            server.clock.advance(by: .milliseconds(1))
            let stored = try #require(try await server.store.load(result.view.record.id))
            var next = stored
            next.update { header in
                header.generation += 1
                header.account = account
            }
            let commit = SessionCommit(
                expectedGeneration: stored.generation,
                session: next,
                addsReply: false,
                changesAccount: account != nil
            )
            #expect(try await server.store.commit([commit]) == [.committed])
            started.append((next.id, credential))
        }
        return started
    }

    private func opening(_ server: TestServer, _ started: Started) async -> String? {
        await error { () async throws(SessionError) in
            try await server.registry.session(started.id, opening: started.credential)
        }
    }

    @Test("a user sees the sessions on all devices, and none of another user")
    func lists() async throws {
        let first = try TestServer()
        let anns = try await start(3, account: "ann", first)
        let bens = try await start(1, account: "ben", first)
        let server = try first.restarted()
        let session = try await server.registry.session(anns[1].id, opening: anns[1].credential)
        let listed = try await server.registry.accountSessions.list(of: session)
        #expect(listed.map(\.id) == anns.map(\.id).reversed())
        #expect(listed.map(\.client.platform) == ["device 2", "device 1", "device 0"])
        #expect(listed.allSatisfy { $0.application == "counter" && $0.usedAt >= $0.createdAt })
        let other = try await server.registry.session(bens[0].id, opening: bens[0].credential)
        #expect(try await server.registry.accountSessions.list(of: other).map(\.id) == bens.map(\.id))
        first.registry.close()
        server.registry.close()
    }

    @Test("a guest has no sessions to list or to end")
    func guests() async throws {
        let server = try TestServer()
        let (session, _) = try await server.start()
        let (other, credential) = try await server.start()
        #expect(
            await error { () async throws(SessionError) in try await server.registry.accountSessions.list(of: session) }
                == "noAccount"
        )
        #expect(
            await error { () async throws(SessionError) in
                try await server.registry.accountSessions.end(other.id, of: session)
            } == "noAccount"
        )
        #expect(
            await error { () async throws(SessionError) in
                try await server.registry.accountSessions.endOthers(of: session)
            } == "noAccount"
        )
        #expect(await opening(server, (other.id, credential)) == nil)
        server.registry.close()
    }

    @Test("a user ends one session, whose waits end, and not one of another user")
    func endsOne() async throws {
        let first = try TestServer()
        let anns = try await start(3, account: "ann", first)
        let bens = try await start(1, account: "ben", first)
        let server = try first.restarted()
        let session = try await server.registry.session(anns[0].id, opening: anns[0].credential)
        let lost = try await server.registry.session(anns[1].id, opening: anns[1].credential)
        let waiting = Task { await lost.view(after: lost.revision, wait: .seconds(25)) }
        await eventually { lost.waiterCount == 1 }
        #expect(try await server.registry.accountSessions.end(lost.id, of: session))
        _ = await waiting.value
        #expect(await opening(server, anns[1]) == "unauthorized")
        #expect(try await !server.registry.accountSessions.end(lost.id, of: session))
        #expect(try await !server.registry.accountSessions.end(bens[0].id, of: session))
        #expect(try await !server.registry.accountSessions.end(SessionID("unknown"), of: session))
        #expect(await opening(server, bens[0]) == nil)
        #expect(await opening(server, anns[2]) == nil)
        first.registry.close()
        server.registry.close()
    }

    @Test("a user ends all other sessions, in memory or not and however many", arguments: [2, 300])
    func endsOthers(count: Int) async throws {
        let first = try TestServer()
        let anns = try await start(count, account: "ann", first)
        let others = try await start(2, account: "ben", first) + start(1, account: nil, first)
        let server = try first.restarted()
        let session = try await server.registry.session(anns[0].id, opening: anns[0].credential)
        _ = try await server.registry.session(anns[1].id, opening: anns[1].credential)
        try await server.registry.accountSessions.endOthers(of: session)
        #expect(try await server.registry.accountSessions.list(of: session).map(\.id) == [session.id])
        for other in anns.dropFirst() { #expect(await opening(server, other) == "unauthorized") }
        for kept in others + [anns[0]] { #expect(await opening(server, kept) == nil) }
        #expect(try await server.store.count() == 4)
        first.registry.close()
        server.registry.close()
    }
}
