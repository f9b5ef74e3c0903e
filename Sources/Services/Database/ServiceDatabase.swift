import Cryptography
import FoundationEssentials
import GRDB
import Glibc
import SystemPackage

/// The SQLite database in which the bundled services store accounts and the data of each account.
///
/// A call returns after its change is synced to disk: SQLite's rollback journal with `synchronous=FULL`, its default
/// (https://www.sqlite.org/pragma.html#pragma_synchronous).
public struct ServiceDatabase: Sendable {
    let queue: DatabaseQueue
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
    /// - Throws: `DatabaseError` when the file can't be used; an existing file is unchanged.
    public init(path: String, key: [UInt8]? = nil) throws {
        // Only sets the permissions; if this fails, SQLite reports the error below.
        let file = try? FileDescriptor.open(
            FilePath(path),
            .readWrite,
            options: [.create, .closeOnExec],
            permissions: .ownerReadWrite
        )
        if let file {
            _ = fchmod(file.rawValue, 0o600)
            try? file.close()
        }
        try self.init(DatabaseQueue(path: path, configuration: Self.configuration), key: key ?? [])
    }

    /// The configuration of a connection: it waits for another process, such as a command, that writes at the moment.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(2)
        // Overwrites removed rows in pages that are written anyway.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = FAST") }
        return configuration
    }

    /// Creates a database in memory, which ends with the process.
    ///
    /// - Throws: `DatabaseError` when SQLite can't create it.
    public static func inMemory() throws -> Self {
        try Self(DatabaseQueue(), key: Sodium.randomBytes(Sodium.authenticationKeyByteCount))
    }

    private init(_ queue: DatabaseQueue, key: [UInt8]) throws {
        self.queue = queue
        // Derived, because a key has one purpose.
        let countKey = Sodium.authenticationCode(of: Array("counts of sign-ins".utf8), key: key)
        self.countKey = countKey
        try Self.migrations.migrate(queue)
        try queue.write { db in try SignInDigests.use(countKey, db) }
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
