import Concurrency
import Cryptography
import DatabaseFiles
import FoundationEssentials
import GRDB
public import Sessions

/// The SQLite database in which the bundled services store accounts and the data of each account.
///
/// A call returns after its change is synced to disk: SQLite's rollback journal with `synchronous=EXTRA`, which also syncs
/// the removal of the journal that completes a transaction (https://www.sqlite.org/pragma.html#pragma_synchronous).
///
/// As long as a server has it, no other server can open the file, and each access checks that its name still leads to it.
/// An operator's command, which holds no lock between its transactions, can use it at the same time (``AccountControl``).
public struct ServiceDatabase: WatchedDatabase {
    private let queue: DatabaseQueue
    /// The file, watched for changes by other processes; `nil` for a database in memory or of a command.
    private let file: Lock<WatchedFiles>?
    /// The key of the digests in the counts of sign-ins.
    let countKey: [UInt8]

    /// Opens a database file and migrates its tables.
    ///
    /// The file becomes readable and writable for its owner only.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a folder that exists.
    ///   - key: Secret bytes, such as those of ``CodeVerifier``, from which the key of the digests of logins, sessions,
    ///     addresses and phones is derived; with `nil`, who has the file can test guesses at them. With other bytes than
    ///     before, the counts of sign-ins start anew.
    /// - Throws: `StoreError` when another server has the file or it can't be opened, and `DatabaseError` when it can't be
    ///   used; an existing file is unchanged.
    public init(path: String, key: [UInt8]? = nil) throws {
        // The file of sessions, beside which this one is, has the lock file.
        let lock = try StoreLock(path: path, hasLockFile: false)
        let queue = try DatabaseQueue(path: lock.path, configuration: Self.configuration)
        try self.init(queue, WatchedFiles(lock, logLimit: nil), key: key ?? [])
    }

    /// Joins a server that may have the file open, without a lock, for a command; the tables are not migrated.
    ///
    /// - Throws: `DatabaseError` when the file can't be used.
    init(joining path: String) throws {
        queue = try DatabaseQueue(path: path, configuration: Self.configuration)
        file = nil
        countKey = []
    }

    /// The configuration of a connection: it waits for another process, such as a command, that writes at the moment.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(2)
        // Overwrites removed rows in pages that are written anyway.
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA secure_delete = FAST; PRAGMA synchronous = EXTRA")
        }
        return configuration
    }

    /// Creates a database in memory, which ends with the process.
    ///
    /// - Throws: `DatabaseError` when SQLite can't create it.
    public static func inMemory() throws -> Self {
        try Self(DatabaseQueue(), nil, key: Sodium.randomBytes(Sodium.authenticationKeyByteCount))
    }

    private init(_ queue: DatabaseQueue, _ file: WatchedFiles?, key: [UInt8]) throws {
        self.queue = queue
        self.file = file.map { Lock($0) }
        // Derived, because a key has one purpose.
        let countKey = Sodium.authenticationCode(of: Array("counts of sign-ins".utf8), key: key)
        self.countKey = countKey
        try Self.migrations.migrate(queue)
        try write { db in try SignInDigests.use(countKey, db) }
    }

    /// The problem with the file that makes changes unsafe, in a sentence for operators; `nil` if there is none.
    ///
    /// It takes a few microseconds, and is for readiness checks.
    public var problem: StoreError? { check(isIdle: false) }

    /// Reads the database, unless its file was removed, replaced or truncated.
    ///
    /// - Throws: `StoreError` for such a file, and the errors of the body and of SQLite.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let problem { throw problem }
        return try queue.read(body)
    }

    /// Runs a body in a transaction, which is on disk under the name of the file when this returns.
    ///
    /// - Throws: `StoreError` if the file was removed, replaced or truncated, and the errors of the body and of SQLite.
    ///   Nothing has changed then, unless the file was removed, replaced or truncated during the transaction.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let problem { throw problem }
        let result = try queue.write(body)
        // Before the result is delivered: a change of a file without a name would be lost with the process. The connection
        // runs one access at a time, so none writes during this one.
        let problem = queue.inDatabase { _ in check(isIdle: true) }
        if let problem { throw StoreError(.unknownOutcome, problem.description) }
        return result
    }

    private func check(isIdle: Bool) -> StoreError? {
        file?.withLock { file in
            file.check(isIdle: isIdle).map { StoreError(.unavailable, file.description(of: $0)) }
        }
    }

    /// The migrations in the order of their creation; a released one is never edited.
    static var migrations: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts, customers, orders and purchases") { db in
            try db.execute(
                sql: """
                    CREATE TABLE account (
                        login BLOB PRIMARY KEY NOT NULL,
                        document TEXT NOT NULL,
                        salt BLOB NOT NULL,
                        password BLOB NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE customer (
                        account TEXT PRIMARY KEY NOT NULL,
                        profile TEXT NOT NULL,
                        favourites TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE placed_order (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        key TEXT NOT NULL UNIQUE,
                        account TEXT NOT NULL,
                        document TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE purchase (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        key TEXT NOT NULL UNIQUE,
                        account TEXT NOT NULL,
                        document TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX order_by_account ON placed_order (account, number);
                    """
            )
        }
        migrator.registerMigration("2 favorites") { db in
            try db.execute(sql: "ALTER TABLE customer RENAME COLUMN favourites TO favorites")
        }
        migrator.registerMigration("one-time codes", migrate: CodeTables.create)
        migrator.registerMigration("password hashes as PHC strings", migrate: Self.encodePasswordHashes)
        migrator.registerMigration("sign-in attempts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE sign_in_attempt (
                        bucket BLOB PRIMARY KEY NOT NULL,
                        failures INTEGER NOT NULL,
                        last_at INTEGER NOT NULL,
                        blocked_until INTEGER,
                        expires_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE known_session (
                        login BLOB NOT NULL,
                        session BLOB NOT NULL,
                        last_at INTEGER NOT NULL,
                        PRIMARY KEY (login, session)
                    ) STRICT, WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("sign-ups") { db in
            try db.execute(
                sql: """
                    CREATE TABLE sign_up (
                        id TEXT PRIMARY KEY NOT NULL,
                        session TEXT NOT NULL UNIQUE,
                        login BLOB NOT NULL,
                        password TEXT NOT NULL,
                        is_complete INTEGER NOT NULL DEFAULT 0,
                        expires_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX sign_up_by_expiry ON sign_up (expires_at);
                    """
            )
        }
        migrator.registerMigration("password resets") { db in
            try db.execute(
                sql: """
                    CREATE TABLE password_reset (
                        session TEXT PRIMARY KEY NOT NULL,
                        challenge TEXT NOT NULL UNIQUE,
                        login TEXT NOT NULL,
                        has_code INTEGER NOT NULL,
                        attempts_left INTEGER NOT NULL,
                        expires_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX password_reset_by_expiry ON password_reset (expires_at);
                    """
            )
        }
        migrator.registerMigration("carts and items") { db in
            try db.execute(
                sql: """
                    CREATE TABLE market_cart (account TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) STRICT;
                    CREATE TABLE shop_cart (account TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) STRICT;
                    CREATE TABLE created_item (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        key TEXT NOT NULL UNIQUE,
                        account TEXT NOT NULL,
                        document TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX item_by_account ON created_item (account, number);
                    CREATE INDEX purchase_by_account ON purchase (account, number);
                    """
            )
        }
        migrator.registerMigration("second factors", migrate: AuthenticatorTables.create)
        migrator.registerMigration("disabled accounts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE disabled_account (login BLOB PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE TABLE session_end (
                        login BLOB PRIMARY KEY NOT NULL,
                        until INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """
            )
        }
        migrator.registerMigration("keyed digests of sign-ins") { db in
            try db.execute(sql: "CREATE TABLE sign_in_key (proof BLOB NOT NULL) STRICT")
        }
        migrator.registerMigration("used limits of addresses") { db in
            try db.execute(
                sql: """
                    CREATE TABLE used_limit (
                        name TEXT NOT NULL,
                        address BLOB NOT NULL,
                        full_at INTEGER NOT NULL,
                        PRIMARY KEY (name, address)
                    ) STRICT, WITHOUT ROWID
                    """
            )
        }
        return migrator
    }

    /// Replaces the columns of scrypt by PHC strings, and removes the demonstration account of earlier versions.
    ///
    /// Those versions stored the account when they were started with `--dev`, and its password is public. An
    /// account `demo` with another password belongs to a user and stays.
    private static func encodePasswordHashes(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE phc_account (
                    login BLOB PRIMARY KEY NOT NULL,
                    document TEXT NOT NULL,
                    password TEXT NOT NULL
                ) STRICT, WITHOUT ROWID
                """
        )
        let rows = try Row.fetchCursor(db, sql: "SELECT login, document, salt, password FROM account ORDER BY login")
        while let row = try rows.next() {
            let (login, document): (Data, String) = (row["login"], row["document"])
            let (salt, key): (Data, Data) = (row["salt"], row["password"])
            let hash = ScryptHash(salt: Array(salt), key: Array(key))
            if login == DemoAccount.name?.data, try hash.matches(DemoAccount.password) { continue }
            try db.execute(
                sql: "INSERT INTO phc_account (login, document, password) VALUES (?, ?, ?)",
                arguments: [login, document, hash.passwordHash.text]
            )
        }
        try db.execute(sql: "DROP TABLE account; ALTER TABLE phc_account RENAME TO account")
    }
}
