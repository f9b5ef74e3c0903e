import Concurrency
import PostgreSQL
import PostgreSQLServers
import Testing

@Suite("A pool of connections to PostgreSQL")
struct ConnectionPoolTests {
    private static let one = PreparedQuery("one", "SELECT 1::bigint")

    /// Runs one transaction, and returns its error.
    private func error(of transaction: Transaction, on pool: ConnectionPool) async -> DatabaseError? {
        do {
            _ = try await pool.run(transaction)
            return nil
        } catch {
            return error as? DatabaseError
        }
    }

    @Test("a query that the server rejects names the reason, and leaves the connection usable")
    func rejects() async throws {
        let pool = try ConnectionPool(try PostgreSQLServer.shared.get().settings(count: 1))
        let unknown = Transaction(.reads, PreparedQuery("unknown", "SELECT * FROM nowhere"))
        for _ in 0..<2 {
            let error = await error(of: unknown, on: pool)
            #expect(error?.description.contains("nowhere") ?? false, "\(error?.description ?? "no error")")
        }
        let zero = await error(of: Transaction(.reads, PreparedQuery("zero", "SELECT 1 / 0")), on: pool)
        #expect(zero?.kind == .rejected("22012"))
        #expect(try await pool.run(Transaction(.reads, Self.one)).first?.first?.integer(0) == 1)
        await pool.close()
    }

    @Test("the queries of a transaction succeed or fail together")
    func isAtomic() async throws {
        let settings = try PostgreSQLServer.shared.get().settings()
        let connection = try Connection(settings)
        try connection.execute(
            "CREATE SCHEMA \(ConnectionSettings.quoted(settings.schema)); CREATE TABLE number (n bigint)"
        )
        let pool = try ConnectionPool(settings)
        let insert = PreparedQuery("insert", "INSERT INTO number VALUES ($1::bigint)")
        var parameters = Parameters()
        parameters.append(bigint: 1)
        var transaction = Transaction(.writes, insert, parameters)
        transaction.add(PreparedQuery("zero", "SELECT 1 / 0"))
        #expect(await error(of: transaction, on: pool)?.kind == .rejected("22012"))
        let count = PreparedQuery("count", "SELECT count(*) FROM number")
        #expect(try await pool.run(Transaction(.reads, count)).first?.first?.integer(0) == 0)
        #expect(try await pool.run(Transaction(.writes, insert, parameters)).first?.affectedCount == 1)
        #expect(try await pool.run(Transaction(.reads, count)).first?.first?.integer(0) == 1)
        await pool.close()
    }

    @Test("many transactions share a few connections, and each gets its own result")
    func sharesConnections() async throws {
        let pool = try ConnectionPool(try PostgreSQLServer.shared.get().settings(count: 3))
        let query = PreparedQuery("own", "SELECT $1::bigint, pg_backend_pid()")
        let results = try await withThrowingTaskGroup(of: (Int64, ResultRow).self) { group in
            for number in 0..<500 as Range<Int64> {
                group.addTask {
                    var parameters = Parameters()
                    parameters.append(bigint: number)
                    let rows = try await pool.run(Transaction(.reads, query, parameters))
                    return (number, try #require(rows.first?.first))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { number, row in row.integer(0) == number })
        #expect(Set(results.map { $0.1.integer(1) }).count <= 3)
        await pool.close()
    }

    @Test("a connection has two transactions in flight, and takes the third when the first has ended")
    func pipeline() async throws {
        let server = try PostgreSQLServer()
        let gate = try Connection(server.settings())
        try gate.execute("SELECT pg_advisory_lock(1)")
        let pool = try ConnectionPool(server.settings(count: 1))
        let blocked = PreparedQuery("blocked", "SELECT 1::bigint FROM pg_advisory_xact_lock_shared(1)")
        /// The transactions that were made and those that have ended.
        let progress = Monitor((made: [Int](), ended: [Int]()))
        for number in 1...3 {
            pool.run(
                when: {
                    progress.withLock { $0.made.append(number) }
                    return Transaction(.reads, number == 1 ? blocked : Self.one)
                },
                then: { _ in progress.withLock { $0.ended.append(number) } }
            )
        }
        #expect(progress.wait(while: { $0.made.count < 2 }) { $0.made } == [1, 2])
        // The pool has read what came before this transaction, so it would have made the third one by now.
        try gate.execute("SELECT pg_sleep(0)")
        #expect(progress.withLock { $0.made == [1, 2] && $0.ended.isEmpty })
        try gate.execute("SELECT pg_advisory_unlock(1)")
        #expect(progress.wait(while: { $0.ended.count < 3 }) { $0.ended } == [1, 2, 3])
        await pool.close()
    }

    @Test("a pool tells how many connections are open, and how many transactions wait for one")
    func observed() async throws {
        let server = try PostgreSQLServer()
        let gate = try Connection(server.settings())
        try gate.execute("SELECT pg_advisory_lock(1)")
        let observations = Monitor([[Int]]())
        let pool = try ConnectionPool(server.settings(count: 1)) { connections, waiting in
            observations.withLock { $0.append([connections, waiting]) }
        }
        let blocked = PreparedQuery("blocked", "SELECT 1::bigint FROM pg_advisory_xact_lock_shared(1)")
        for _ in 1...5 { pool.run(Transaction(.reads, blocked)) { _ in } }
        #expect(observations.wait(while: { $0.last != [1, 3] }) { $0.last } == [1, 3])
        try gate.execute("SELECT pg_advisory_unlock(1)")
        #expect(observations.wait(while: { $0.last != [1, 0] }) { $0.last } == [1, 0])
        try server.stop()
        #expect(observations.wait(while: { $0.last != [0, 0] }) { $0.last } == [0, 0])
        await pool.close()
    }

    @Test("a planner's setting that the engine rejects is left out, and the others hold")
    func plannerSettings() throws {
        var settings = try PostgreSQLServer.shared.get().settings()
        settings.plannerCommands.insert("SET no_such_setting_of_the_planner TO off", at: 1)
        let connection = try Connection(settings)
        let query =
            "SELECT current_setting('enable_seqscan'), current_setting('jit'), current_setting('plan_cache_mode')"
        let row = try #require(try connection.query(query).first)
        #expect((0...2).map { row.text($0) } == ["off", "off", "force_generic_plan"])
    }

    @Test("a closed pool rejects transactions")
    func closes() async throws {
        let pool = try ConnectionPool(try PostgreSQLServer.shared.get().settings())
        await pool.close()
        await pool.close()
        #expect(await error(of: Transaction(.reads, Self.one), on: pool)?.kind == .unavailable)
    }

    @Test("without a server, transactions fail and say why")
    func noServer() async throws {
        let pool = try ConnectionPool(ConnectionSettings("host=/nonexistent user=usher"))
        let error = await error(of: Transaction(.reads, Self.one), on: pool)
        #expect(error?.kind == .unavailable)
        #expect(error?.description.contains("/nonexistent") ?? false, "\(error?.description ?? "no error")")
        await pool.close()
    }

    @Test("a malformed connection string is reported")
    func malformed() async throws {
        #expect(throws: DatabaseError.self) { try Connection(ConnectionSettings("host")) }
    }

    @Test("a pool connects again when the server has restarted, also after a crash")
    func reconnects() async throws {
        let server = try PostgreSQLServer()
        let pool = try ConnectionPool(server.settings())
        let read = Transaction(.reads, Self.one)
        #expect(try await pool.run(read).count == 1)
        for stop in [server.stop, server.crash] {
            try stop()
            #expect(await error(of: read, on: pool)?.kind == .unavailable)
            try server.start()
            var last = await error(of: read, on: pool)
            while last != nil { last = await error(of: read, on: pool) }
        }
        await pool.close()
    }

    @Test("a server that does not answer makes reads unavailable and leaves the outcome of writes unknown")
    func pauses() async throws {
        let server = try PostgreSQLServer()
        let pool = try ConnectionPool(server.settings(timeout: .seconds(1)))
        #expect(try await pool.run(Transaction(.reads, Self.one)).count == 1)
        try server.pause(true)
        async let read = error(of: Transaction(.reads, Self.one), on: pool)
        async let write = error(of: Transaction(.writes, Self.one), on: pool)
        #expect(await read?.kind == .unavailable)
        #expect(await write?.kind == .unknownOutcome)
        try server.pause(false)
        while await error(of: Transaction(.reads, Self.one), on: pool) != nil {}
        await pool.close()
    }
}
