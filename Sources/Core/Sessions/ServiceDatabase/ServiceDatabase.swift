import Cryptography
import FoundationEssentials
public import Sessions

/// The database beside the sessions, in which services store their data, such as accounts and orders.
///
/// It is a file of SQLite, or tables in PostgreSQL beside the tables of the sessions. A call returns after its change is on disk.
/// Transactions are serializable, so each has the outcome that it would have alone.
public struct ServiceDatabase: WatchedDatabase {
    /// The engine that has the tables.
    package let engine: any ServiceEngine
    /// The bytes from which the keys of digests are derived.
    private let secret: [UInt8]
    /// The faults of a test, which break commits before and after they take effect, or `nil` for none.
    package var faults: (any CommitFaults)?

    /// Opens a file of SQLite.
    ///
    /// The file becomes readable and writable for its owner only. As long as a server has it open, no other server can open it.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a folder that exists.
    ///   - key: Secret bytes, such as the content of the file of `--code-key`. The keys of the digests of logins, sessions,
    ///     addresses and phones are derived from them. If there are none, a thief of the file can test guesses at logins and
    ///     phones. With other bytes than before, the counts of sign-ins start anew.
    /// - Throws: `StoreError` when another server has the file open or it can't be opened, and `DatabaseError` when it can't be
    ///   used. An existing file is unchanged then.
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
    ///   - key: Secret bytes, as in ``init(path:key:)``.
    /// - Throws: The errors of ``create(_:)``.
    package init(_ engine: any ServiceEngine, key: [UInt8]) throws {
        self.init(joining: engine, key: key)
        try create(.operations)
    }

    /// Uses an engine for a command or a copy, which needs no key and creates no tables.
    package init(joining engine: any ServiceEngine, key: [UInt8] = []) {
        self.engine = engine
        secret = key
    }

    /// Opens a file for a command, also while a server has it open.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The database, or `nil` if there is no such file.
    /// - Throws: `DatabaseError` if the file can't be used.
    public static func joining(path: String) throws -> Self? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return Self(joining: try SQLiteServices(joining: path))
    }

    /// Makes or opens the file to which a database is copied.
    ///
    /// - Throws: `StoreError` if a server has the file open or it can't be made.
    public static func forCopy(to path: String) throws -> Self { Self(joining: try SQLiteServices(path: path)) }

    /// Creates the tables of a service, unless the database has them.
    ///
    /// - Throws: `StoreError` or `DatabaseError` if the database can't be used. Nothing has changed then.
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
    /// It takes a few microseconds, and is for readiness checks. It is always `nil` for PostgreSQL, where the readiness check
    /// examines the store of the sessions, which is in the same database.
    public var problem: StoreError? { engine.problem }

    /// Reads the database.
    ///
    /// - Throws: `StoreError` if it is unavailable, and the errors of the body and of the engine.
    package func read<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        try engine.read(body)
    }

    /// Runs a body in a transaction, which is on disk when this returns.
    ///
    /// - Parameter body: Changes the database, and must have no other effect, because it may be called several times.
    /// - Returns: The result of the last call of the body.
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

/// The faults that a test adds to the commits of a database.
package protocol CommitFaults: Sendable {
    /// Throws an error in place of a transaction, which changes nothing.
    func beforeCommit() throws

    /// Throws an error although a transaction was committed.
    func afterCommit() throws
}
