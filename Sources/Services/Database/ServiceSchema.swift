import Cryptography
import FoundationEssentials
import GRDB

/// The tables of the services in SQLite.
enum ServiceSchema {
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
        migrator.registerMigration("one-time codes", migrate: createCodes)
        migrator.registerMigration("password hashes as PHC strings", migrate: encodePasswordHashes)
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
        migrator.registerMigration("second factors", migrate: createAuthenticators)
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
        migrator.registerMigration("audit events") { db in
            try db.execute(
                sql: """
                    CREATE TABLE audit_event (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        at INTEGER NOT NULL,
                        event TEXT NOT NULL,
                        outcome TEXT NOT NULL,
                        session TEXT,
                        account TEXT,
                        client TEXT,
                        request TEXT
                    ) STRICT;
                    CREATE INDEX audit_event_by_account ON audit_event (account, number) WHERE account IS NOT NULL;
                    """
            )
        }
        migrator.registerMigration("forms of logins") { db in
            try db.execute(
                sql: """
                    CREATE TABLE login_form (
                        login BLOB PRIMARY KEY NOT NULL,
                        canonical BLOB NOT NULL,
                        skeleton BLOB UNIQUE
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX login_form_by_canonical ON login_form (canonical);
                    """
            )
        }
        migrator.registerMigration("completed changes") { db in
            try db.execute(
                sql: """
                    CREATE TABLE completed_change (
                        key BLOB PRIMARY KEY NOT NULL,
                        result TEXT NOT NULL,
                        expires_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX completed_change_by_expiry ON completed_change (expires_at);
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
            if Array(login) == DemoAccount.name?.bytes, try hash.matches(DemoAccount.password) { continue }
            try db.execute(
                sql: "INSERT INTO phc_account (login, document, password) VALUES (?, ?, ?)",
                arguments: [login, document, hash.passwordHash.text]
            )
        }
        try db.execute(sql: "DROP TABLE account; ALTER TABLE phc_account RENAME TO account")
    }

    private static func createCodes(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE live_code (
                    phone BLOB PRIMARY KEY NOT NULL,
                    challenge TEXT NOT NULL UNIQUE,
                    session BLOB NOT NULL,
                    is_owner INTEGER NOT NULL,
                    seed BLOB NOT NULL,
                    attempts_left INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    sent_at INTEGER NOT NULL,
                    message TEXT NOT NULL,
                    effect BLOB NOT NULL,
                    is_delivered INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX live_code_by_expiry ON live_code (expires_at);
                CREATE TABLE code_limit (
                    subject BLOB PRIMARY KEY NOT NULL,
                    replenished_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX code_limit_by_time ON code_limit (replenished_at);
                CREATE TABLE codes_sent (
                    day INTEGER PRIMARY KEY NOT NULL,
                    count INTEGER NOT NULL
                ) STRICT;
                """
        )
    }

    private static func createAuthenticators(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE authenticator (
                    login BLOB NOT NULL,
                    is_confirmed INTEGER NOT NULL,
                    key TEXT NOT NULL,
                    last_step INTEGER NOT NULL,
                    created_at INTEGER NOT NULL,
                    PRIMARY KEY (login, is_confirmed)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE recovery_code (
                    login BLOB NOT NULL,
                    code BLOB NOT NULL,
                    PRIMARY KEY (login, code)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE second_factor (
                    session TEXT PRIMARY KEY NOT NULL,
                    challenge TEXT NOT NULL UNIQUE,
                    login BLOB NOT NULL,
                    expires_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX second_factor_by_expiry ON second_factor (expires_at);
                """
        )
    }
}
