import Coordination
import GRDB
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("Plain steps in SQLite")
struct PlainStepTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/usher.db"
    }

    private func rows(_ sql: String) throws -> [GRDB.Row] {
        try DatabaseQueue(path: path).inDatabase { try GRDB.Row.fetchAll($0, sql: sql) }
    }

    /// Starts a session, which its client uses once.
    private func usedSession(
        in store: SQLiteStore,
        _ name: String = "s",
        due: Int? = nil,
        account: String? = nil
    ) async throws -> StoredSession {
        let first = SampleSessions.session(name)
        #expect(
            try await store.commit(SessionCommit(expectedGeneration: nil, session: first, addsReply: false))
                == .committed
        )
        let used = SampleSessions.next(first, due: due, replies: 4, content: "used", account: account)
        #expect(!used.isPlainStep(after: first))
        #expect(try await commit(used, after: first, in: store) == .committed)
        return used
    }

    private func commit(
        _ next: StoredSession,
        after session: StoredSession,
        _ change: String? = nil,
        limits: HistoryLimits = HistoryLimits(),
        in store: SQLiteStore
    ) async throws -> CommitOutcome {
        try await store.commit(
            SessionCommit(
                expectedGeneration: session.generation,
                session: next,
                record: SampleSessions.record(of: next, change),
                addsReply: next.replies.count > session.replies.count,
                isPlainStep: next.isPlainStep(after: session),
                changesAccount: next.account != session.account,
                historyLimits: limits
            )
        )
    }

    /// Commits a plain step with a whole state, and returns the session after it.
    private func step(
        _ session: StoredSession,
        expiry: Int? = nil,
        limits: HistoryLimits = HistoryLimits(),
        in store: SQLiteStore
    ) async throws -> StoredSession {
        let next = SampleSessions.next(
            session,
            expiry: expiry,
            due: session.due.map { Int(($0.milliseconds - SampleSessions.start.milliseconds) / 1_000) },
            replies: 4,
            content: "step \(session.revision)"
        )
        #expect(next.isPlainStep(after: session))
        #expect(try await commit(next, after: session, limits: limits, in: store) == .committed)
        return next
    }

    private func expectSame(_ found: StoredSession?, _ wanted: StoredSession) throws {
        let found = try #require(found)
        #expect(found.generation == wanted.generation && found.revision == wanted.revision)
        #expect(found.usedAt == wanted.usedAt && found.expiresAt == wanted.expiresAt)
        #expect(found.replies == wanted.replies && found.due == wanted.due && found.account == wanted.account)
        guard case .encoded(let state) = found.content, case .encoded(let wanted) = wanted.content else {
            Issue.record("The content is \(found.content).")
            return
        }
        #expect(state == wanted)
    }

    @Test("a plain step adds one record, and leaves the row of the session as it is")
    func onlyRecord() async throws {
        let store = try SQLiteStore(path: path)
        var session = try await usedSession(in: store, due: 60, account: "ann")
        let before = try rows("SELECT * FROM session")
        for count in 2...5 {
            session = try await step(session, expiry: 3_600 + 100 * count, in: store)
            #expect(try rows("SELECT * FROM session") == before)
            #expect(try rows("SELECT * FROM history").count == count)
            try expectSame(try await store.load(session.id), session)
        }
        await store.close()
        let again = try SQLiteStore(path: path)
        try expectSame(try await again.load(session.id), session)
        session = try await step(session, in: again)
        try expectSame(try await again.load(session.id), session)
        await again.close()
        #expect(try StoreInspection(path: path).check() == [])
    }

    @Test("a step follows commits that have no record, and they follow it")
    func amendments() async throws {
        var store = try SQLiteStore(path: path)
        var session = try await usedSession(in: store)
        for _ in 0..<3 {
            session = try await step(session, expiry: 4_000, in: store)
            let last = session
            session = SampleSessions.next(session, isStep: false, devices: SampleSessions.devices(1))
            let amendment = SessionCommit(
                expectedGeneration: last.generation,
                session: session.with(()),
                record: nil,
                addsReply: false
            )
            #expect(try await store.commit(amendment) == .committed)
            #expect(try await store.commit(amendment) == .conflict)
            try expectSame(try await store.load(session.id), session)
            // This step does not know of the amendment.
            let late = SampleSessions.next(last, content: "late")
            #expect(try await commit(late, after: last, in: store) == .conflict)
            await store.close()
            store = try SQLiteStore(path: path)
            try expectSame(try await store.load(session.id), session)
        }
        session = try await step(session, in: store)
        try expectSame(try await store.load(session.id), session)
        await store.close()
        #expect(try StoreInspection(path: path).check() == [])
    }

    @Test("a plain step that follows another generation changes nothing")
    func conflicts() async throws {
        let store = try SQLiteStore(path: path)
        let used = try await usedSession(in: store), other = try await usedSession(in: store, "other")
        let second = try await step(used, in: store), third = try await step(second, in: store)
        let unknown = SampleSessions.session("unknown"), quarantined = try await usedSession(in: store, "quarantined")
        #expect(try await store.quarantine(quarantined.id, because: "test"))
        let tables = ["session", "history", "reply"]
        let before = try tables.map { try rows("SELECT * FROM \($0)") }
        for stale in [used, second, SampleSessions.next(third), unknown, quarantined] {
            let next = SampleSessions.next(stale, replies: 4, content: "another")
            let commit = SessionCommit(
                expectedGeneration: stale.generation,
                session: next,
                addsReply: true,
                isPlainStep: true
            )
            #expect(try await store.commit(commit) == .conflict)
            #expect(try tables.map { try rows("SELECT * FROM \($0)") } == before)
        }
        // It is not committed among others in one transaction either.
        let outcomes = try await store.commit(
            [(used, "late"), (other, "next")].map { session, content in
                SessionCommit(
                    expectedGeneration: session.generation,
                    session: SampleSessions.next(session, content: content),
                    addsReply: false,
                    isPlainStep: true
                )
            }
        )
        #expect(outcomes == [.conflict, .committed])
        try expectSame(try await store.load(used.id), third)
        try expectSame(try await store.load(other.id), SampleSessions.next(other, content: "next"))
        await store.close()
    }

    @Test("a session whose steps move its expiry is due, listed, counted and removed by the last one")
    func expiry() async throws {
        let store = try SQLiteStore(path: path)
        var session = try await usedSession(in: store, due: 60, account: "ann")
        let other = try await usedSession(in: store, "other", due: 61, account: "ann")
        session = try await step(session, expiry: 9_000, in: store)
        session = try await step(session, expiry: 9_030, in: store)
        let now = other.expiresAt
        #expect(try await store.due(after: nil, at: now, limit: 9).map(\.id) == [session.id])
        let found = try await store.sessions(of: "ann", at: now, limit: 9)
        #expect(found.map(\.id) == [session.id] && found[0].usedAt == session.usedAt)
        #expect(try StoreInspection(path: path).statistics(at: now).expired == 1)
        let first = try #require(try await store.tally().firstExpiry)
        #expect(first <= other.expiresAt + .seconds(60))
        // The minute of the first one is corrected at the latest when the other is removed.
        #expect(try await store.removeExpired(before: now + .milliseconds(1), limit: 0) == 0)
        #expect(try await store.removeExpired(before: now + .milliseconds(1), limit: 1) == 1)
        #expect(try await store.removeExpired(before: now + .milliseconds(1), limit: 1) == 0)
        #expect(try rows("SELECT expiry_minute FROM session") == [["expiry_minute": session.minuteOfExpiry]])
        try expectSame(try await store.load(session.id), session)
        session = try await step(session, expiry: 9_040, in: store)
        #expect(try await store.removeExpired(before: session.expiresAt, limit: 9) == 0)
        #expect(try await store.due(after: nil, at: session.expiresAt, limit: 9) == [])
        #expect(try await store.sessions(of: "ann", at: session.expiresAt, limit: 9) == [])
        #expect(try await store.removeExpired(before: session.expiresAt + .milliseconds(1), limit: 9) == 1)
        #expect(try await store.count() == 0)
        await store.close()
        #expect(try StoreInspection(path: path).check() == [])
    }

    @Test("expired sessions are removed although many before them have been prolonged")
    func prolonged() async throws {
        let store = try SQLiteStore(path: path)
        for number in 0..<30 {
            let session = try await usedSession(in: store, "s\(number)")
            if number < 20 { _ = try await step(session, expiry: 90_000 + number, in: store) }
        }
        let time = SampleSessions.start + .seconds(4_000)
        for _ in 0..<2 { #expect(try await store.removeExpired(before: time, limit: 5) == 5) }
        for _ in 0..<3 { #expect(try await store.removeExpired(before: time, limit: 5) == 0) }
        let last = time.milliseconds / 60_000
        #expect(try rows("SELECT number FROM session WHERE expiry_minute <= \(last)").isEmpty)
        #expect(try await store.count() == 20)
        await store.close()
        #expect(try StoreInspection(path: path).check() == [])
    }

    @Test("the limits of the history keep the last record, which alone has the generation of the session")
    func trimming() async throws {
        let store = try SQLiteStore(path: path)
        var session = try await usedSession(in: store)
        for _ in 0..<5 {
            session = try await step(session, limits: HistoryLimits(entries: 0, bytes: 0), in: store)
            #expect(try rows("SELECT * FROM history").count == 1)
            try expectSame(try await store.load(session.id), session)
        }
        session = try await step(session, limits: HistoryLimits(entries: 3), in: store)
        #expect(try await store.history(of: session.id)?.records.map(\.revision) == [8, 7])
        await store.close()
    }

    @Test(
        "a session whose last record is damaged is not read as of an earlier one",
        arguments: ["generation = generation + 1", "used_at = used_at + 1", "expires_at = 0", "record = x'00'"]
    )
    func damage(_ change: String) async throws {
        let store = try SQLiteStore(path: path)
        let session = try await step(try await usedSession(in: store), in: store)
        await store.close()
        try await DatabaseQueue(path: path).write { db in
            try db.execute(sql: "UPDATE history SET \(change) WHERE place = (SELECT MAX(place) FROM history)")
        }
        let again = try SQLiteStore(path: path)
        guard case .damaged? = try await again.load(session.id)?.content else {
            Issue.record("The state is not damaged.")
            return
        }
        await again.close()
        #expect(try !StoreInspection(path: path).check().isEmpty)
    }

    @Test("a copy of the store has a session as its last record has it, and goes on from there")
    func copies() async throws {
        let store = try SQLiteStore(path: path)
        var session = try await step(try await usedSession(in: store, account: "ann"), expiry: 9_000, in: store)
        await store.close()
        let copy = folder.path + "/copy.db"
        #expect(try StoreCopy.run(from: StoreInspection(path: path), to: NewSQLiteStore(path: copy)).count == 1)
        let second = try SQLiteStore(path: copy)
        try expectSame(try await second.load(session.id), session)
        session = try await step(session, in: second)
        try expectSame(try await second.load(session.id), session)
        #expect(try await second.history(of: session.id)?.records.count == 3)
        await second.close()
        #expect(try StoreInspection(path: copy).check() == [])
    }
}

extension StoredSession {
    fileprivate var minuteOfExpiry: Int64 { expiresAt.milliseconds / 60_000 }
}
