import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Sessions and the next release of their application")
struct DeployTests {
    /// Creates a session with a count of 3 in the previous release, and a server with the next release.
    private func deploy(
        _ strategy: NextRelease.UpgradeStrategy
    ) async throws -> (server: TestServer, id: SessionID, credential: Credential, log: RecordedLog) {
        let server = try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)))
        let (session, credential) = try await server.start()
        for _ in 0..<3 { try await session.report("raise") }
        server.registry.close()
        let log = RecordedLog()
        let next = try TestServer(
            clock: server.clock,
            store: server.store,
            applications: HostedApplications([try NextRelease.make(strategy)]),
            log: log.logger
        )
        try await next.registry.open()
        return (next, session.id, credential, log)
    }

    @Test("a migrated session gets a revision of its own and continues where it was")
    func migrated() async throws {
        let (server, id, credential, log) = try await deploy(.migration)
        let session = try await server.registry.session(id, opening: credential)
        #expect(session.revision == 5)
        #expect(session.stack == ["total"] && session.record.state.total == 3)
        #expect(session.messages == [])
        #expect(log.lines == ["notice Session migrated"])
        try await session.report("raise")
        #expect(session.revision == 6 && session.record.state.total == 4)
        // The migrated state was committed, so it is not migrated again.
        let again = try server.restarted()
        let same = try await again.registry.session(id, opening: credential)
        #expect(same.revision == 6 && same.record.state == session.record.state)
        again.registry.close()
        server.registry.close()
    }

    @Test("a session whose flow can't be migrated restarts at its anchor, with its storage and a message")
    func restarted() async throws {
        let (server, id, credential, _) = try await deploy(.anchor)
        let session = try await server.registry.session(id, opening: credential)
        #expect(session.revision == 5)
        #expect(session.stack == ["total"] && session.record.state.total == 3)
        #expect(session.messages == ["app.updated"])
        server.registry.close()
    }

    @Test("a session without a migration is rejected as unreadable, and readable again after a rollback")
    func rejected() async throws {
        let (server, id, credential, log) = try await deploy(.nothing)
        for _ in 0..<2 {
            #expect(
                await error { () async throws(SessionError) in
                    try await server.registry.session(id, opening: credential)
                } == "unreadable counter"
            )
        }
        #expect(log.lines.allSatisfy { $0 == "error Session restore failed" })
        server.registry.close()
        let rolledBack = try TestServer(clock: server.clock, store: server.store)
        let session = try await rolledBack.registry.session(id, opening: credential)
        #expect(session.count == 3 && session.revision == 4)
        rolledBack.registry.close()
    }

    @Test("a session requested by many clients at once is migrated once")
    func once() async throws {
        let (server, id, credential, log) = try await deploy(.migration)
        let revisions = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for _ in 0..<16 { group.addTask { try await server.registry.session(id, opening: credential).revision } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(revisions == [5])
        #expect(log.lines == ["notice Session migrated"])
        server.registry.close()
    }
}
