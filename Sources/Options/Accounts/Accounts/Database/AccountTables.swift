public import ServiceDatabase

extension ServiceTables {
    /// Accounts, and the proofs that a user owns one.
    public static let accounts = ServiceTables(
        "accounts",
        sqlite: """
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
            """,
        postgreSQL: """
            CREATE TABLE account (
                login bytea PRIMARY KEY,
                document text NOT NULL,
                password text NOT NULL
            );
            CREATE TABLE login_form (
                login bytea PRIMARY KEY,
                canonical bytea NOT NULL,
                skeleton bytea UNIQUE
            );
            CREATE INDEX login_form_by_canonical ON login_form (canonical);
            CREATE TABLE sign_up (
                id text COLLATE "C" PRIMARY KEY,
                session text COLLATE "C" NOT NULL UNIQUE,
                login bytea NOT NULL,
                password text NOT NULL,
                is_complete bigint NOT NULL DEFAULT 0,
                expires_at bigint NOT NULL
            );
            CREATE INDEX sign_up_by_expiry ON sign_up (expires_at);
            CREATE TABLE authenticator (
                login bytea NOT NULL,
                is_confirmed bigint NOT NULL,
                key text NOT NULL,
                last_step bigint NOT NULL,
                created_at bigint NOT NULL,
                PRIMARY KEY (login, is_confirmed)
            );
            CREATE TABLE recovery_code (
                login bytea NOT NULL,
                code bytea NOT NULL,
                PRIMARY KEY (login, code)
            );
            CREATE TABLE second_factor (
                session text COLLATE "C" PRIMARY KEY,
                challenge text COLLATE "C" NOT NULL UNIQUE,
                login bytea NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX second_factor_by_expiry ON second_factor (expires_at);
            CREATE TABLE disabled_account (login bytea PRIMARY KEY);
            CREATE TABLE session_end (
                login bytea PRIMARY KEY,
                until bigint NOT NULL
            );
            """,
        copied: [
            .init("account", key: "login", others: "document", "password"),
            .init("login_form", key: "login", others: "canonical", "skeleton"),
            .init("sign_up", key: "id", others: "session", "login", "password", "is_complete", "expires_at"),
            .init("authenticator", key: "login", "is_confirmed", others: "key", "last_step", "created_at"),
            .init("recovery_code", key: "login", "code"),
            .init("second_factor", key: "session", others: "challenge", "login", "expires_at"),
            .init("disabled_account", key: "login"),
            .init("session_end", key: "login", others: "until"),
        ]
    )

    /// One-time codes and the resets of passwords by them, and the attempts to sign in.
    public static let codes = ServiceTables(
        "codes",
        sqlite: """
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
            CREATE TABLE password_reset (
                session TEXT PRIMARY KEY NOT NULL,
                challenge TEXT NOT NULL UNIQUE,
                login TEXT NOT NULL,
                has_code INTEGER NOT NULL,
                attempts_left INTEGER NOT NULL,
                expires_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX password_reset_by_expiry ON password_reset (expires_at);
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
            """,
        postgreSQL: """
            CREATE TABLE live_code (
                phone bytea PRIMARY KEY,
                challenge text COLLATE "C" NOT NULL UNIQUE,
                session bytea NOT NULL,
                is_owner bigint NOT NULL,
                seed bytea NOT NULL,
                attempts_left bigint NOT NULL,
                expires_at bigint NOT NULL,
                sent_at bigint NOT NULL,
                message text NOT NULL,
                effect bytea NOT NULL,
                is_delivered bigint NOT NULL
            );
            CREATE INDEX live_code_by_expiry ON live_code (expires_at);
            CREATE TABLE code_limit (
                subject bytea PRIMARY KEY,
                replenished_at bigint NOT NULL
            );
            CREATE INDEX code_limit_by_time ON code_limit (replenished_at);
            CREATE TABLE password_reset (
                session text COLLATE "C" PRIMARY KEY,
                challenge text COLLATE "C" NOT NULL UNIQUE,
                login text COLLATE "C" NOT NULL,
                has_code bigint NOT NULL,
                attempts_left bigint NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX password_reset_by_expiry ON password_reset (expires_at);
            CREATE TABLE codes_sent (
                day bigint PRIMARY KEY,
                count bigint NOT NULL
            );
            CREATE TABLE sign_in_attempt (
                bucket bytea PRIMARY KEY,
                failures bigint NOT NULL,
                last_at bigint NOT NULL,
                blocked_until bigint,
                expires_at bigint NOT NULL
            );
            CREATE INDEX sign_in_attempt_by_expiry ON sign_in_attempt (expires_at);
            CREATE TABLE known_session (
                login bytea NOT NULL,
                session bytea NOT NULL,
                last_at bigint NOT NULL,
                PRIMARY KEY (login, session)
            );
            CREATE TABLE sign_in_key (proof bytea PRIMARY KEY);
            """,
        copied: [
            .init(
                "live_code",
                key: "phone",
                others: "challenge",
                "session",
                "is_owner",
                "seed",
                "attempts_left",
                "expires_at",
                "sent_at",
                "message",
                "effect",
                "is_delivered"
            ),
            .init(
                "password_reset",
                key: "session",
                others: "challenge",
                "login",
                "has_code",
                "attempts_left",
                "expires_at"
            ),
            .init("code_limit", key: "subject", others: "replenished_at"),
            .init("codes_sent", key: "day", others: "count"),
            .init("sign_in_attempt", key: "bucket", others: "failures", "last_at", "blocked_until", "expires_at"),
            .init("known_session", key: "login", "session", others: "last_at"),
            .init("sign_in_key", key: "proof"),
        ]
    )
}
