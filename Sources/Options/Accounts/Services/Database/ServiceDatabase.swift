import Cryptography
package import PostgreSQL
public import Sessions

/// The database in which the bundled services store accounts and the data of each account: a file of SQLite, or tables in
/// PostgreSQL beside the tables of the sessions.
///
/// A call returns after its change is on disk. Transactions are serializable: each has the outcome that it would have alone.
public struct ServiceDatabase: WatchedDatabase {
    /// The engine that has the tables.
    enum Engine {
        case sqlite(SQLiteServices)
        case postgreSQL(PostgreSQLServices)
    }

    let engine: Engine
    /// The key of the digests in the counts of sign-ins.
    let countKey: [UInt8]
    /// The faults of a test, which break commits before and after they take effect, or `nil` for none.
    var faults: (any CommitFaults)?

    /// Opens a file of SQLite and migrates its tables.
    ///
    /// The file becomes readable and writable for its owner only. As long as a server has it, no other server can open it.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a folder that exists.
    ///   - key: Secret bytes, such as the key of ``CodeVerifier``, from which the key of the digests of logins, sessions,
    ///     addresses and phones is derived. With `nil`, a person who has the file can test guesses at them. With other bytes
    ///     than before, the counts of sign-ins start anew.
    /// - Throws: `StoreError` when another server has the file or it can't be opened, and `DatabaseError` when it can't be
    ///   used. An existing file is unchanged then.
    public init(path: String, key: [UInt8]? = nil) throws {
        try self.init(.sqlite(SQLiteServices(path: path)), key: key ?? [])
    }

    /// Connects to a PostgreSQL server, which several servers of Usher can share, and migrates its tables.
    ///
    /// It blocks the calling thread.
    ///
    /// - Parameters:
    ///   - connection: A connection string of libpq
    ///     (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
    ///   - schema: The schema of the tables, which has the tables of the sessions, too.
    ///   - key: Secret bytes as for ``init(path:key:)``, which must be the same in all servers.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    public init(postgreSQL connection: String, schema: String = "usher", key: [UInt8]) throws {
        try self.init(ConnectionSettings(connection, schema: schema, count: 4), key: key)
    }

    /// Connects to a PostgreSQL server with other settings than ``init(postgreSQL:schema:key:)``.
    package init(_ settings: ConnectionSettings, key: [UInt8]) throws {
        try self.init(.postgreSQL(PostgreSQLServices(settings)), key: key)
    }

    /// Creates a database in memory, which ends with the process.
    ///
    /// - Throws: `DatabaseError` when SQLite can't create it.
    public static func inMemory() throws -> Self {
        try Self(
            .sqlite(SQLiteServices.inMemory()),
            key: Sodium.randomBytes(Sodium.authenticationKeyByteCount)
        )
    }

    private init(_ engine: Engine, key: [UInt8]) throws {
        self.engine = engine
        // Derived, because a key has one purpose.
        let countKey = Sodium.authenticationCode(of: Array("counts of sign-ins".utf8), key: key)
        self.countKey = countKey
        let isShared = if case .postgreSQL = engine { true } else { false }
        try write { db in try SignInDigests.use(countKey, isShared: isShared, db) }
    }

    /// Opens the file of a server, which may be running, to copy it.
    ///
    /// - Throws: `StoreError` if another release has written its tables, `DatabaseError` if it can't be used.
    public static func forCopy(of path: String) throws -> Self {
        let file = try SQLiteServices(joining: path)
        guard try file.isMigrated else {
            throw StoreError(
                .unavailable,
                "\(path) is of another release; start the server of this release once, and repeat the command."
            )
        }
        return Self(joining: file)
    }

    /// Makes a file for a copy.
    ///
    /// - Throws: `StoreError` if a server uses it or it can't be made.
    public static func forCopy(to path: String) throws -> Self { Self(joining: try SQLiteServices(path: path)) }

    /// Connects to a PostgreSQL server, from or to which a database is copied.
    ///
    /// - Throws: `StoreError` with a sentence for operators.
    public static func forCopy(postgreSQL connection: String, schema: String = "usher") throws -> Self {
        try forCopy(ConnectionSettings(connection, schema: schema, count: 1))
    }

    /// Connects to a PostgreSQL server with other settings than ``forCopy(postgreSQL:schema:)``.
    package static func forCopy(_ settings: ConnectionSettings) throws -> Self { try Self(joining: settings) }

    /// Connects to the PostgreSQL database of servers, for a command, which needs no key.
    init(joining settings: ConnectionSettings) throws {
        engine = .postgreSQL(try PostgreSQLServices(settings))
        countKey = []
    }

    /// Uses a file that a server may have open, for a command.
    init(joining file: SQLiteServices) {
        engine = .sqlite(file)
        countKey = []
    }

    /// The problem with the file that makes changes unsafe, in a sentence for operators, or `nil` if there is none.
    ///
    /// It takes a few microseconds, and is for readiness checks. Of PostgreSQL it says nothing, because the store of the
    /// sessions is examined, which is the same database.
    public var problem: StoreError? {
        switch engine {
        case .sqlite(let services): services.problem
        case .postgreSQL: nil
        }
    }

    /// Reads the database.
    ///
    /// - Throws: `StoreError` if it is unavailable, and the errors of the body and of the engine.
    func read<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        switch engine {
        case .sqlite(let services): try services.read(body)
        case .postgreSQL(let services): try services.read(body)
        }
    }

    /// Runs a body in a transaction, which is on disk when this returns.
    ///
    /// - Parameter body: May be called several times, so it must have no effect but on the database.
    /// - Returns: The result of its last call.
    /// - Throws: `StoreError` if the database is unavailable, and the errors of the body and of the engine. Nothing has
    ///   changed then, unless the error is of the kind ``Sessions/StoreError/Kind/unknownOutcome``.
    @discardableResult
    func write<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        try faults?.beforeCommit()
        let result =
            switch engine {
            case .sqlite(let services): try services.write(body)
            case .postgreSQL(let services): try services.write(body)
            }
        try faults?.afterCommit()
        return result
    }
}

/// The faults of a database that breaks its commits.
protocol CommitFaults: Sendable {
    /// Throws an error in place of a transaction, which changes nothing.
    func beforeCommit() throws

    /// Throws an error although a transaction was committed.
    func afterCommit() throws
}
