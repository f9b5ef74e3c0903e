import Coordination
import Counter
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Work that is due when a server starts")
struct DueWorkTests {
    /// Returns a server that does not run yet, over a store with sessions that have due timers.
    private func server(due count: Int) async throws -> (server: TestServer, sessions: [(SessionID, Credential)]) {
        let store = TestStore(MemoryStore(requiresEncoding: true), groupsCommits: true)
        let server = try TestServer(store: store)
        var sessions: [(SessionID, Credential)] = []
        for _ in 0..<count {
            let (session, credential) = try await server.start()
            try await session.report("startTimer")
            sessions.append((session.id, credential))
        }
        server.registry.close()
        server.clock.advance(by: .seconds(60))
        return (try server.restarted(), sessions)
    }

    @Test("a server opens before the due work is done")
    func opensFirst() async throws {
        let (server, sessions) = try await server(due: 3)
        server.store.pauseLoads()
        try await server.registry.open()
        await eventually { server.store.pausedCount == 3 }
        server.store.release()
        for (id, _) in sessions { try await eventually { try await server.storedCount(id) == 100 } }
        server.registry.close()
    }

    @Test("due sessions are loaded and committed in groups, and a request for a later one is served in between")
    func groups() async throws {
        let (server, sessions) = try await server(due: 300)
        server.store.pause()
        try await server.registry.open()
        await eventually { server.store.loads == 64 && server.store.pausedCount > 0 }
        // Sessions that are due at the same time are loaded in the order of their ids.
        let (id, credential) = try #require(sessions.max { $0.0.description < $1.0.description })
        let session = try await server.registry.session(id, opening: credential)
        let report = Task { try await session.report("raise") }
        for _ in 0..<20 { await Task.yield() }
        #expect(server.store.loads == 65)
        let before = server.store.batches.count
        server.store.release()
        #expect(try await report.value.view.record.state.pending.count == 1)
        for (id, _) in sessions {
            try await eventually { try await server.storedCount(id) == (id == session.id ? 101 : 100) }
        }
        #expect(server.store.batches[before...].reduce(0, +) == 301)
        #expect(server.store.batches.max() ?? 0 >= 32)
        server.registry.close()
    }

    @Test("a stop in the middle of the due work leaves the rest to the next server")
    func stops() async throws {
        let (server, sessions) = try await server(due: 300)
        server.store.pause()
        try await server.registry.open()
        await eventually { server.store.loads == 64 && server.store.pausedCount > 0 }
        server.registry.close(within: .zero)
        server.store.release()
        for _ in 0..<20 { await Task.yield() }
        #expect(server.store.loads == 64)
        let next = try server.restarted()
        try await next.registry.open()
        for (id, _) in sessions { try await eventually { try await next.storedCount(id) == 100 } }
        next.registry.close()
    }
}
