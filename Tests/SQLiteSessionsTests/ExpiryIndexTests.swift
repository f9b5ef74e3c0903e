import Coordination
import GRDB
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import SQLiteSessions

@Suite("The index of expiries in SQLite")
struct ExpiryIndexTests {
    private func minutes(_ path: String) throws -> [Int64] {
        try DatabaseQueue(path: path).inDatabase { db in
            try Int64.fetchAll(db, sql: "SELECT expiry_minute FROM session ORDER BY id")
        }
    }

    @Test("the indexed minute follows the expiry, and expired sessions are found by it")
    func follows() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path)
        var session = SampleSessions.session("s", expiry: 3_600)
        #expect(
            try await store.commit([.init(expectedGeneration: nil, session: session, addsReply: false)]) == [.committed]
        )
        for expiry in [3_601, 3_659, 3_660, 7_200] {
            let next = SampleSessions.next(session, expiry: expiry)
            let commit = SessionCommit(expectedGeneration: session.generation, session: next, addsReply: false)
            #expect(try await store.commit([commit]) == [.committed])
            #expect(try minutes(path) == [next.expiresAt.milliseconds / 60_000])
            session = next
        }
        #expect(try await store.removeExpired(before: session.expiresAt, limit: 10) == 0)
        #expect(try await store.removeExpired(before: session.expiresAt + .milliseconds(1), limit: 10) == 1)
        await store.close()
    }
}
