import Coordination
import PostgreSQL
import PostgreSQLServers
import PostgreSQLSessions
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("A copy of a store")
struct StoreCopyTests {
    private let folder: TemporaryFolder
    private let settings: ConnectionSettings

    init() throws {
        folder = try TemporaryFolder()
        settings = try PostgreSQLServer.shared.get().settings(count: 2)
    }

    /// All that a source has, as text, by session.
    private func contents(of source: any StoreSource) throws -> [String: String] {
        var contents: [String: String] = [:]
        try source.forEachSession { result in
            let copy = try result.get()
            let records = copy.history.sorted { $0.revision < $1.revision }
                .map { "\($0.revision) \($0.at) \($0.expiresAt) \($0.details) \($0.state)" }
            let session = copy.session
            contents[session.id.description] = """
                \(session.application) \(session.generation) \(session.revision) \(session.credential) \(session.client)
                \(session.createdAt) \(String(describing: session.usedAt)) \(session.expiresAt)
                \(String(describing: session.account)) \(String(describing: session.creation))
                \(String(describing: session.issue)) \(session.devices) \(session.replies)
                \(String(describing: session.due)) \(session.content) \(records) \(copy.crashes)
                \(String(describing: copy.quarantineReason))
                """
        }
        return contents
    }

    /// Fills a store with sessions of every kind: with and without replies, histories, accounts, marks and timers.
    private func fill(_ store: SQLiteStore, count: Int) async throws {
        for number in 0..<count {
            var session = SampleSessions.session(
                "s\(number)",
                createdWith: "k\(number)",
                due: number % 3 == 0 ? 9 : nil
            )
            let creation = SessionCommit(expectedGeneration: nil, session: session, addsReply: false)
            #expect(try await store.commit(creation) == .committed)
            for step in 0..<(number % 5) {
                let next = SampleSessions.next(
                    session,
                    due: number % 3 == 0 ? 60 : nil,
                    replies: 2,
                    content: "\(number).\(step)",
                    account: number % 2 == 0 ? "ada" : nil,
                    devices: SampleSessions.devices(number % 4)
                )
                let record = SampleSessions.record(of: next, step % 2 == 0 ? nil : "{\"change\":\(step)}")
                let commit = SessionCommit(
                    expectedGeneration: session.generation,
                    session: next,
                    record: record,
                    addsReply: true,
                    changesAccount: next.account != session.account
                )
                #expect(try await store.commit(commit) == .committed)
                session = next
            }
            if number % 7 == 0 { _ = try await store.recordCrash(of: session.id) }
            if number % 11 == 0 { #expect(try await store.quarantine(session.id, because: "a test")) }
        }
    }

    @Test(
        "has every session with all that belongs to it, from SQLite to PostgreSQL and back, while a server has the file"
    )
    func roundTrip() async throws {
        let path = folder.path + "/usher.db", back = folder.path + "/back.db"
        let store = try SQLiteStore(path: path)
        // These are more sessions than two groups have.
        try await fill(store, count: 450)
        let expected = try contents(of: StoreInspection(path: path))
        #expect(expected.count == 450)
        let copied = try StoreCopy.run(from: StoreInspection(path: path), to: NewPostgreSQLStore(settings))
        #expect(copied.count == 450 && copied.problems.isEmpty)
        #expect(try contents(of: PostgreSQLInspection(settings)) == expected)
        try StoreCopy.run(from: PostgreSQLInspection(settings), to: NewSQLiteStore(path: back))
        #expect(try contents(of: StoreInspection(path: back)) == expected)
        // It lists the quarantined sessions, in the order of their rows, which a copy doesn't keep.
        #expect(try Set(StoreInspection(path: back).check()) == Set(StoreInspection(path: path).check()))
        await store.close()

        // A session goes on in the copy.
        let shared = try PostgreSQLStore(settings)
        let session = try #require(try await shared.load(SessionID("s4")))
        let next = SampleSessions.next(session, replies: 2, content: "next")
        let commit = SessionCommit(expectedGeneration: session.generation, session: next, addsReply: true)
        #expect(try await shared.commit(commit) == .committed)
        #expect(try await shared.load(SessionID("s0"))?.isQuarantined == true)
        await shared.close()
    }

    @Test("lets a server claim the effects and timers of the copied sessions, apart from quarantined ones")
    func work() async throws {
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path)
        let state = try CounterState()
        for number in 0..<12 {
            let session = SampleSessions.session("s\(number)").with(StoredContent.encoded(StateLog(whole: state.bytes)))
            let creation = SessionCommit(expectedGeneration: nil, session: session, addsReply: false)
            #expect(try await store.commit(creation) == .committed)
        }
        for number in [0, 11] { #expect(try await store.quarantine(SessionID("s\(number)"), because: "a test")) }
        await store.close()
        try StoreCopy.run(from: StoreInspection(path: path), to: NewPostgreSQLStore(settings))
        let shared = try PostgreSQLStore(settings)
        let claimed = try await shared.claimWork(at: SampleSessions.start, limit: 100)
        #expect(Set(claimed.work.map(\.session)) == Set((1..<11).map { SessionID("s\($0)") }))
        #expect(claimed.work.allSatisfy { $0.key == state.pending.first?.key })
        #expect(claimed.next == SampleSessions.start + .seconds(60))
        await shared.close()
    }

    @Test("is not made into a store that has sessions")
    func notEmpty() async throws {
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path)
        try await fill(store, count: 3)
        try StoreCopy.run(from: StoreInspection(path: path), to: NewPostgreSQLStore(settings))
        let error = #expect(throws: StoreError.self) {
            try StoreCopy.run(from: StoreInspection(path: path), to: NewPostgreSQLStore(settings))
        }
        #expect(error?.kind == .conflict)
        #expect(try contents(of: PostgreSQLInspection(settings)).count == 3)
        await store.close()
    }
}

extension StoredSession {
    fileprivate var isQuarantined: Bool { if case .quarantined = content { true } else { false } }
}
