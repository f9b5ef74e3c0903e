import Coordination
import GRDB
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import SQLiteSessions

@Suite("The checksum of a row in SQLite")
struct ChecksumTests {
    /// Creates a file of the previous schema version: one intact session, and one whose state has changed.
    private func previousVersionFile(_ folder: TemporaryFolder) async throws -> String {
        // The first 8 bytes of the SHA-256 of “{}”.
        return try await folder.store(
            upTo: "2 expiry by the minute",
            rows: """
                INSERT INTO session (id, application, generation, revision, credential, client, created_at, expires_at,
                    expiry_minute, replies, checksum, state)
                VALUES ('whole', 'counter', 1, 1, zeroblob(32), '{}', 0, 7200000, 120, 0, X'44136FA355B3678A', X'7B7D'),
                    ('changed', 'counter', 1, 1, zeroblob(32), '{}', 0, 7200000, 120, 0, X'44136FA355B3678A', X'7B7C')
                """
        )
    }

    private func checksums(_ path: String) throws -> [String] {
        try DatabaseQueue(path: path).inDatabase { db in
            try String.fetchAll(
                db,
                sql: "SELECT id || ' ' || hex(checksum) || ' ' || IFNULL(state_hash, 'none') FROM session ORDER BY id"
            )
        }
    }

    @Test("a row of the previous version loads, and a change of its state is detected")
    func previousVersionRow() async throws {
        let folder = try TemporaryFolder()
        let path = try await previousVersionFile(folder)
        let store = try SQLiteStore(path: path)
        guard case .encoded(let state)? = try await store.load(SessionID("whole"))?.content else {
            return #expect(Bool(false), "The row of the version before is not whole.")
        }
        #expect(state == Array("{}".utf8))
        guard case .damaged? = try await store.load(SessionID("changed"))?.content else {
            return #expect(Bool(false), "The changed state was not noticed.")
        }
        await store.close()
        #expect(try StoreInspection(path: path).check().map { $0.prefix(16) } == ["Session changed:"])
    }

    @Test("a row of the previous version gets the new checksum with its next commit, and no earlier")
    func nextCommit() async throws {
        let folder = try TemporaryFolder()
        let path = try await previousVersionFile(folder)
        let store = try SQLiteStore(path: path)
        #expect(try checksums(path) == ["changed 44136FA355B3678A none", "whole 44136FA355B3678A none"])
        let session = try #require(try await store.load(SessionID("whole")))
        let next = SampleSessions.next(session, content: "{}")
        let commit = SessionCommit(expectedGeneration: session.generation, session: next, addsReply: false)
        #expect(try await store.commit([commit]) == [.committed])
        let (before, after) = ("changed 44136FA355B3678A none", try checksums(path))
        #expect(after.first == before)
        #expect(after.last?.hasPrefix("whole  ") == true && after.last != "whole  none")
        guard case .encoded? = try await store.load(SessionID("whole"))?.content else {
            return #expect(Bool(false), "The committed row is not whole.")
        }
        await store.close()
    }

    @Test(
        "every change of a state or of its checksum is detected",
        arguments: [
            "state = X'7B7C'", "state_hash = state_hash + 1", "state_hash = NULL", "state_hash = 0",
            "state_hash = NULL, checksum = X'44136FA355B3678B'",
        ]
    )
    func damage(change: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path)
        let session = SampleSessions.session("s")
        #expect(
            try await store.commit([.init(expectedGeneration: nil, session: session, addsReply: false)]) == [.committed]
        )
        await store.close()
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE session SET \(change)") }
        let reopened = try SQLiteStore(path: path)
        guard case .damaged? = try await reopened.load(session.id)?.content else {
            return #expect(Bool(false), "The change was not noticed.")
        }
        await reopened.close()
    }
}
