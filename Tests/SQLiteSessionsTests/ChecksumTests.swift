import Coordination
import Foundation
import GRDB
import Programs
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("The checksums of rows in SQLite")
struct ChecksumTests {
    /// The columns that no checksum covers, and why a changed one is found or does no harm.
    private static let uncovered: [String: Set<String>] = [
        // A changed `number` is out of order among the rows, which SQLite's own check finds. The two marks are set without a
        // commit: a wrong number of crashes quarantines a session early or late, and the reason is for operators only. A minute
        // that is too early is corrected, because an earlier expiry may have left it. Only a minute that is too late is damage.
        "session": ["number", "crashes", "quarantine_reason", "expiry_minute"],
        "reply": ["session"],
        "history": ["place"],
    ]

    /// A closed store with one session that has a value in every column.
    private func store(in folder: TemporaryFolder) async throws -> String {
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path)
        let session = SampleSessions.session("s", createdWith: "k", due: 9)
        for commit in SampleSessions.commitsOfEveryColumn(session) {
            #expect(try await store.commit(commit) == .committed)
        }
        await store.close()
        return path
    }

    /// The columns of a table that have a value in its first row.
    private func columns(_ table: String, _ path: String) throws -> [String] {
        try DatabaseQueue(path: path).inDatabase { db in
            let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM \(table)"))
            return row.columnNames.filter { !(row[$0] as DatabaseValue).isNull }
        }
    }

    /// Flips a bit of the first byte or of the number in a column of the first row.
    private func flip(_ column: String, of table: String, _ path: String) throws {
        try DatabaseQueue(path: path).inDatabase { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF; DROP TRIGGER history_of_removed_session")
            let key = table == "history" ? "place" : "number"
            let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM \(table) ORDER BY \(key)"))
            let flipped: DatabaseValue =
                switch (row[column] as DatabaseValue).storage {
                // Another bit than in the next row.
                case .int64(let number): (number ^ 64).databaseValue
                case .string(let text): String(decoding: flipped(Data(text.utf8)), as: UTF8.self).databaseValue
                case .blob(let data): flipped(data).databaseValue
                case .double, .null: .null
                }
            let place: DatabaseValue = row[key]
            try db.execute(
                sql: "UPDATE \(table) SET \(column) = ? WHERE \(key) = ?",
                arguments: [flipped, place]
            )
        }
    }

    private func flipped(_ data: Data) -> Data { Data([data.first.map { $0 ^ 1 } ?? 0]) + data.dropFirst() }

    /// Returns how a server reads the session and its history.
    private func reading(_ path: String) async throws -> (session: String, history: String) {
        func name(_ body: () async throws(StoreError) -> StoredContent?) async -> String {
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
        let store = try SQLiteStore(path: path), id = SessionID("s")
        let result = (
            await name { () throws(StoreError) in try await store.load(id)?.content },
            await name { () throws(StoreError) in try await store.history(of: id)?.session.content }
        )
        await store.close()
        return result
    }

    @Test(
        "one flipped bit in any column of a session is noticed by a server and by a check",
        arguments: ["session", "reply"]
    )
    func session(_ table: String) async throws {
        let folder = try TemporaryFolder()
        let path = try await store(in: folder)
        #expect(try await reading(path).session == "whole")
        #expect(try StoreInspection(path: path).check() == [])
        let columns = try columns(table, path).filter { Self.uncovered[table]?.contains($0) == false }
        #expect(columns.count >= (table == "session" ? 15 : 5))
        for column in columns {
            let copy = folder.path + "/\(column).db"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try flip(column, of: table, copy)
            #expect(try await ["damaged", "unreadable", "none"].contains(reading(copy).session), "\(column)")
            #expect(try !StoreInspection(path: copy).check().isEmpty, "\(column)")
        }
    }

    @Test("one flipped bit in any column of a record is noticed by the session, its history and a check")
    func history() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(in: folder)
        #expect(try await reading(path).history == "whole")
        let columns = try columns("history", path).filter { $0 != "place" }
        #expect(Set(columns) == ["is_whole", "generation", "used_at", "expires_at", "record"])
        for column in columns {
            let copy = folder.path + "/\(column).db"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try flip(column, of: "history", copy)
            let read = try await reading(copy)
            #expect(read.session == "damaged" && read.history == "unreadable", "\(column)")
            #expect(try !StoreInspection(path: copy).check().isEmpty, "\(column)")
        }
    }

    @Test("one flipped bit in a record before the last whole one is noticed by the history and a check only")
    func olderRecord() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/usher.db"
        let store = try SQLiteStore(path: path)
        let session = SampleSessions.session("s")
        let next = SampleSessions.next(session, content: "next")
        let commits = [
            SessionCommit(expectedGeneration: nil, session: session, addsReply: false),
            SessionCommit(expectedGeneration: 1, session: next, addsReply: false),
        ]
        for commit in commits { #expect(try await store.commit(commit) == .committed) }
        await store.close()
        #expect(try await reading(path) == ("whole", "whole"))
        try flip("record", of: "history", path)
        #expect(try await reading(path) == ("whole", "unreadable"))
        #expect(try StoreInspection(path: path).check() == ["Session s: its history is damaged."])
    }

    @Test("a session with a flipped bit in its account is not in the list of another account")
    func account() async throws {
        let folder = try TemporaryFolder()
        let path = try await store(in: folder)
        try flip("account", of: "session", path)
        let store = try SQLiteStore(path: path)
        // The lowest bit of "a" makes it "`".
        #expect(try await store.sessions(of: "`da", at: SampleSessions.start, limit: 9).isEmpty)
        await store.close()
    }
}
