import Concurrency
import PostgreSQL
import PostgreSQLServers
import Sessions
import Testing

@testable import PostgreSQLSessions

@Suite("The promises of a store in PostgreSQL")
struct StorePromisesTests {
    private func durability(_ options: String...) throws -> StorePromises.Durability {
        let server = try PostgreSQLServer(options: options)
        defer { try? server.stop() }
        // Only the settings are read: with a standby that does not exist no commit would end.
        return try StorePromises.durability(in: Connection(server.settings()).query(StorePromises.settings.text))
    }

    @Test("a commit is on disk, on two disks if the server waits for a standby, and nowhere for certain without syncs")
    func durability() throws {
        #expect(try durability() == .process)
        #expect(try durability("fsync=on") == .disk)
        #expect(try durability("fsync=on", "synchronous_standby_names=two") == .replicated)
        // A standby that has not synced a commit loses it if both machines lose power.
        let written = try durability(
            "fsync=on",
            "synchronous_standby_names=two",
            "synchronous_commit=remote_write"
        )
        #expect(written == .disk)
        #expect(try durability("fsync=on", "synchronous_commit=off") == .disk)
    }

    @Test("PostgreSQL has LISTEN")
    func listen() throws {
        #expect(try Connection(PostgreSQLServer.shared.get().settings()).hasListen())
    }

    @Test("the promises follow the server's settings at each check, after a reload and after a failover")
    func changes() async throws {
        let server = try PostgreSQLServer(options: ["fsync=on"])
        let store = try PostgreSQLStore(server.settings(timeout: .seconds(2)))
        #expect(store.promises == StorePromises(durability: .disk, sharing: .hints))
        for (command, expected) in [
            ("ALTER SYSTEM SET synchronous_standby_names TO 'two'", StorePromises.Durability.replicated),
            ("ALTER SYSTEM RESET synchronous_standby_names", .disk),
        ] {
            try server.execute(command)
            try server.execute("SELECT pg_reload_conf()")
            // The server tells its processes of the new settings after it has answered.
            while store.promises.durability != expected { try await store.checkReading() }
        }
        // This stands for a failover: the connections end, and the next ones are to a server with other settings.
        try server.execute("ALTER SYSTEM SET synchronous_standby_names TO 'two'")
        try server.crash()
        try server.start()
        while store.promises.durability != .replicated { try? await store.checkReading() }
        try server.stop()
    }
}

extension PostgreSQLStore {
    fileprivate func checkReading() async throws {
        try await withCheckedThrowingContinuation { continuation in
            checkReading(then: StoreCompletion(on: InlineQueue.shared) { continuation.resume(with: $0) })
        }
    }
}
