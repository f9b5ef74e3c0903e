import PostgreSQLServers
import PostgreSQLSessions
import SessionsTesting
import Testing

@Suite("A store in PostgreSQL")
struct PostgreSQLStoreTests {
    @Test("the store passes the contract of stores", arguments: StoreContract.Clause.allCases)
    func contract(clause: StoreContract.Clause) async throws {
        let server = try PostgreSQLServer.shared.get()
        try await StoreContract { try PostgreSQLStore(server.settings()) }.check(clause)
    }
}
