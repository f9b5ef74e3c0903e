import FaultyDisk
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("The store in SQLite on a failing disk", .serialized)
struct StoreFaultTests {
    private struct StoreFixture {
        let folder: TemporaryFolder
        let disk: FaultyDisk
        var path: String { folder.path + "/usher.db" }

        init() throws {
            folder = try TemporaryFolder()
            disk = try FaultyDisk(folder: folder.path)
        }
    }

    /// Whether a fault lasts until it is repaired, and the growth after which the store writes its log to the file.
    struct Course: CustomTestStringConvertible, CustomStringConvertible {
        var isRepeating = false
        var checkpointBytes = 16 * 1_024 * 1_024

        var description: String {
            "\(isRepeating ? "until it was repaired" : "once"), a checkpoint after \(checkpointBytes) bytes"
        }
        var testDescription: String { description }
    }

    private static let operations: [String: DiskOperations] = [
        "write": .write, "sync": .sync, "truncate": .truncate, "open": .open, "read": .read,
        "sharedMemory": .sharedMemory, "delete": .delete,
    ]

    /// Repeats a commit until its outcome is known, and heals the disk after a failure, as clients and registry do.
    private func commit(_ commit: SessionCommit, to store: SQLiteStore, _ disk: FaultyDisk) async throws {
        for _ in 0..<20 {
            do throws(StoreError) {
                let outcome = try await store.commit([commit])[0]
                // A conflict can only come from this commit itself, if an earlier attempt had an unknown outcome.
                let found = try await store.load(commit.session.id)
                #expect(found?.generation == commit.session.generation, "\(outcome)")
                return
            } catch {
                #expect(error.kind == .unavailable || error.kind == .unknownOutcome, "\(error)")
                disk.clearFaults()
            }
        }
        Issue.record("The store did not recover.")
    }

    @Test(
        "an operation that fails, once or until the disk is healed, loses nothing acknowledged, and the store recovers",
        arguments: ["write", "sync", "truncate", "open", "read", "sharedMemory", "delete"],
        [Course(), Course(isRepeating: true), Course(checkpointBytes: 1)]
    )
    func everyOperation(_ name: String, _ course: Course) async throws {
        let operation = try #require(Self.operations[name])
        var count = 0
        while true {
            let fixture = try StoreFixture()
            fixture.disk.fail(operation, after: count, repeating: course.isRepeating)
            var opened: SQLiteStore?
            for _ in 0..<5 where opened == nil {
                do throws(StoreError) {
                    opened = try SQLiteStore(path: fixture.path, checkpointBytes: course.checkpointBytes)
                } catch {
                    fixture.disk.clearFaults()
                }
            }
            var store = try #require(opened, "It can't be opened any more.")
            var sessions = (0..<3).map { SampleSessions.session("s\($0)", createdWith: "k\($0)") }
            for session in sessions {
                try await commit(
                    SessionCommit(expectedGeneration: nil, session: session, addsReply: false),
                    to: store,
                    fixture.disk
                )
            }
            for round in 0..<3 {
                for index in sessions.indices {
                    let next = SampleSessions.next(sessions[index], replies: 2, content: "round \(round)")
                    try await commit(
                        SessionCommit(
                            expectedGeneration: sessions[index].generation,
                            session: next,
                            addsReply: true,
                            isPlainStep: next.isPlainStep(after: sessions[index])
                        ),
                        to: store,
                        fixture.disk
                    )
                    sessions[index] = next
                }
            }
            let failures = fixture.disk.failures
            await store.close()
            fixture.disk.clearFaults()
            store = try SQLiteStore(path: fixture.path)
            for session in sessions {
                let found = try await store.load(session.id)
                #expect(found?.generation == session.generation && found?.replies == session.replies)
            }
            #expect(try await store.count() == 3)
            await store.close()
            #expect(try StoreInspection(path: fixture.path).check() == [])
            if failures == 0 { break }
            count += 1
        }
        print("torture: \(name) failed at \(count) points, \(course) - 0 lost")
        // Some operations are so rare in the life of a store that there may be nothing to fail.
        #expect(count > 0 || name == "delete" || name == "truncate", "nothing was tried")
    }

    @Test("a full disk rejects commits for certain, allows reads, and accepts commits again once there is room")
    func full() async throws {
        let fixture = try StoreFixture()
        let store = try SQLiteStore(path: fixture.path)
        var session = SampleSessions.session("a")
        try await commit(
            SessionCommit(expectedGeneration: nil, session: session, addsReply: false),
            to: store,
            fixture.disk
        )
        fixture.disk.limit(bytes: 0)
        for _ in 0..<3 {
            let next = SampleSessions.next(session, content: String(repeating: "x", count: 50_000))
            await #expect(throws: StoreError.self) {
                do throws(StoreError) {
                    _ = try await store.commit([SessionCommit(expectedGeneration: 1, session: next, addsReply: false)])
                } catch {
                    #expect(error.kind == .unavailable)
                    throw error
                }
            }
            #expect(try await store.load(session.id)?.generation == 1)
        }
        await #expect(throws: StoreError.self) { try await store.probe() }
        fixture.disk.limit(bytes: nil)
        let next = SampleSessions.next(session, content: String(repeating: "x", count: 50_000))
        #expect(
            try await store.commit([SessionCommit(expectedGeneration: 1, session: next, addsReply: false)]) == [
                .committed
            ]
        )
        session = next
        #expect(try await store.load(session.id)?.generation == 2)
        await store.close()
    }

    @Test("the store reports a failing disk, and recovers without a restart once the disk is healed")
    func heals() async throws {
        let fixture = try StoreFixture()
        let store = try SQLiteStore(path: fixture.path)
        let session = SampleSessions.session("a")
        try await commit(
            SessionCommit(expectedGeneration: nil, session: session, addsReply: false),
            to: store,
            fixture.disk
        )
        fixture.disk.fail(.sync, repeating: true)
        let next = SampleSessions.next(session)
        let commit = SessionCommit(expectedGeneration: 1, session: next, addsReply: false)
        var kinds: [StoreError.Kind] = []
        for _ in 0..<3 {
            do throws(StoreError) { _ = try await store.commit([commit]) } catch { kinds.append(error.kind) }
        }
        #expect(kinds == [.unknownOutcome, .unavailable, .unavailable])
        fixture.disk.clearFaults()
        let deadline = ContinuousClock.now + .seconds(30)
        while (try? await store.probe()) == nil, ContinuousClock.now < deadline { await Task.yield() }
        let found = try #require(try await store.load(session.id))
        if found.generation == 1 { #expect(try await store.commit([commit]) == [.committed]) }
        #expect(try await store.load(session.id)?.generation == 2)
        await store.close()
    }
}
