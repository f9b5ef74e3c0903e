import Coordination
import GRDB
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import SQLiteSessions

@Suite("The column with the reason of a quarantine") struct QuarantineColumnTests {
    @Test("a session that was quarantined before the column was renamed stays quarantined, with its reason")
    func migration() async throws {
        let folder = try TemporaryFolder()
        // The checksum is the first 8 bytes of the SHA-256 of “{}”.
        let path = try await folder.store(
            upTo: "3 hash of the state",
            rows: """
                INSERT INTO session (id, application, generation, revision, credential, client, created_at, expires_at,
                    expiry_minute, replies, checksum, state, set_aside)
                VALUES ('a', 'counter', 1, 1, zeroblob(32), '{}', 0, 7200000, 120, 0, X'44136FA355B3678A', X'7B7D', 'bad')
                """
        )
        #expect("an inspection needs the tables of this release") {
            _ = try StoreInspection(path: path)
        } throws: { error in
            (error as? StoreError)?.description.contains("written by an earlier release") == true
        }
        let store = try SQLiteStore(path: path)
        guard case .quarantined("bad")? = try await store.load(SessionID("a"))?.content else {
            Issue.record("The session is not quarantined.")
            return
        }
        await store.close()
        let statistics = try StoreInspection(path: path).statistics(at: Timestamp(milliseconds: 0))
        #expect(statistics.quarantined == 1)
        #expect(statistics.schema == Schema.migrations.migrations.last)
    }
}
