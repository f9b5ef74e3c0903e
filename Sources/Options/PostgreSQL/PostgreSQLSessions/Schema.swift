import PostgreSQL

/// The tables and their migrations.
enum Schema {
    /// The form in which the tables are made.
    enum Tables {
        /// The tables that grow with the sessions have partitions, and room for updates (`fillfactor`).
        case partitioned
        /// No table has partitions or storage parameters, for engines that lack them.
        case plain
    }

    /// The number of partitions of each table that grows with the sessions.
    ///
    /// They keep the indexes small, and autovacuum works on several at once.
    static let partitionCount = 4

    /// The migrations, in order.
    ///
    /// A released migration is never edited. Identifiers compare as bytes (`COLLATE "C"`), which is cheaper, and the same order
    /// as in the program.
    ///
    /// A session is in the table `session`. Its replies are in a table of their own, and so are its records
    /// (``Sessions/HistoryRecord``), which have its state. They have no foreign keys, because each check would be another
    /// look-up, and only the queries of this module write the rows. `work` has the pending effects and timers, `server` the
    /// servers that run (``ServerLease``), and `topic` the values of topics. Two thirds of a page are filled at first, so that most updates find room beside the
    /// old version and need not write an index (“heap-only tuples”). Only one of the columns with an index, `untouched_since`,
    /// changes with the first use of a session.
    ///
    /// - Parameter tables: The form of the tables.
    /// - Returns: The migrations, which have the same numbers in both forms.
    static func migrations(_ tables: Tables = .partitioned) -> Migrations {
        let isPartitioned = tables == .partitioned
        return Migrations(
            recordedIn: "migration",
            [
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
                    untouched_since bigint,
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
                    hash bigint NOT NULL
                )\(isPartitioned ? " PARTITION BY HASH (id)" : "");
                CREATE INDEX session_by_expiry ON session (expiry_minute);
                CREATE INDEX session_by_due ON session (due_at, id) WHERE due_at IS NOT NULL;
                CREATE INDEX session_by_creation ON session (creation_key) WHERE creation_key IS NOT NULL;
                CREATE INDEX session_by_account ON session (account, created_at) WHERE account IS NOT NULL;
                CREATE INDEX session_untouched ON session (untouched_since, id) WHERE untouched_since IS NOT NULL;
                CREATE TABLE reply (
                    session text COLLATE "C" NOT NULL,
                    number bigint NOT NULL,
                    record bytea NOT NULL,
                    PRIMARY KEY (session, number)
                )\(isPartitioned ? " PARTITION BY HASH (session)" : "");
                CREATE TABLE history (
                    session text COLLATE "C" NOT NULL,
                    revision bigint NOT NULL,
                    is_whole boolean NOT NULL,
                    record bytea NOT NULL,
                    PRIMARY KEY (session, revision)
                )\(isPartitioned ? " PARTITION BY HASH (session)" : "");
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
                \(isPartitioned ? partitions : "")
                CREATE TABLE topic (
                    name text COLLATE "C" NOT NULL,
                    key text COLLATE "C" NOT NULL,
                    publisher text COLLATE "C" NOT NULL,
                    value bytea NOT NULL,
                    expires_at bigint NOT NULL,
                    PRIMARY KEY (name, key, publisher)
                )\(isPartitioned ? " WITH (fillfactor = 50)" : "");
                CREATE TABLE probe (number bigint NOT NULL);
                INSERT INTO probe VALUES (0);
                """
            ]
        )
    }

    /// Runs the migrations, with plain tables if the engine does not know partitions, and blocks until they are done.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``, or ``PostgreSQL/Migrations/LaterVersionError``. Nothing has changed then.
    static func migrate(_ connection: Connection, schema: String) throws {
        do {
            try migrations(.partitioned).run(on: connection, schema: schema)
        } catch let error as DatabaseError where error.isUnsupported {
            try migrations(.plain).run(on: connection, schema: schema)
        }
    }

    private static var partitions: String {
        [partitions(of: "session", with: "(fillfactor = 67)"), partitions(of: "reply"), partitions(of: "history")]
            .joined(separator: "\n")
    }

    private static func partitions(of table: String, with parameters: String? = nil) -> String {
        (0..<partitionCount).map { number in
            """
            CREATE TABLE \(table)_\(number) PARTITION OF \(table)
            FOR VALUES WITH (MODULUS \(partitionCount), REMAINDER \(number))\(parameters.map { " WITH \($0)" } ?? "");
            """
        }.joined(separator: "\n")
    }
}
