import PostgreSQL
import PostgreSQLServers
import Sessions
import Testing

@testable import PostgreSQLSessions

@Suite("The promises of a store in PostgreSQL")
struct StorePromisesTests {
    private func promises(_ options: String...) throws -> StorePromises {
        let server = try PostgreSQLServer(options: options)
        defer { try? server.stop() }
        // Only the settings are read: with a standby that does not exist no commit would end.
        return try StorePromises(of: Connection(server.settings()))
    }

    @Test("a commit is on disk, on two disks if the server waits for a standby, and nowhere for certain without syncs")
    func durability() throws {
        #expect(try promises() == StorePromises(durability: .process, sharing: .hints))
        #expect(try promises("fsync=on").durability == .disk)
        #expect(try promises("fsync=on", "synchronous_standby_names=two").durability == .replicated)
        // A standby that has not synced a commit loses it if both machines lose power.
        let written = try promises(
            "fsync=on",
            "synchronous_standby_names=two",
            "synchronous_commit=remote_write"
        )
        #expect(written.durability == .disk)
        #expect(try promises("fsync=on", "synchronous_commit=off").durability == .disk)
    }
}
