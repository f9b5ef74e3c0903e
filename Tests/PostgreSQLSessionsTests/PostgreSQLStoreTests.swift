import Concurrency
import Coordination
import PostgreSQL
import PostgreSQLServers
import Sessions
import SessionsTesting
import Testing

@testable import PostgreSQLSessions

@Suite("A store in PostgreSQL")
struct PostgreSQLStoreTests {
    @Test(
        "the store passes the contract of stores, with partitions and without",
        arguments: StoreContract.Clause.allCases,
        [Schema.Tables.partitioned, .plain]
    )
    func contract(clause: StoreContract.Clause, tables: Schema.Tables) async throws {
        let server = try PostgreSQLServer.shared.get()
        try await StoreContract {
            let settings = server.settings()
            try Schema.migrations(tables).run(on: Connection(settings), schema: settings.schema)
            return try PostgreSQLStore(settings)
        }.check(clause)
    }

    @Test(
        "an engine that does not know partitions gets tables with neither partitions nor storage parameters",
        arguments: [nil, "0A000", "42601"]
    )
    func tables(state: String?) async throws {
        // A server of its own, because the trigger is for all tables of the database.
        let server = try PostgreSQLServer()
        let settings = server.settings()
        if let state {
            try Connection(settings).execute(
                """
                CREATE FUNCTION public.refuse_partitions() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF current_query() LIKE '%PARTITION BY HASH%' OR current_query() LIKE '%fillfactor%' THEN
                        RAISE EXCEPTION 'no partitions' USING ERRCODE = '\(state)';
                    END IF;
                END $$;
                CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION public.refuse_partitions()
                """
            )
        }
        try await PostgreSQLStore(settings).close()
        try await PostgreSQLStore(settings).close()
        _ = try NewPostgreSQLStore(settings)
        let rows = try Connection(settings).query(
            """
            SELECT count(*) FILTER (WHERE relkind = 'p' OR reloptions IS NOT NULL), count(*) FROM pg_class
            WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind IN ('r', 'p')
            """
        )
        #expect((rows.first?.integer(0) == 0) == (state != nil))
        #expect(rows.first?.integer(1) ?? 0 > 5)
    }

    @Test("commits that wait at once share transactions", .timeLimit(.minutes(1)))
    func batches() async throws {
        // A server of its own, because transactions are counted.
        let server = try PostgreSQLServer()
        let settings = server.settings(count: 1)
        let store = try PostgreSQLStore(settings)
        let gate = try Connection(settings)
        func transactions() throws -> Int64 {
            try gate.query("SELECT pg_current_xact_id()::text::bigint").first?.integer(0) ?? 0
        }
        let before = try transactions()
        try gate.execute("BEGIN; LOCK TABLE session IN EXCLUSIVE MODE")
        let count = 200
        let outcomes = Monitor([CommitOutcome?]())
        for number in 0..<count {
            let session = SampleSessions.session("session \(number)")
            store.commit(
                SessionCommit(expectedGeneration: nil, session: session, addsReply: false),
                then: StoreCompletion(on: InlineQueue.shared) { result in
                    outcomes.withLock { $0.append(try? result.get()) }
                }
            )
        }
        #expect(outcomes.withLock { $0.isEmpty })
        try gate.execute("COMMIT")
        #expect(outcomes.wait(while: { $0.count < count }) { $0.allSatisfy { $0 == .committed } })
        #expect(try await store.count() == count)
        // Two batches were on the connection while it was locked, and a third has the rest. This test makes three more.
        #expect(try transactions() - before < 10)
        await store.close()
    }

    @Test("with polling chosen, the store promises no hints, and no connection listens")
    func polls() async throws {
        let server = try PostgreSQLServer()
        let settings = server.settings()
        let store = try PostgreSQLStore(settings, hints: .poll)
        #expect(store.promises.sharing == .polling)
        let received = Lock(0)
        store.onChange { _ in received.withLock { $0 += 1 } }
        let listening = try PostgreSQLStore(settings)
        let connected = Monitor(false)
        listening.onChange { _ in connected.withLock { $0 = true } }
        #expect(connected.wait(while: { !$0 }) { $0 })
        let query = "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%LISTEN%' AND pid <> pg_backend_pid()"
        #expect(try Connection(settings).query(query).count == 1, "The other store listens.")
        #expect(received.withLock { $0 } == 0)
        await store.close()
        await listening.close()
    }

    @Test("a released session is loaded again, and its effects and timers can be claimed")
    func release() async throws {
        let settings = try PostgreSQLServer.shared.get().settings()
        let store = try PostgreSQLStore(settings)
        let state = try CounterState()
        let session = SampleSessions.session("a session")
            .with(StoredContent.encoded(StateLog(whole: state.bytes)))
        let work = state.pending.map { PendingWork(session: session.id, key: $0.key) }
        #expect(work.count == 2)
        _ = try await store.commit([SessionCommit(expectedGeneration: nil, session: session, addsReply: false)])
        #expect(try PostgreSQLStore.release(session.id, in: settings) == false)
        #expect(try await store.recordCrash(of: session.id) == 1)
        #expect(try await store.quarantine(session.id, because: "a test"))
        #expect(try PostgreSQLStore.release(session.id, in: settings))
        #expect(try await store.load(session.id).map { "\($0.content)" } == "\(session.content)")
        #expect(try await store.recordCrash(of: session.id) == 1, "The crashes from before are forgotten.")
        let claimed = try await store.claimWork(at: SampleSessions.start + .seconds(60), limit: 10)
        #expect(Set(claimed.work) == Set(work))
        await store.close()
    }
}
