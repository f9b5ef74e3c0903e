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

    @Test("the indexed minute is never later than the expiry, and expired sessions are found by it")
    func precedes() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path)
        var session = SampleSessions.session("s", expiry: 3_600)
        #expect(
            try await store.commit([.init(expectedGeneration: nil, session: session, addsReply: false)]) == [.committed]
        )
        var earliest = session.expiresAt.milliseconds / 60_000
        for expiry in [3_601, 3_660, 7_200, 1_800, 7_200, 3_500] {
            let next = SampleSessions.next(session, expiry: expiry)
            let commit = SessionCommit(expectedGeneration: session.generation, session: next, addsReply: false)
            #expect(try await store.commit([commit]) == [.committed])
            earliest = min(earliest, next.expiresAt.milliseconds / 60_000)
            #expect(try minutes(path) == [earliest])
            session = next
        }
        #expect(try await store.removeExpired(before: session.expiresAt, limit: 10) == 0)
        #expect(try await store.removeExpired(before: session.expiresAt + .milliseconds(1), limit: 10) == 1)
        await store.close()
    }
}
