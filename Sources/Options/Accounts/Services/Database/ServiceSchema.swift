import GRDB

/// The tables of the services in SQLite.
enum ServiceSchema {
    /// The migrations in the order of their creation, which are never edited after their release.
    static var migrations: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: accounts)
            try db.execute(sql: codes)
            try db.execute(sql: customers)
            try db.execute(sql: operations)
        }
        return migrator
    }

    /// Accounts, and what proves that a user owns one.
    private static let accounts = """
        CREATE TABLE account (
            login BLOB PRIMARY KEY NOT NULL,
            document TEXT NOT NULL,
            password TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE login_form (
            login BLOB PRIMARY KEY NOT NULL,
            canonical BLOB NOT NULL,
            skeleton BLOB UNIQUE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX login_form_by_canonical ON login_form (canonical);
        CREATE TABLE sign_up (
            id TEXT PRIMARY KEY NOT NULL,
            session TEXT NOT NULL UNIQUE,
            login BLOB NOT NULL,
            password TEXT NOT NULL,
            is_complete INTEGER NOT NULL DEFAULT 0,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_up_by_expiry ON sign_up (expires_at);
        CREATE TABLE password_reset (
            session TEXT PRIMARY KEY NOT NULL,
            challenge TEXT NOT NULL UNIQUE,
            login TEXT NOT NULL,
            has_code INTEGER NOT NULL,
            attempts_left INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX password_reset_by_expiry ON password_reset (expires_at);
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
        CREATE TABLE disabled_account (login BLOB PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE session_end (
            login BLOB PRIMARY KEY NOT NULL,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// One-time codes, and the attempts to sign in.
    private static let codes = """
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
        CREATE TABLE sign_in_key (proof BLOB NOT NULL) STRICT;
        CREATE TABLE used_limit (
            name TEXT NOT NULL,
            address BLOB NOT NULL,
            full_at INTEGER NOT NULL,
            PRIMARY KEY (name, address)
        ) STRICT, WITHOUT ROWID;
        """

    /// What users of the shipped applications own.
    private static let customers = """
        CREATE TABLE customer (
            account TEXT PRIMARY KEY NOT NULL,
            profile TEXT NOT NULL,
            favorites TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE market_cart (account TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) STRICT;
        CREATE TABLE shop_cart (account TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) STRICT;
        \(numbered("placed_order"))
        \(numbered("purchase"))
        \(numbered("created_item"))
        """

    /// Changes that were made once for an effect, and the audit log.
    private static let operations = """
        CREATE TABLE completed_change (
            key BLOB PRIMARY KEY NOT NULL,
            result TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX completed_change_by_expiry ON completed_change (expires_at);
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

    private static func numbered(_ table: String) -> String {
        """
        CREATE TABLE \(table) (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL,
            document TEXT NOT NULL
        ) STRICT;
        CREATE INDEX \(table)_by_account ON \(table) (account, number);
        """
    }
}
