import Coordination
import Counter
import Foundation
import Programs
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Evicting and loading sessions")
struct LoadingTests {
    private static func limits(live: Int) -> SessionLimits {
        var limits = SessionLimits()
        // The states of so few sessions have less than the bytes of one more session.
        limits.memoryBytes = (live + 1) * SessionCache.overhead - 1
        return limits
    }

    private func server(live: Int = 1_000) throws -> TestServer {
        try TestServer(store: TestStore(MemoryStore(requiresEncoding: true)), limits: Self.limits(live: live))
    }

    /// Starts sessions without keeping references to them.
    private func start(_ count: Int, _ server: TestServer) async throws -> [(SessionID, Credential)] {
        var started: [(SessionID, Credential)] = []
        for _ in 0..<count {
            let (session, credential) = try await server.start()
            started.append((session.id, credential))
        }
        return started
    }

    @Test("sessions beyond the memory limit are evicted, and each continues where it was")
    func limit() async throws {
        let server = try server(live: 10)
        let sessions = try await start(100, server)
        #expect(server.registry.liveCount == 10)
        for round in 1...3 {
            for (id, credential) in sessions {
                let session = try await server.registry.session(id, opening: credential)
                try await session.report("raise", key: .of("\(id) \(round)"))
                #expect(session.count == round && session.revision == UInt64(round + 1))
            }
            #expect(server.registry.liveCount == 10)
        }
        // The key of a repeated request is remembered, too.
        let (id, credential) = sessions[0]
        let session = try await server.registry.session(id, opening: credential)
        #expect(try await session.report("raise", key: .of("\(id) 2")).isReplay)
        #expect(session.count == 3)
        server.registry.close()
    }

    @Test("a recently used session stays in memory while others are evicted")
    func order() async throws {
        let server = try server(live: 10)
        let sessions = try await start(10, server)
        let loads = server.store.loads
        for _ in 0..<50 {
            _ = try await server.registry.session(sessions[3].0, opening: sessions[3].1)
            _ = try await start(1, server)
        }
        _ = try await server.registry.session(sessions[3].0, opening: sessions[3].1)
        #expect(server.store.loads == loads)
        server.registry.close()
    }

    @Test("a session that is referenced, or whose effect is running, is not evicted")
    func inUse() async throws {
        let server = try server(live: 1)
        let (paused, credential) = try await server.start()
        let asking = try await start(1, server)[0]
        server.questions.pause()
        try await server.registry.session(asking.0, opening: asking.1).report("ask")
        await eventually { server.questions.pausedCount == 1 }
        _ = try await start(20, server)
        #expect(try await server.registry.session(paused.id, opening: credential) === paused)
        let loads = server.store.loads
        server.questions.release()
        try await eventually { try await server.registry.session(asking.0, opening: asking.1).count == 10 }
        #expect(server.questions.keys.count == 1)
        #expect(server.store.loads == loads)
        server.registry.close()
    }

    @Test("an idle session is evicted, and its timer fires nevertheless")
    func idle() async throws {
        let server = try server()
        try await server.registry.open()
        let (id, credential) = try await start(1, server)[0]
        let start = server.clock.now
        try await server.registry.session(id, opening: credential).report("startTimer")
        server.clock.advance(by: .seconds(59))
        #expect(server.registry.liveCount == 1)
        server.clock.advance(by: .seconds(1))
        try await eventually { try await server.registry.session(id, opening: credential).count == 100 }
        while server.registry.liveCount > 0, server.clock.now < start + .seconds(600) {
            // A sweep runs on another thread. It is complete when it has scheduled the next one.
            await eventually { server.clock.scheduledCount == 1 }
            server.clock.advance(by: .seconds(30))
        }
        await eventually { server.registry.liveCount == 0 }
        #expect(try await server.registry.session(id, opening: credential).count == 100)
        server.registry.close()
    }

    @Test("the timer of an evicted session fires at its time")
    func timer() async throws {
        let server = try server(live: 1)
        try await server.registry.open()
        let (id, credential) = try await start(1, server)[0]
        try await server.registry.session(id, opening: credential).report("startTimer")
        let other = try await start(1, server)[0]
        #expect(server.registry.liveCount == 1)
        server.clock.advance(by: .seconds(59))
        #expect(try await server.storedCount(id) == 0)
        server.clock.advance(by: .seconds(1))
        try await eventually { try await server.storedCount(id) == 100 }
        _ = try await server.registry.session(other.0, opening: other.1)
        // The session in memory has the step only after the store has it.
        let again = try await server.registry.session(id, opening: credential)
        await eventually { again.revision == 3 }
        server.registry.close()
    }

    @Test("concurrent requests for sessions that are evicted and loaded again are applied in one order each")
    func churn() async throws {
        let server = try server(live: 3)
        let sessions = try await start(12, server)
        try await withThrowingTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        let (id, credential) = sessions[(worker * 7 + round * 5) % sessions.count]
                        try await server.registry.session(id, opening: credential)
                            .report("raise", key: .of("\(worker) \(round)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        var sum = 0
        for (id, credential) in sessions {
            let session = try await server.registry.session(id, opening: credential)
            #expect(session.revision == UInt64(session.count + 1))
            sum += session.count
        }
        #expect(sum == 400)
        server.registry.close()
    }

    @Test("a damaged session is rejected as unreadable and quarantined, and other sessions work on")
    func damaged() async throws {
        let server = try server(live: 1)
        let sessions = try await start(3, server)
        let (id, credential) = sessions[0]
        let stored = try #require(try await server.store.load(id))
        for bytes in ["", "{", "[]", "{\"format\":1}"] {
            let damaged = stored.with(StoredContent.encoded(StateLog(whole: Array(bytes.utf8))))
            try await server.store.remove(id)
            _ = try await server.store.commit([
                SessionCommit(expectedGeneration: nil, session: damaged, addsReply: false)
            ])
            for _ in 0..<2 { #expect(await opening(server, id, credential) == "unreadable counter") }
            #expect(await opening(server, id, Credential("x")) == "unauthorized")
            guard case .quarantined = try await server.store.load(id)?.content else {
                Issue.record("It is not quarantined.")
                return
            }
        }
        #expect(await opening(server, sessions[1].0, sessions[1].1) == nil)
        server.registry.close()
    }

    @Test("a session of a later version is left as it is, for the program that can read it")
    func missingMigration() async throws {
        let server = try server(live: 1)
        let (id, credential) = try await start(2, server)[0]
        let stored = try #require(try await server.store.load(id))
        guard case .encoded(let log) = stored.content else { return }
        let bytes = log.whole
        let text = String(decoding: bytes, as: UTF8.self).replacing(
            "\"CounterCoordinator\":1",
            with: "\"CounterCoordinator\":2"
        )
        #expect(text.utf8.count == bytes.count && Array(text.utf8) != bytes)
        try await server.store.remove(id)
        let later = stored.with(StoredContent.encoded(StateLog(whole: Array(text.utf8))))
        _ = try await server.store.commit([SessionCommit(expectedGeneration: nil, session: later, addsReply: false)])
        #expect(await opening(server, id, credential) == "store newer")
        guard case .encoded = try await server.store.load(id)?.content else {
            Issue.record("It was quarantined.")
            return
        }
        server.registry.close()
    }

    @Test("a session during which the program crashed twice is quarantined, and not before")
    func crashes() async throws {
        let server = try server()
        let (id, credential) = try await start(2, server)[0]
        server.registry.close()
        let path = "/tmp/usher-crashes-\(UInt64.random(in: 0...UInt64.max))"
        defer { unsafe unlink(path) }
        for crash in 1...2 {
            let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            let line = Array("\(id)\nunknown\n".utf8)
            unsafe #expect(write(file, line, line.count) == line.count)
            close(file)
            let next = try server.restarted(crashes: try CrashLog(path: path))
            try await next.registry.open()
            #expect(await opening(next, id, credential) == (crash == 1 ? nil : "unreadable counter"))
            #expect(try CrashLog(path: path).crashed == [])
            next.registry.close()
        }
    }

    @Test("servers that share a folder have a log of crashes each, and the next one reads what a crashed one left")
    func crashFolder() throws {
        let folder = try TemporaryFolder()
        let first = try CrashLog(folder: folder.path)
        var second: CrashLog? = try CrashLog(folder: folder.path)
        #expect(folder.names.sorted() == ["usher-1.crashes", "usher-2.crashes"])
        try Data("a session\n".utf8).write(to: URL(filePath: folder.path + "/usher-2.crashes"))
        #expect(second?.crashed == [])
        second = nil
        let third = try CrashLog(folder: folder.path)
        #expect(third.crashed == [SessionID("a session")])
        #expect(folder.names.count == 2)
        withExtendedLifetime((first, third)) {}
    }

    private func opening(_ server: TestServer, _ id: SessionID, _ credential: Credential) async -> String? {
        await error { () async throws(SessionError) in try await server.registry.session(id, opening: credential) }
    }
}
