import Coordination
import PostgreSQL
import PostgreSQLServers
import PostgreSQLSessions
import Sessions
import SessionsTesting
import Testing

@Suite("A store in PostgreSQL, when something fails")
struct PostgreSQLFaultTests {
    private func creation(_ session: StoredSession) -> SessionCommit {
        SessionCommit(expectedGeneration: nil, session: session, addsReply: false)
    }

    private func update(_ session: StoredSession, account: String? = nil) -> SessionCommit {
        update(session, to: SampleSessions.next(session, account: account))
    }

    private func update(_ session: StoredSession, to next: StoredSession) -> SessionCommit {
        SessionCommit(
            expectedGeneration: session.generation,
            session: next,
            addsReply: false,
            changesAccount: next.account != session.account
        )
    }

    @Test("a server that can't be reached, or a malformed connection string, is reported when the store is opened")
    func noServer() async throws {
        for string in ["host=/nonexistent user=usher", "host", "postgres://:bad:port/"] {
            #expect(throws: StoreError.self) { try PostgreSQLStore(string) }
        }
    }

    @Test("stores that are opened at the same time make the tables once")
    func simultaneousStarts() async throws {
        let settings = try PostgreSQLServer.shared.get().settings(count: 1)
        let stores = try await withThrowingTaskGroup(of: PostgreSQLStore.self) { group in
            for _ in 0..<4 { group.addTask { try PostgreSQLStore(settings) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let session = SampleSessions.session("a")
        #expect(try await stores[0].commit(creation(session)) == .committed)
        for store in stores {
            #expect(try await store.load(session.id)?.generation == session.generation)
            await store.close()
        }
    }

    @Test("a server without room is not ready until a commit succeeds")
    func noRoom() async throws {
        let settings = try PostgreSQLServer.shared.get().settings(count: 1)
        let store = try PostgreSQLStore(settings)
        let session = SampleSessions.session("a")
        #expect(try await store.commit(creation(session)) == .committed)
        try await store.probe()
        let connection = try Connection(settings)
        try connection.execute(
            """
            CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'no room'; END $$;
            CREATE TRIGGER fill BEFORE UPDATE ON session FOR EACH ROW EXECUTE FUNCTION fill()
            """
        )
        let failure = await #expect(throws: StoreError.self) { try await store.commit(update(session)) }
        #expect(failure?.kind == .unavailable)
        let exhaustion = await #expect(throws: StoreError.self) { try await store.probe() }
        #expect(exhaustion?.description.contains("no room") == true)
        try connection.execute("DROP FUNCTION fill CASCADE")
        #expect(try await store.commit(update(session)) == .committed)
        try await store.probe()
        await store.close()
    }

    @Test("tables of a later version are refused")
    func laterVersion() async throws {
        let settings = try PostgreSQLServer.shared.get().settings(count: 1)
        await (try PostgreSQLStore(settings)).close()
        try Connection(settings).execute("INSERT INTO migration VALUES (1000)")
        let error = #expect(throws: StoreError.self) { try PostgreSQLStore(settings) }
        #expect(error?.description.contains("later version") ?? false)
    }

    @Test("a value that PostgreSQL does not take fails its own commit only, and finds nothing")
    func rejectedValue() async throws {
        let store = try PostgreSQLStore(try PostgreSQLServer.shared.get().settings(count: 1))
        let sessions = (0..<20).map { SampleSessions.session("\($0)") }
        for outcome in try await store.commit(sessions.map(creation)) { #expect(outcome == .committed) }
        await withTaskGroup(of: (Int, Result<CommitOutcome, StoreError>).self) { group in
            for (place, session) in sessions.enumerated() {
                let commit = update(session, account: place == 7 ? "a\0b" : "account")
                group.addTask {
                    do throws(StoreError) {
                        return (place, .success(try await store.commit(commit)))
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            for await (place, result) in group {
                switch result {
                case .success(let outcome): #expect(place != 7 && outcome == .committed)
                case .failure(let error): #expect(place == 7 && error.kind == .unreadable)
                }
            }
        }
        #expect(try await store.load(SessionID("a\0b")) == nil)
        #expect(try await store.history(of: SessionID("a\0b")) == nil)
        #expect(try await store.sessions(of: "a\0b", at: SampleSessions.start, limit: 1) == [])
        try await store.remove(SessionID("a\0b"))
        await store.close()
    }

    @Test("of two stores that change a session at once only one succeeds")
    func twoStores() async throws {
        let settings = try PostgreSQLServer.shared.get().settings(count: 1)
        let stores = [try PostgreSQLStore(settings), try PostgreSQLStore(settings)]
        var session = SampleSessions.session("a")
        #expect(try await stores[0].commit(creation(session)) == .committed)
        for _ in 0..<100 {
            let next = SampleSessions.next(session)
            let commit = update(session, to: next)
            async let first = stores[0].commit(commit)
            async let second = stores[1].commit(commit)
            #expect(try await [first, second].filter { $0 == .committed }.count == 1)
            session = next
        }
        for store in stores { await store.close() }
    }

    @Test("while the server is away, commits fail without a trace; the store works again when it is back")
    func restarts() async throws {
        let server = try PostgreSQLServer()
        let store = try PostgreSQLStore(server.settings(count: 2))
        var session = SampleSessions.session("a")
        #expect(try await store.commit(creation(session)) == .committed)
        for stop in [server.stop, server.crash] {
            try stop()
            await #expect(throws: StoreError.self) { try await store.commit(update(session)) }
            await #expect(throws: StoreError.self) { try await store.load(session.id) }
            await #expect(throws: StoreError.self) { try await store.probe() }
            try server.start()
            while (try? await store.probe()) == nil {}
            #expect(try await store.load(session.id)?.generation == session.generation)
            let next = SampleSessions.next(session)
            #expect(try await store.commit(update(session, to: next)) == .committed)
            session = next
        }
        await store.close()
    }

    @Test("commits that are acknowledged while the server crashes are there afterwards, and none is applied twice")
    func crashesUnderLoad() async throws {
        let server = try PostgreSQLServer()
        let store = try PostgreSQLStore(server.settings(count: 3))
        let sessions = (0..<32).map { SampleSessions.session("\($0)") }
        for outcome in try await store.commit(sessions.map(creation)) { #expect(outcome == .committed) }
        // Each session counts its commits up to a number, and looks up a commit with an unknown outcome.
        async let violations = withThrowingTaskGroup(of: [String].self) { group in
            for first in sessions {
                group.addTask {
                    var session = first, violations: [String] = []
                    while session.generation < 200 {
                        let next = SampleSessions.next(session), commit = update(session, to: next)
                        if let outcome = try? await store.commit(commit) {
                            if outcome == .conflict { violations.append("\(session.id): a conflict without a rival") }
                            session = next
                        } else if let stored = try? await store.load(session.id) {
                            let isKnown = stored.generation == session.generation
                            if !isKnown && stored.generation != next.generation {
                                violations.append("\(session.id): \(stored.generation) after \(session.generation)")
                            }
                            session = isKnown ? session : next
                        }
                    }
                    guard try await store.load(session.id)?.generation == session.generation else {
                        return violations + ["\(session.id): lost"]
                    }
                    return violations
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        for _ in 0..<3 {
            try server.crash()
            try server.start()
        }
        #expect(try await violations == [])
        await store.close()
    }
}
