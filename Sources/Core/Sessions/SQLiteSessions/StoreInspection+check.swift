import GRDB
public import Sessions
import SystemPackage

extension StoreInspection {
    /// Reads the whole store and looks for damage.
    ///
    /// It checks the pages of the file, the frames of the log, the columns of each row and the checksum of each state, and
    /// calls `verify`. Damage to one part does not end the check.
    ///
    /// Other SQLite databases beside the store, which are named by the suffix of their files, are checked after it. The check
    /// reads their pages and the types of their columns.
    ///
    /// - Parameters:
    ///   - suffixes: The suffixes of the other databases, such as `.services`. A database that does not exist is left out.
    ///   - verify: Returns the problem of a session in a sentence, or `nil` if it has none.
    /// - Returns: A sentence for each problem, which names the file if it is another database. Every damaged page has at least
    ///   one.
    /// - Throws: ``Sessions/StoreError`` if the store can't be read at all.
    public func check(
        with suffixes: [String] = [],
        _ verify: (StoredSession) -> String? = { _ in nil }
    ) throws(StoreError) -> [String] {
        let sessions = try reading { db in
            try Self.pageProblems(db) + Self.orphanProblems(db) + Self.sessionProblems(db, verify)
        }
        return sessions + suffixes.flatMap { Self.problems(ofDatabase: resolvedPath + $0) }
    }

    /// Returns the problems of another database, and counts it as a problem if the database can't be read.
    private static func problems(ofDatabase path: String) -> [String] {
        guard (try? FilePath(path).stat()) != nil else { return [] }
        do {
            let pages = try open(path).inDatabase { db in try pageProblems(db) }
            return pages.map { "\(path): \($0)" }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
            return ["\(path): A transaction was interrupted; start the server once, which rolls it back."]
        } catch {
            return ["\(path) can't be read: \(StoreFile.explain(error))"]
        }
    }

    /// Returns the damaged pages of all tables and indexes, and the rows that contradict the schema or an index.
    private static func pageProblems(_ db: Database) throws -> [String] {
        // SQLite accepts this as the largest number, and would end its list after a hundred problems otherwise.
        var (problems, error) = try integrityProblems("\(Int32.max)", in: db)
        guard error != nil else { return problems }
        // SQLite reads the pages of all tables first and then their rows, and it ends at the first page that it can't read. So
        // the tables are checked one by one, because the rows of some were not read.
        var known = Set(problems)
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        for table in tables {
            let (found, error) = try integrityProblems(table.quotedDatabaseIdentifier, in: db)
            problems += found.filter { known.insert($0).inserted }
            if let error {
                problems.append(
                    "The rows of the table \(table) can't be checked to their end: \(StoreFile.explain(error))"
                )
            }
        }
        return problems
    }

    /// Finds problems until SQLite is ready or can't read a page.
    ///
    /// - Parameters:
    ///   - argument: The maximum number of problems, or the name of the only table to check
    ///     (https://www.sqlite.org/pragma.html#pragma_integrity_check).
    ///   - db: The database.
    /// - Returns: The problems, and the error if it could not read a page.
    /// - Throws: Any other error.
    private static func integrityProblems(
        _ argument: String,
        in db: Database
    ) throws -> (problems: [String], error: DatabaseError?) {
        var problems: [String] = []
        do {
            // The problems are read row by row, because the rows before an error count.
            let rows = try String.fetchCursor(db, sql: "PRAGMA integrity_check(\(argument))")
            // The problems with pages are the lines of one row, after a title.
            while let row = try rows.next() {
                problems += row.split(separator: "\n").map(String.init).filter {
                    $0 != "ok" && !$0.hasPrefix("*** in ")
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return (problems, error)
        }
        return (problems, nil)
    }

    private static func orphanProblems(_ db: Database) throws -> [String] {
        do {
            let orphans = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM pragma_foreign_key_check") ?? 0
            return orphans > 0 ? ["\(orphans) replies belong to no session."] : []
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return ["The table of replies can't be read to its end: \(StoreFile.explain(error))"]
        }
    }

    private static func sessionProblems(_ db: Database, _ verify: (StoredSession) -> String?) throws -> [String] {
        var problems: [String] = []
        var unreadable: [Int64: String] = [:]
        let statement = try db.makeStatement(sql: "SELECT * FROM session WHERE number = ?")
        for number in numbers(in: db).sorted() {
            do {
                guard let row = try GRDB.Row.fetchOne(statement, arguments: [number]) else { continue }
                let session = try SessionRow.session(of: row, in: db)
                let problem =
                    switch session.content {
                    case .damaged(let reason): reason
                    case .quarantined(let reason): "Quarantined: \(reason)"
                    case .encoded, .live: verify(session)
                    }
                if let problem { problems.append("Session \(session.id): \(problem)") }
                _ = try SessionRow.history(of: row, in: db)
            } catch let error as DamagedRow {
                problems.append("Session \(error.id): its \(error.part) is damaged.")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                unreadable[number] = StoreFile.explain(error)
            }
        }
        guard !unreadable.isEmpty else { return problems }
        let ids = ids(of: unreadable, in: db)
        return problems
            + unreadable.sorted { $0.key < $1.key }.map { number, reason in
                "Session \(ids[number] ?? "in row \(number)"): its row can't be read: \(reason)"
            }
    }

    /// Returns the numbers of the rows that the table or one of its indexes lists, as far as each can be read.
    private static func numbers(in db: Database) -> Set<Int64> {
        var numbers: Set<Int64> = []
        for source in ["NOT INDEXED", "INDEXED BY session_by_expiry", "INDEXED BY sqlite_autoindex_session_1"] {
            // A list that is damaged is reported by the check of the pages.
            try? collect("SELECT number FROM session \(source)", in: db) { row in
                if let number = Int64.fromDatabaseValue(row[0]) { numbers.insert(number) }
            }
        }
        return numbers
    }

    private static func ids(of rows: [Int64: String], in db: Database) -> [Int64: String] {
        var ids: [Int64: String] = [:]
        try? collect("SELECT number, id FROM session INDEXED BY sqlite_autoindex_session_1", in: db) { row in
            guard let number = Int64.fromDatabaseValue(row[0]), rows[number] != nil else { return }
            ids[number] = String.fromDatabaseValue(row[1])
        }
        return ids
    }

    private static func collect(_ sql: String, in db: Database, _ body: (GRDB.Row) -> Void) throws {
        let rows = try GRDB.Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() { body(row) }
    }
}
