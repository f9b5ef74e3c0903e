import PostgreSQL
import Sessions

/// The tables of the services in PostgreSQL, in the schema of the sessions.
///
/// A transaction of an effect holds the server's lease: if another server has taken over its effects by then, such as while
/// this process was paused, nothing is changed.
struct PostgreSQLServices: Sendable {
    private let connections: BlockingConnections

    /// Connects, and makes or migrates the tables, which blocks the calling thread.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    init(_ settings: ConnectionSettings) throws(StoreError) {
        do {
            try Self.migrations.run(on: try Connection(settings), schema: settings.schema)
        } catch {
            throw StoreError(.unavailable, "\(error)")
        }
        connections = BlockingConnections(settings)
    }

    /// Reads the database.
    ///
    /// - Throws: `StoreError` if it is unavailable, and the errors of the body.
    func read<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        try run(.reads) { connection in try body(PostgreSQLTransaction(connection: connection)) }
    }

    /// Runs a body in a transaction, which is committed when this returns.
    ///
    /// - Throws: `StoreError` if the database is unavailable, ``Sessions/LostLeaseError`` if another server has ended the
    ///   lease of the effect, and the errors of the body.
    func write<Result>(_ body: (any ServiceTransaction) throws -> Result) throws -> Result {
        try run(.writes) { connection in
            if let lease = Lease.current { try Self.hold(lease, on: connection) }
            return try body(PostgreSQLTransaction(connection: connection))
        }
    }

    private func run<Result>(_ kind: Transaction.Kind, _ body: (Connection) throws -> Result) throws -> Result {
        do {
            return try connections.transaction(kind, body)
        } catch let error as DatabaseError {
            throw StoreError(error.kind == .unknownOutcome ? .unknownOutcome : .unavailable, error.description)
        }
    }

    /// Locks the row of a lease, so that it can't be removed before the end of the transaction.
    private static func hold(_ lease: Lease, on connection: Connection) throws {
        var parameters = Parameters()
        parameters.append(bigint: lease.number)
        guard try connection.query("SELECT id FROM server WHERE id = $1 FOR KEY SHARE", parameters).count == 1 else {
            throw LostLeaseError()
        }
    }

    /// The migrations, in order, which are never edited after their release.
    private static let migrations = Migrations(
        recordedIn: "service_migration",
        [
            """
            CREATE TABLE account (
                login bytea PRIMARY KEY,
                document text NOT NULL,
                password text NOT NULL
            );
            CREATE TABLE customer (
                account text COLLATE "C" PRIMARY KEY,
                profile text NOT NULL,
                favorites text NOT NULL
            );
            CREATE TABLE market_cart (account text COLLATE "C" PRIMARY KEY, document text NOT NULL);
            CREATE TABLE shop_cart (account text COLLATE "C" PRIMARY KEY, document text NOT NULL);
            \(numbered("placed_order"))
            \(numbered("purchase"))
            \(numbered("created_item"))
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
            CREATE TABLE sign_up (
                id text COLLATE "C" PRIMARY KEY,
                session text COLLATE "C" NOT NULL UNIQUE,
                login bytea NOT NULL,
                password text NOT NULL,
                is_complete bigint NOT NULL DEFAULT 0,
                expires_at bigint NOT NULL
            );
            CREATE INDEX sign_up_by_expiry ON sign_up (expires_at);
            CREATE TABLE password_reset (
                session text COLLATE "C" PRIMARY KEY,
                challenge text COLLATE "C" NOT NULL UNIQUE,
                login text COLLATE "C" NOT NULL,
                has_code bigint NOT NULL,
                attempts_left bigint NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX password_reset_by_expiry ON password_reset (expires_at);
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
            CREATE TABLE used_limit (
                name text COLLATE "C" NOT NULL,
                address bytea NOT NULL,
                full_at bigint NOT NULL,
                PRIMARY KEY (name, address)
            );
            CREATE INDEX used_limit_by_time ON used_limit (full_at);
            CREATE TABLE audit_event (
                number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                at bigint NOT NULL,
                event text NOT NULL,
                outcome text NOT NULL,
                session text COLLATE "C",
                account text COLLATE "C",
                client text,
                request text
            );
            CREATE INDEX audit_event_by_account ON audit_event (account, number) WHERE account IS NOT NULL;
            CREATE TABLE login_form (
                login bytea PRIMARY KEY,
                canonical bytea NOT NULL,
                skeleton bytea UNIQUE
            );
            CREATE INDEX login_form_by_canonical ON login_form (canonical);
            CREATE TABLE completed_change (
                key bytea PRIMARY KEY,
                result text NOT NULL,
                expires_at bigint NOT NULL
            );
            CREATE INDEX completed_change_by_expiry ON completed_change (expires_at);
            """
        ]
    )

    private static func numbered(_ table: String) -> String {
        """
        CREATE TABLE \(table) (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            key text COLLATE "C" NOT NULL UNIQUE,
            account text COLLATE "C" NOT NULL,
            document text NOT NULL
        );
        CREATE INDEX \(table)_by_account ON \(table) (account, number);
        """
    }
}
