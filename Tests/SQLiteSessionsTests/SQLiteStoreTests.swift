import Glibc
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("The store in SQLite")
struct SQLiteStoreTests {
    @Test("the store in SQLite fulfills the store contract", arguments: StoreContract.Clause.allCases)
    func contract(clause: StoreContract.Clause) async throws {
        let folder = try TemporaryFolder()
        try await StoreContract { try SQLiteStore(path: folder.path + "/usher.db") }.check(clause)
    }
}
