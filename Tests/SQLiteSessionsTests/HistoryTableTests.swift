import Coordination
import GRDB
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import SQLiteSessions

@Suite("The table of histories") struct HistoryTableTests {
    @Test("a session of the release before histories is loaded as it was, and its history begins with its next step")
    func migration() async throws {
        let folder = try TemporaryFolder()
        // The checksum is the first 8 bytes of the SHA-256 of “{}”.
        let path = try await folder.store(
            upTo: "6 accounts and use",
            rows: """
                INSERT INTO session (id, application, generation, revision, credential, client, created_at, expires_at,
                    expiry_minute, replies, checksum, state)
                VALUES ('a', 'counter', 3, 3, zeroblob(32), '{}', 0, 7200000, 120, 0, X'44136FA355B3678A', X'7B7D')
                """
        )
        let store = try SQLiteStore(path: path)
        let session = try #require(try await store.load(SessionID("a")))
        #expect(session.revision == 3)
        #expect(try await store.history(of: session.id)?.records.isEmpty == true)
        let record = HistoryRecord(
            revision: 4,
            at: SampleSessions.start,
            expiresAt: SampleSessions.start,
            details: Array("{}".utf8),
            change: .unknown
        )
        let next = SampleSessions.next(session)
        let commit = SessionCommit(expectedGeneration: 3, session: next, addsReply: false, history: record)
        #expect(try await store.commit(commit) == .committed)
        await store.close()
        let again = try SQLiteStore(path: path)
        #expect(try await again.history(of: session.id)?.records.map(\.revision) == [4])
        await again.close()
    }
}
