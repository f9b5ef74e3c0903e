import Concurrency
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import SystemPackage
import Testing

@Suite("The log of a store in SQLite") struct BackgroundCheckpointTests {
    private static let checkpointBytes = 200_000

    @Test("is written to the file and begun again while sessions commit without a pause", .timeLimit(.minutes(2)))
    func staysShort() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path, checkpointBytes: Self.checkpointBytes)
        let log = FilePath(path + "-wal")
        let longest = Lock(Int64(0))
        // The log would have about 30 MB in all if it were never begun again.
        let sessions = try await withThrowingTaskGroup(of: StoredSession.self) { group in
            for number in 0..<8 {
                group.addTask {
                    var session = SampleSessions.session("s\(number)")
                    var expected: UInt64?
                    for round in 0..<400 {
                        let commit = SessionCommit(
                            expectedGeneration: expected,
                            session: session,
                            addsReply: expected != nil
                        )
                        #expect(try await store.commit([commit]) == [.committed])
                        expected = session.generation
                        let size = try log.stat().size
                        longest.withLock { $0 = max($0, size) }
                        guard round < 399 else { break }
                        session = SampleSessions.next(
                            session,
                            replies: 4,
                            content: String(repeating: "\(round) ", count: 600)
                        )
                    }
                    return session
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(longest.withLock { $0 } < 4_000_000)
        #expect(longest.withLock { $0 } > Int64(Self.checkpointBytes))
        for session in sessions {
            let found = try await store.load(session.id)
            #expect(found?.generation == session.generation && found?.replies == session.replies)
        }
        await store.close()
        #expect((try? log.stat()) == nil, "The last checkpoint removes the log.")
        #expect(try StoreInspection(path: path).check() == [])
    }

    @Test("is written to the file by the checkpoint of a close that comes during another one")
    func closeDuringCheckpoint() async throws {
        for round in 0..<50 {
            let folder = try TemporaryFolder()
            let path = folder.path + "/usher.db"
            let store = try SQLiteStore(path: path, checkpointBytes: 1)
            var session = SampleSessions.session("a")
            let first = SessionCommit(expectedGeneration: nil, session: session, addsReply: false)
            #expect(try await store.commit([first]) == [.committed])
            for _ in 0..<(round % 7) {
                let next = SampleSessions.next(session, replies: 2, content: "\(round)")
                let commit = SessionCommit(expectedGeneration: session.generation, session: next, addsReply: true)
                #expect(try await store.commit([commit]) == [.committed])
                session = next
            }
            await store.close()
            #expect((try? FilePath(path + "-wal").stat()) == nil)
            let again = try SQLiteStore(path: path)
            #expect(try await again.load(session.id)?.generation == session.generation)
            await again.close()
        }
    }
}
