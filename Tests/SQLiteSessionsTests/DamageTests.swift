import CoordinationTesting
import Foundation
import GRDB
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("A damaged store in SQLite")
struct DamageTests {
    /// Creates a store with sessions, closes it, and returns its path.
    private func store(_ folder: TemporaryFolder, sessions: Int = 5) async throws -> String {
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path)
        for number in 0..<sessions {
            let session = SampleSessions.session("s\(number)", createdWith: "key \(number)", due: 1)
            let next = SampleSessions.next(session, due: 1, replies: 64)
            let commits = [
                SessionCommit(expectedGeneration: nil, session: session, addsReply: false),
                SessionCommit(expectedGeneration: 1, session: next, addsReply: true),
            ]
            for commit in commits { #expect(try await store.commit([commit]) == [.committed]) }
        }
        await store.close()
        return path
    }

    private func execute(_ sql: String, _ path: String) throws {
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: sql) }
    }

    private func kind(_ store: SQLiteStore, _ id: String) async -> String {
        do {
            switch try await store.load(SessionID(id))?.content {
            case nil: return "none"
            case .damaged: return "damaged"
            case .quarantined: return "quarantined"
            case .live, .encoded: return "whole"
            }
        } catch {
            return "\(error.kind)"
        }
    }

    @Test("a state that differs from the committed one is detected, and other sessions are unharmed")
    func flippedByte() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder)
        try execute(
            """
            UPDATE history SET record = CAST('{"count":7}' AS BLOB)
            WHERE place = (SELECT number << 32 | revision FROM session WHERE id = 's2')
            """,
            path
        )
        let store = try SQLiteStore(path: path)
        for number in 0..<5 {
            #expect(await kind(store, "s\(number)") == (number == 2 ? "damaged" : "whole"))
        }
        #expect(try await store.quarantine(SessionID("s2"), because: "test"))
        #expect(try await store.quarantine(SessionID("s2"), because: "another reason") == false)
        #expect(await kind(store, "s2") == "quarantined")
        await store.close()
        #expect(
            try StoreInspection(path: path).check()
                == ["Session s2: Quarantined: test", "Session s2: its history is damaged."]
        )
    }

    @Test(
        "a row with impossible columns is unreadable, and other sessions are unharmed",
        arguments: ["credential = x'00'", "client = '{'", "creation_key = x'0102'", "client = ''"]
    )
    func damagedColumn(_ change: String) async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder)
        try execute("UPDATE session SET \(change) WHERE id = 's2'", path)
        let store = try SQLiteStore(path: path)
        for number in 0..<5 {
            #expect(await kind(store, "s\(number)") == (number == 2 ? "unreadable" : "whole"))
        }
        await store.close()
        let problems = try StoreInspection(path: path).check()
        #expect(problems.count == 1 && problems[0].hasPrefix("Session s2: its "))
    }

    @Test("with random damage to the file each session is whole, damaged or unreadable, and nothing crashes")
    func randomDamage() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder, sessions: 60)
        let original = try Data(contentsOf: URL(filePath: path))
        var generator = SeededGenerator(seed: 7)
        var counts: [String: Int] = [:]
        for _ in 0..<100 {
            var data = original
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<data.count, using: &generator)
                let length = min(Int.random(in: 1...300, using: &generator), data.count - place)
                data.replaceSubrange(
                    place..<place + length,
                    with: (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                )
            }
            try data.write(to: URL(filePath: path))
            do {
                let store = try SQLiteStore(path: path)
                for number in 0..<60 { counts[await kind(store, "s\(number)"), default: 0] += 1 }
                _ = try? await store.due(after: nil, at: SampleSessions.start, limit: 100)
                _ = try? await store.removeExpired(before: SampleSessions.start + .seconds(9_999), limit: 10)
                await store.close()
                _ = try? StoreInspection(path: path).check()
            } catch {
                counts["rejected", default: 0] += 1
            }
        }
        #expect(counts["whole", default: 0] > 1_000 && counts["damaged", default: 0] > 0, "\(counts)")
        #expect(counts["unreadable", default: 0] > 0 && counts["rejected", default: 0] > 0, "\(counts)")
    }

    @Test("a file of another program or of a later version is rejected and left unchanged")
    func rejections() async throws {
        let folder = try TemporaryFolder()
        let other = folder.path + "/other.db"
        try execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)", other)
        #expect(
            throws: StoreError(.unavailable, "\(other) is a database, but not a store of Usher; choose another file.")
        ) {
            try SQLiteStore(path: other)
        }
        #expect(try DatabaseQueue(path: other).inDatabase { try Int.fetchOne($0, sql: "SELECT a FROM t") } == 1)

        let path = try await store(folder)
        try execute("INSERT INTO grdb_migrations VALUES ('9999 of tomorrow')", path)
        let later = StoreError(
            .unavailable,
            "The store \(path) was written by a later version of Usher; use that version."
        )
        #expect(throws: later) { try SQLiteStore(path: path) }
        #expect(throws: later) { try StoreInspection(path: path) }
        try execute("DELETE FROM grdb_migrations WHERE identifier LIKE '9999%'", path)
        let again = try SQLiteStore(path: path)
        #expect(try await again.count() == 5)
        await again.close()
    }

    @Test("the check lists every session whose page is damaged")
    func damagedPages() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder, sessions: 300)
        let pages = try leaves(of: "session", path)
        let damaged = [pages[1], pages[pages.count / 2], pages[pages.count - 2]]
        try clear(damaged, path)
        let sessions = try StoreInspection(path: path).check().filter { $0.contains("its row can't be read") }
        #expect(sessions.count >= damaged.count)
        #expect(sessions.allSatisfy { $0.hasPrefix("Session s") }, "\(sessions.prefix(3))")
        let store = try SQLiteStore(path: path)
        var unreadable = 0
        for number in 0..<300 where await kind(store, "s\(number)") == "unreadable" { unreadable += 1 }
        #expect(sessions.count == unreadable)
        await store.close()
    }

    @Test("the check names every damaged page of tables and indexes, also when several are damaged at once")
    func namedPages() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder, sessions: 300)
        try execute(
            """
            INSERT INTO history (place, is_whole, generation, used_at, expires_at, record)
            SELECT (number << 32) + 1000, 0, 0, 0, 0, zeroblob(200) FROM session
            """,
            path
        )
        var damaged: [Int] = []
        for tree in ["session", "session_by_expiry", "sqlite_autoindex_session_1", "reply", "history"] {
            let pages = try leaves(of: tree, path)
            let first = try #require(pages.first)
            damaged += Set([first, pages[pages.count / 2], pages[pages.count - 1]])
        }
        try clear(damaged, path)
        let problems = try StoreInspection(path: path).check()
        #expect(damaged.count > 8 && damaged.filter { !isNamed($0, in: problems) } == [], "\(problems.prefix(20))")
        #expect(problems.allSatisfy { !$0.contains("\n") })
    }

    @Test("the check names more than a thousand damaged pages")
    func manyPages() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder, sessions: 1)
        // A page holds two rows.
        try execute(
            """
            INSERT INTO history (place, is_whole, generation, used_at, expires_at, record)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2400)
            SELECT (1 << 32) + 1000 + i, 0, 0, 0, 0, zeroblob(1800) FROM n
            """,
            path
        )
        let damaged = try leaves(of: "history", path)
        try clear(damaged, path)
        let problems = Set(try StoreInspection(path: path).check())
        #expect(damaged.count > 1_000)
        #expect(damaged.filter { !isNamed($0, in: problems) } == [])
    }

    private func leaves(of tree: String, _ path: String) throws -> [Int] {
        try DatabaseQueue(path: path).inDatabase { db in
            let query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'"
            return try Int.fetchAll(db, sql: query, arguments: [tree])
        }
    }

    private func clear(_ pages: [Int], _ path: String) throws {
        var data = try Data(contentsOf: URL(filePath: path))
        for page in pages { data.replaceSubrange((page - 1) * 4_096..<page * 4_096, with: Data(count: 4_096)) }
        try data.write(to: URL(filePath: path))
    }

    private func isNamed(_ page: Int, in problems: some Collection<String>) -> Bool {
        problems.contains { $0.hasPrefix("Page \(page): ") }
    }

    @Test("the check reads the databases beside the store, and names the one that is damaged")
    func otherDatabase() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder)
        let other = path + ".services"
        try execute("CREATE TABLE account (login TEXT) STRICT", other)
        try execute("INSERT INTO account SELECT hex(randomblob(900)) FROM json_each('[1,2,3,4,5,6,7,8,9]')", other)
        #expect(try StoreInspection(path: path).check(with: [".services", ".missing"]) == [])
        var bytes = try Data(contentsOf: URL(filePath: other))
        for index in 8_192..<8_292 { bytes[index] = 0xFF }
        try bytes.write(to: URL(filePath: other))
        let problems = try StoreInspection(path: path).check(with: [".services", ".missing"])
        #expect(!problems.isEmpty && problems.allSatisfy { $0.hasPrefix("\(other): ") }, "\(problems)")
        try Data("This is no database.".utf8).write(to: URL(filePath: other))
        let unreadable = try StoreInspection(path: path).check(with: [".services"])
        #expect(unreadable.count == 1 && unreadable[0].hasPrefix("\(other) can't be read: "), "\(unreadable)")
    }

    @Test("the check tells of a transaction that a kill has interrupted in a database beside the store")
    func interrupted() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder)
        let running = try DatabaseQueue(path: folder.path + "/running")
        try running.inDatabase { db in
            try db.execute(sql: "CREATE TABLE account (login TEXT) STRICT; PRAGMA cache_size = 4")
        }
        try await running.write { db in
            // This is more than the cache holds, so pages are written before the commit.
            for _ in 0..<100 { try db.execute(sql: "INSERT INTO account VALUES (hex(randomblob(2000)))") }
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(
                    atPath: folder.path + "/running" + suffix,
                    toPath: path + ".services" + suffix
                )
            }
        }
        let problems = try StoreInspection(path: path).check(with: [".services"])
        let sentence = "A transaction was interrupted; start the server once, which rolls it back."
        #expect(problems == ["\(path).services: \(sentence)"])
        // A server does the same when it opens the file.
        try execute("SELECT 1 FROM account", path + ".services")
        #expect(try StoreInspection(path: path).check(with: [".services"]) == [])
    }

    @Test("a backup has everything that was committed before it began, and passes the check")
    func backup() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(folder, sessions: 50)
        let store = try SQLiteStore(path: path)
        let copy = folder.path + "/copy.db"
        try StoreInspection(path: path).backUp(to: copy)
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try await store.remove(SessionID("s3"))
        await store.close()
        let second = try SQLiteStore(path: copy)
        #expect(try await second.count() == 50)
        #expect(await kind(second, "s3") == "whole")
        await second.close()
        #expect(try StoreInspection(path: copy).check() == [])
    }
}
