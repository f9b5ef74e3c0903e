import PostgreSQL
import Sessions

/// The tables and their migrations.
enum Schema {
    /// The number of partitions of each table that grows with the sessions.
    ///
    /// They keep the indexes small, and autovacuum works on several at once.
    static let partitionCount = 16

    /// The key of the lock that a server holds while it migrates, so that of several starting at once only one does: "USHR"
    /// twice (https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS).
    private static let migrationLock = 0x5553_4852_5553_4852

    /// The migrations, in order; one that has been released is never edited.
    ///
    /// Identifiers compare as bytes (`COLLATE "C"`), which is cheaper, and the same order as that of the program.
    ///
    /// A session is in the table `session`, its replies and its history in tables of their own, without foreign keys: each
    /// check would be another look-up, and only the queries of this module write the rows. `work` has the pending effects and
    /// timers, and `server` the servers that run (``ServerLease``). Two thirds of a page are filled at
    /// first, so that most updates find room beside the old version and need not write an index (“heap-only tuples”).
    private static let migrations = [
        """
        CREATE TABLE session (
            id text COLLATE "C" NOT NULL PRIMARY KEY,
            application text NOT NULL,
            generation bigint NOT NULL,
            revision bigint NOT NULL,
            credential bytea NOT NULL,
            credential_issue bytea,
            devices bytea,
            client text NOT NULL,
            created_at bigint NOT NULL,
            used_at bigint,
            expires_at bigint NOT NULL,
            expiry_minute bigint NOT NULL,
            account text COLLATE "C",
            creation_key bytea,
            creation_request bytea,
            due_at bigint,
            replies bigint NOT NULL,
            kept_replies bigint NOT NULL,
            crashes bigint NOT NULL DEFAULT 0,
            quarantine_reason text,
            state_hash bigint NOT NULL,
            state bytea NOT NULL
        ) PARTITION BY HASH (id);
        CREATE INDEX session_by_expiry ON session (expiry_minute);
        CREATE INDEX session_by_due ON session (due_at, id) WHERE due_at IS NOT NULL;
        CREATE INDEX session_by_creation ON session (creation_key) WHERE creation_key IS NOT NULL;
        CREATE INDEX session_by_account ON session (account, created_at) WHERE account IS NOT NULL;
        CREATE INDEX session_untouched ON session (created_at, id) WHERE used_at IS NULL AND account IS NULL;
        CREATE TABLE reply (
            session text COLLATE "C" NOT NULL,
            number bigint NOT NULL,
            record bytea NOT NULL,
            PRIMARY KEY (session, number)
        ) PARTITION BY HASH (session);
        CREATE TABLE history (
            session text COLLATE "C" NOT NULL,
            revision bigint NOT NULL,
            at bigint NOT NULL,
            expires_at bigint NOT NULL,
            details bytea NOT NULL,
            change bytea,
            PRIMARY KEY (session, revision)
        ) PARTITION BY HASH (session);
        CREATE TABLE server (
            id bigint PRIMARY KEY,
            lease_until timestamptz NOT NULL
        );
        CREATE TABLE work (
            session text COLLATE "C" NOT NULL,
            key text COLLATE "C" NOT NULL,
            due_at bigint,
            owner bigint,
            PRIMARY KEY (session, key)
        );
        CREATE INDEX work_by_due ON work (coalesce(due_at, 0)) WHERE owner IS NULL;
        CREATE INDEX work_by_owner ON work (owner) WHERE owner IS NOT NULL;
        \(partitions(of: "session", with: "(fillfactor = 67)"))
        \(partitions(of: "reply"))
        \(partitions(of: "history"))
        CREATE TABLE probe (number bigint NOT NULL);
        INSERT INTO probe VALUES (0);
        """
    ]

    private static func partitions(of table: String, with parameters: String? = nil) -> String {
        (0..<partitionCount).map { number in
            """
            CREATE TABLE \(table)_\(number) PARTITION OF \(table)
            FOR VALUES WITH (MODULUS \(partitionCount), REMAINDER \(number))\(parameters.map { " WITH \($0)" } ?? "");
            """
        }.joined(separator: "\n")
    }

    /// Makes the schema and its tables, or brings them up to date; blocks.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``; nothing has changed then. ``Sessions/StoreError`` if a later version of Usher
    ///   has written the tables.
    static func migrate(_ connection: Connection, schema: String) throws {
        try connection.execute("BEGIN; SELECT pg_advisory_xact_lock(\(migrationLock))")
        do {
            try connection.execute(
                """
                CREATE SCHEMA IF NOT EXISTS \(ConnectionSettings.quoted(schema));
                CREATE TABLE IF NOT EXISTS migration (number bigint PRIMARY KEY)
                """
            )
            let rows = try connection.query("SELECT coalesce(max(number), 0)::bigint FROM migration")
            let current = Int(rows.first?.integer(0) ?? 0)
            guard current <= migrations.count else {
                throw StoreError(
                    .unavailable,
                    "The tables in the schema \(schema) were written by a later version of Usher; use that version."
                )
            }
            for number in current..<migrations.count {
                try connection.execute(migrations[number])
                try connection.execute("INSERT INTO migration VALUES (\(number + 1))")
            }
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }
}
