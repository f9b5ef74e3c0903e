/// The settings of a pool of connections.
package struct ConnectionSettings: Sendable {
    /// The connection string: a URI or `keyword=value` pairs, as libpq takes them
    /// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
    package var string: String
    /// The schema of the tables, which need not exist yet.
    package var schema: String
    /// The number of connections.
    package var count: Int
    /// The number of transactions that a connection sends before it has the result of the first.
    package var depth: Int
    /// The time within which a transaction must have its result, and a connection attempt its connection.
    package var timeout: Duration
    /// The commands that keep the planner from bad plans (``defaultPlannerCommands``).
    package var plannerCommands = Self.defaultPlannerCommands

    /// Describes connections, by default 8 to the schema `usher`, with 2 transactions on each, and 10 seconds.
    package init(
        _ string: String,
        schema: String = "usher",
        count: Int = 8,
        depth: Int = 2,
        timeout: Duration = .seconds(10)
    ) {
        precondition(count > 0 && depth > 0, "A pool needs at least one connection, and a connection one transaction.")
        self.string = string
        self.schema = schema
        self.count = count
        self.depth = depth
        self.timeout = timeout
    }

    /// The parameters that are added where the string does not have them.
    var defaults: [(keyword: String, value: String)] {
        let seconds = max(timeout.components.seconds, 1)
        return [
            ("application_name", "usher"),
            // Libpq tries each host for this time, and takes 1 for 2 seconds.
            ("connect_timeout", "\(seconds)"),
            // After a failover the old primary may still accept connections.
            ("target_session_attrs", "read-write"),
            ("keepalives_idle", "10"),
            ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
            ("tcp_user_timeout", "\(seconds * 1_000)"),
        ]
    }

    /// The commands that prepare a new connection.
    var commands: String {
        """
        SET search_path TO \(Self.quoted(schema));
        SET client_min_messages TO warning;
        SET client_encoding TO 'UTF8';
        SET statement_timeout TO \(max(timeout.milliseconds * 4 / 5, 1));
        SET default_transaction_isolation TO 'read committed';
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        """
    }

    /// The commands that keep the planner from bad plans.
    ///
    /// An engine with a planner of its own may reject them. Every query looks rows up by their keys, so its plan must not
    /// depend on how large the tables were when it was made. A scan of a table that was empty then would be slow for as long as
    /// the connection lives. Compiling such a query (`jit`) takes a hundred times longer than running it.
    static let defaultPlannerCommands = [
        "SET plan_cache_mode TO force_generic_plan", "SET enable_seqscan TO off", "SET enable_hashjoin TO off",
        "SET enable_mergejoin TO off", "SET jit TO off",
    ]

    /// Returns a name as an identifier of SQL.
    package static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
