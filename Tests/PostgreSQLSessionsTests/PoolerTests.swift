import Foundation
import PostgreSQL
import PostgreSQLServers
import PostgreSQLSessions
import Programs
import Sessions
import SessionsTesting
import Testing

@Suite("A pooler before PostgreSQL")
struct PoolerTests {
    /// PgBouncer before a server of its own, on a Unix socket.
    private final class Pooler {
        let server: PostgreSQLServer
        private let folder: TemporaryFolder
        private var process = Process()

        init(mode: String) throws {
            server = try PostgreSQLServer()
            folder = try TemporaryFolder()
            try write(mode)
            try start()
        }

        private func start() throws {
            process = Process()
            // PgBouncer refuses to run as root.
            let isRoot = getuid() == 0
            if isRoot { try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path) }
            process.executableURL = URL(filePath: isRoot ? "/usr/bin/setpriv" : "/usr/sbin/pgbouncer")
            let user = ["--reuid=nobody", "--regid=nogroup", "--clear-groups", "/usr/sbin/pgbouncer"]
            process.arguments = (isRoot ? user : []) + [folder.path + "/pgbouncer.ini"]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            // Its socket is there a moment before it accepts connections.
            while (try? command("SHOW VERSION")) == nil {
                try #require(process.isRunning, "PgBouncer has ended.")
                usleep(20_000)
            }
        }

        deinit { stop() }

        private func stop() {
            // It waits for its clients otherwise.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try? FileManager.default.removeItem(atPath: folder.path + "/.s.PGSQL.6432")
        }

        private func write(_ mode: String) throws {
            let text = """
                [databases]
                postgres = host=\(server.host) user=usher
                [pgbouncer]
                listen_addr =
                unix_socket_dir = \(folder.path)
                listen_port = 6432
                auth_type = any
                admin_users = usher
                pool_mode = \(mode)
                default_pool_size = 20
                """
            try text.write(toFile: folder.path + "/pgbouncer.ini", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644],
                ofItemAtPath: folder.path + "/pgbouncer.ini"
            )
        }

        /// Restarts the pooler in another mode.
        func change(to mode: String) throws {
            stop()
            try write(mode)
            try start()
        }

        /// Changes the mode of the running pooler.
        ///
        /// Open connections of clients stay open.
        func reload(in mode: String) throws {
            try write(mode)
            try command("RELOAD")
        }

        /// Sends a command to the pooler itself.
        private func command(_ command: String) throws {
            try server.run("psql", "-h", folder.path, "-p", "6432", "-U", "usher", "-c", command, "pgbouncer")
        }

        var settings: ConnectionSettings {
            ConnectionSettings(
                "host=\(folder.path) port=6432 user=usher dbname=postgres",
                count: 4,
                timeout: .seconds(5)
            )
        }
    }

    @Test("in transaction mode is refused at the start, with what to do")
    func transactionMode() throws {
        let pooler = try Pooler(mode: "transaction")
        let error = #expect(throws: StoreError.self) { try PostgreSQLStore(pooler.settings) }
        #expect(error?.description.contains("set the pooler to session mode") == true)
    }

    @Test("in session mode works")
    func sessionMode() async throws {
        let pooler = try Pooler(mode: "session"), store = try PostgreSQLStore(pooler.settings)
        for number in 0..<20 {
            let commit = SessionCommit(
                expectedGeneration: nil,
                session: SampleSessions.session("s\(number)"),
                addsReply: false
            )
            #expect(try await store.commit(commit) == .committed)
        }
        _ = try await store.claimWork(at: SampleSessions.start, limit: 1)
        try await store.probe()
        await store.close()
    }

    @Test(
        "whose mode is changed while a server runs makes the store unavailable, with what to do, until it is changed back"
    )
    func changedMode() async throws {
        let pooler = try Pooler(mode: "session"), store = try PostgreSQLStore(pooler.settings)
        try await store.probe()
        try pooler.change(to: "transaction")
        var reason: String?
        let deadline = ContinuousClock.now + .seconds(60)
        while reason?.contains("session mode") != true, ContinuousClock.now < deadline {
            do throws(StoreError) {
                _ = try await store.claimWork(at: SampleSessions.start, limit: 1)
            } catch {
                #expect(error.kind != .unreadable)
                reason = error.description
            }
        }
        #expect(reason?.contains("session mode") == true)
        // It stays so, and no probe succeeds by luck.
        for _ in 0..<20 { await #expect(throws: StoreError.self) { try await store.probe() } }
        try pooler.change(to: "session")
        while (try? await store.probe()) == nil, ContinuousClock.now < deadline + .seconds(60) {}
        try await store.probe()
        await store.close()
    }

    @Test("whose mode is changed under open connections is found by what runs on them, and ends no process")
    func reloadedMode() async throws {
        let pooler = try Pooler(mode: "session"), store = try PostgreSQLStore(pooler.settings)
        try await store.probe()
        try pooler.reload(in: "transaction")
        // The connections from the pooler to the server end, and the connections of its clients stay.
        try pooler.server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'usher' AND pid <> pg_backend_pid()"
        )
        var reason: String?
        let deadline = ContinuousClock.now + .seconds(60)
        while reason?.contains("session mode") != true, ContinuousClock.now < deadline {
            let failures = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        do throws(StoreError) {
                            _ = try await store.claimWork(at: SampleSessions.start, limit: 1)
                            _ = try await store.count()
                            return nil
                        } catch {
                            return error.description
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            reason = failures.compactMap { $0 }.first { $0.contains("session mode") }
        }
        #expect(reason != nil)
        await store.close()
    }
}
