import Cryptography
import FoundationEssentials
public import Sessions

/// The database beside the sessions, in which services store their data, such as accounts and orders: a file of SQLite, or tables
/// in PostgreSQL beside those of the sessions.
///
/// A call returns after its change is on disk. Transactions are serializable: each has the outcome that it would have alone.
public struct ServiceDatabase: WatchedDatabase {
    /// The engine that has the tables.
    package let engine: any ServiceEngine
    /// The bytes from which the keys of digests are derived.
    private let secret: [UInt8]
    /// The faults of a test, which break commits before and after they take effect, or `nil` for none.
    package var faults: (any CommitFaults)?

    /// Opens a file of SQLite.
    ///
    /// The file becomes readable and writable for its owner only. As long as a server has it, no other server can open it.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a folder that exists.
    ///   - key: Secret bytes, such as those of `--code-key`, from which the keys of digests of logins, sessions, addresses and
    ///     phones are derived. Without them, who has the file can test guesses at these. With other bytes than before, the
    ///     counts of sign-ins start anew.
    /// - Throws: `StoreError` when another server has the file or it can't be opened, and `DatabaseError` when it can't be
    ///   used; an existing file is unchanged.
    public init(path: String, key: [UInt8]? = nil) throws {
        try self.init(SQLiteServices(path: path), key: key ?? [])
    }

    /// Creates a database in memory, which ends with the process.
    ///
    /// - Throws: `DatabaseError` when SQLite can't create it.
    public static func inMemory() throws -> Self {
        try Self(SQLiteServices.inMemory(), key: Sodium.randomBytes(Sodium.authenticationKeyByteCount))
    }

    /// Uses the engine of a server.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - key: Secret bytes; see ``init(path:key:)``.
    /// - Throws: The errors of ``create(_:)``.
    package init(_ engine: any ServiceEngine, key: [UInt8]) throws {
        self.init(joining: engine, key: key)
        try create(.operations)
    }

    /// Uses the engine of a server that runs, for a command, which needs no key.
    package init(joining engine: any ServiceEngine, key: [UInt8] = []) {
        self.engine = engine
        secret = key
    }

    /// Joins the server that has a file, or may have it, for a command.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The database, or `nil` if there is no such file.
    /// - Throws: `DatabaseError` if the file can't be used.
    public static func joining(path: String) throws -> Self? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return Self(joining: try SQLiteServices(joining: path))
    }

    /// Makes a file for a copy.
    ///
    /// - Throws: `StoreError` if a server uses it or it can't be made.
    public static func forCopy(to path: String) throws -> Self { Self(joining: try SQLiteServices(path: path)) }

    /// Creates the tables of a service, unless the database has them.
    ///
    /// - Throws: `StoreError` or `DatabaseError` if the database can't be used; nothing has changed then.
    public func create(_ tables: ServiceTables) throws { try engine.create(tables) }

    /// Returns whether the database has the tables of a service.
    ///
    /// - Throws: `StoreError` or `DatabaseError` if the database can't be used.
    package func has(_ tables: ServiceTables) throws -> Bool { try engine.has(tables) }

    /// Returns a key for one purpose, which is derived from the secret bytes of the database.
    package func key(for purpose: String) -> [UInt8] {
        Sodium.authenticationCode(of: Array(purpose.utf8), key: secret)
    }

    /// Whether several servers use the database.
    package var isShared: Bool { engine.isShared }

    /// The problem with the database that makes changes unsafe, in a sentence for operators, or `nil` if there is none.
    ///
    /// It takes a few microseconds, and is for readiness checks. Of PostgreSQL it says nothing, because the store of the
    /// sessions is examined, which is the same database.
    public var problem: StoreError? { engine.problem }

    /// Reads the database.
    ///
    /// - Throws: `StoreError` if it is unavailable, and the errors of the body and of the engine.
    package func read<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        try engine.read(body)
    }

    /// Runs a body in a transaction, which is on disk when this returns.
    ///
    /// - Parameter body: May be called several times; it must have no effect but on the database.
    /// - Returns: The result of its last call.
    /// - Throws: `StoreError` if the database is unavailable, and the errors of the body and of the engine. Nothing has
    ///   changed then, unless the error is of the kind ``Sessions/StoreError/Kind/unknownOutcome``.
    @discardableResult
    package func write<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        try faults?.beforeCommit()
        let result = try engine.write(body)
        try faults?.afterCommit()
        return result
    }
}

/// The faults of a database whose commits break.
package protocol CommitFaults: Sendable {
    /// Throws an error in place of a transaction, which changes nothing.
    func beforeCommit() throws

    /// Throws an error although a transaction was committed.
    func afterCommit() throws
}
