import Coordination
import PostgreSQL
import PostgreSQLServers
import PostgreSQLSessions
import Sessions
import SessionsTesting
import Testing

@Suite("The checksums of rows in PostgreSQL")
struct ChecksumTests {
    private let settings: ConnectionSettings

    init() throws {
        settings = try PostgreSQLServer.shared.get().settings(count: 2)
    }

    /// Adds a session that has a value in every column.
    private func fill(_ store: PostgreSQLStore, _ name: String) async throws {
        let state = try CounterState()
        let work = state.pending.map { CommittedWork(key: $0.key, due: $0.due) }
        let session = SampleSessions.session(name, createdWith: name, due: 60)
            .with(StoredContent.encoded(StateLog(whole: state.bytes)))
        let change = String(decoding: state.change, as: UTF8.self)
        for commit in SampleSessions.commitsOfEveryColumn(session, change: change, work: work) {
            #expect(try await store.commit(commit) == .committed)
        }
    }

    /// The columns of a table that have a value in every row, and an expression for each that flips a bit.
    private func flips(_ table: String, on connection: Connection) throws -> [(column: String, flipped: String)] {
        var parameters = Parameters()
        parameters.append(text: table)
        let rows = try connection.query(
            """
            SELECT column_name::text, data_type::text FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = $1::text
            """,
            parameters
        )
        return try rows.map { $0 }.compactMap { row in
            guard let column = row.text(0), let type = row.text(1) else { return nil }
            let missing = try connection.query("SELECT count(*) FROM \(table) WHERE \(column) IS NULL")
            guard missing.first?.integer(0) == 0 else { return nil }
            switch type {
            // Another bit than in the next row.
            case "bigint": return (column, "\(column) # 64")
            case "boolean": return (column, "NOT \(column)")
            case "bytea": return (column, "set_byte(\(column), 0, get_byte(\(column), 0) # 1)")
            default: return (column, "chr(ascii(\(column)) # 1) || substr(\(column), 2)")
            }
        }
    }

    private func name(_ body: () async throws(StoreError) -> StoredContent?) async -> String {
        do throws(StoreError) {
            switch try await body() {
            case nil: return "none"
            case .damaged: return "damaged"
            case .quarantined: return "quarantined"
            case .live, .encoded: return "whole"
            }
        } catch {
            return "\(error.kind)"
        }
    }

    @Test(
        "one flipped bit in any column of a session is noticed by a server and by a check",
        arguments: [
            ("session", "true", 19), ("reply", "number = 3", 3), ("history", "revision = 4", 4),
            ("work", "due_at IS NOT NULL", 2),
        ]
    )
    func flippedBit(table: String, row: String, columnCount: Int) async throws {
        let store = try PostgreSQLStore(settings), connection = try Connection(settings)
        try await fill(store, "s")
        #expect(try PostgreSQLInspection(settings).check() == [])
        let id = SessionID("s")
        // The two marks are set without a commit: a wrong number of crashes quarantines a session early or late, and the reason
        // is for operators only.
        let flips = try flips(table, on: connection).filter { !["crashes", "quarantine_reason"].contains($0.column) }
        #expect(flips.count >= columnCount, "\(flips)")
        for (column, flipped) in flips {
            try connection.execute("CREATE TABLE kept AS SELECT * FROM \(table)")
            try connection.execute(
                "UPDATE \(table) SET \(column) = \(flipped) WHERE \(row)"
            )
            #expect(try !PostgreSQLInspection(settings).check().isEmpty, "\(column)")
            let session = await name { () throws(StoreError) in try await store.load(id)?.content }
            let history = await name { () throws(StoreError) in try await store.history(of: id)?.session.content }
            switch table {
            case "session", "reply": #expect(["damaged", "unreadable", "none"].contains(session), "\(column)")
            // The state is in the record.
            case "history":
                #expect(session == "damaged" && ["damaged", "unreadable"].contains(history), "\(column)")
            default: #expect(session == "whole")
            }
            try connection.execute("TRUNCATE \(table); INSERT INTO \(table) SELECT * FROM kept; DROP TABLE kept")
        }
        #expect(try PostgreSQLInspection(settings).check() == [])
        await store.close()
    }

    @Test("a check finds effects that have lost their session, and statistics count what there is")
    func orphans() async throws {
        let store = try PostgreSQLStore(settings)
        for name in ["a", "b", "c"] { try await fill(store, name) }
        #expect(try await store.quarantine(SessionID("c"), because: "a test"))
        let statistics = try PostgreSQLInspection(settings).statistics(at: SampleSessions.start + .seconds(7_200))
        #expect(statistics.sessions == ["counter": 3] && statistics.expired == 3 && statistics.waiting == 2)
        #expect(statistics.quarantined == 1 && statistics.replies >= 6 && statistics.fileBytes > 0)
        #expect(statistics.database.hasPrefix("PostgreSQL 1"))
        try Connection(settings).execute("DELETE FROM session WHERE id = 'a'")
        let problems = try PostgreSQLInspection(settings).check()
        #expect(problems.contains("Session c: Quarantined: a test"))
        #expect(problems.contains("2 effects or timers belong to no session."))
        await store.close()
    }

    @Test("nine of ten updates of a session write no index")
    func heapOnlyUpdates() async throws {
        let server = try PostgreSQLServer(), store = try PostgreSQLStore(server.settings())
        var sessions = (0..<50).map { SampleSessions.session("s\($0)", createdWith: "k\($0)") }
        for session in sessions {
            let commit = SessionCommit(expectedGeneration: nil, session: session, addsReply: false)
            #expect(try await store.commit(commit) == .committed)
        }
        for step in 0..<40 {
            for place in sessions.indices {
                let next = SampleSessions.next(sessions[place], replies: 8, content: "{\"count\":\(step)}")
                let commit = SessionCommit(
                    expectedGeneration: sessions[place].generation,
                    session: next,
                    addsReply: true
                )
                #expect(try await store.commit(commit) == .committed)
                sessions[place] = next
            }
        }
        await store.close()
        let connection = try Connection(server.settings())
        // The processes of the store have reported their numbers when they have ended.
        var updates: Int64 = 0, heapOnly: Int64 = 0
        while updates < 2_000 {
            let row = try connection.query(
                """
                SELECT sum(n_tup_upd)::bigint, sum(n_tup_hot_upd)::bigint FROM pg_stat_user_tables
                WHERE relname LIKE 'session_%'
                """
            ).first
            updates = row?.integer(0) ?? 0
            heapOnly = row?.integer(1) ?? 0
        }
        #expect(Double(heapOnly) / Double(updates) > 0.9, "\(heapOnly) of \(updates)")
        try server.stop()
    }
}
