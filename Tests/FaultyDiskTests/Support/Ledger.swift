import GRDB

/// A database of entries in a form that shows when an entry or a part of it is lost.
///
/// Each entry is one transaction: three rows of its own, and one row that all entries change.
struct Ledger {
    static let fileName = "ledger.db"
    static let logName = "ledger.db-wal"

    let database: DatabaseQueue

    /// Opens the ledger of a folder as a store would: with a write-ahead log, by default synced at every commit.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder. The database is created if it doesn't exist.
    ///   - synchronous: The value of `PRAGMA synchronous`: `FULL` syncs the log at every commit.
    ///   - checkpointPages: The size of the log, in pages, at which a commit also checkpoints it, or 0 for never.
    /// - Throws: `DatabaseError` if SQLite can't open the file or refuses a setting.
    init(in folder: String, synchronous: String = "FULL", checkpointPages: Int = 0) throws {
        database = try DatabaseQueue(path: "\(folder)/\(Self.fileName)")
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpointPages)")
        }
    }

    func create() throws {
        try database.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE entry (number INTEGER, part INTEGER, content BLOB, PRIMARY KEY (number, part));
                    CREATE TABLE total (entries INTEGER);
                    INSERT INTO total VALUES (0);
                    """
            )
        }
    }

    /// Adds an entry in a transaction of its own.
    func add(_ number: Int, size: Int = 300) throws {
        try database.write { try Self.add(number, size: size, in: $0) }
    }

    static func add(_ number: Int, size: Int = 300, in database: Database) throws {
        for part in 1...3 {
            try database.execute(
                sql: "INSERT INTO entry VALUES (?, ?, zeroblob(?))",
                arguments: [number, part, size]
            )
        }
        try database.execute(sql: "UPDATE total SET entries = entries + 1")
    }

    /// Copies the log into the database, and then truncates it.
    func checkpoint() throws {
        try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    /// Returns the numbers of the complete entries.
    ///
    /// - Throws: ``Damage`` when an entry is incomplete, or the database is corrupt.
    func entries() throws -> [Int] {
        try database.read { database in
            let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            guard integrity == ["ok"] else { throw Damage(description: integrity.joined(separator: "; ")) }
            guard try database.tableExists("entry") else { return [] }
            let halves = try Int.fetchAll(
                database,
                sql: "SELECT number FROM entry GROUP BY number HAVING count(*) <> 3"
            )
            guard halves.isEmpty else { throw Damage(description: "half of \(halves)") }
            let numbers = try Int.fetchAll(database, sql: "SELECT number FROM entry WHERE part = 1 ORDER BY number")
            let total = try Int.fetchOne(database, sql: "SELECT entries FROM total")
            guard total == numbers.count else { throw Damage(description: "\(numbers) counted as \(total ?? -1)") }
            return numbers
        }
    }

    struct Damage: Error, CustomStringConvertible {
        let description: String
    }
}
