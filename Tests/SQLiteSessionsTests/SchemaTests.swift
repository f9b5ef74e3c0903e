import GRDB
import Testing

@testable import SQLiteSessions

@Suite("The tables of the store")
struct SchemaTests {
    @Test("a file whose tables were migrated overwrites removed rows like every other file")
    func secureDelete() throws {
        let queue = try DatabaseQueue()
        try Schema.migrate(queue)
        // 2 stands for FAST (https://www.sqlite.org/pragma.html#pragma_secure_delete).
        #expect(try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA secure_delete") } == 2)
    }
}
