import Coordination
import Foundation
import GRDB
import Programs
import Sessions
import SessionsTesting
import Testing

@testable import SQLiteSessions

@Suite("The keyed digests of requests") struct KeyedDigestTests {
    private let plain = Digest(of: "POST /v1/sessions/a/screens/k1/outputs/submit\0{\"password\":\"canary\"}")

    @Test("plain digests of an earlier version are deleted and overwritten, and the sessions stay")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let hexadecimal = plain.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let path = try await folder.store(
            upTo: "4 reason of a quarantine",
            rows: """
                INSERT INTO session (id, application, generation, revision, credential, client, created_at, expires_at,
                    expiry_minute, creation_key, creation_request, replies, checksum, state)
                VALUES ('a', 'counter', 3, 2, zeroblob(32), '{}', 0, 7200000, 120, zeroblob(32), X'\(hexadecimal)', 2,
                    X'44136FA355B3678A', X'7B7D');
                INSERT INTO reply (session, number, key, request, at) VALUES (1, 1, zeroblob(32), X'\(hexadecimal)', 0);
                INSERT INTO reply (session, number, key, request, at) VALUES (1, 2, zeroblob(32), X'\(hexadecimal)', 0);
                """
        )
        #expect(try contains(plain.bytes, folder.path))
        let store = try SQLiteStore(path: path)
        let session = try #require(try await store.load(SessionID("a")))
        #expect(session.creation == nil && session.issue == nil)
        #expect(session.replies == Replies([], count: 2))
        #expect(session.generation == 3 && session.revision == 2)
        // Replies that are added later are numbered after the deleted ones.
        let next = SampleSessions.next(session, replies: 64, content: "next")
        let commit = SessionCommit(expectedGeneration: 3, session: next, addsReply: true)
        #expect(try await store.commit([commit]) == [.committed])
        #expect(try await store.load(session.id)?.replies == next.replies)
        await store.close()
        #expect(try !contains(plain.bytes, folder.path))
        #expect(try StoreInspection(path: path).check() == [])
    }

    private func contains(_ bytes: [UInt8], _ folder: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
            let content = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
            return content.range(of: Data(bytes)) != nil
        }
    }
}
