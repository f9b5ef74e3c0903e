package import PostgreSQL
public import ServiceDatabase
import Sessions

extension ServiceDatabase {
    /// Connects to a PostgreSQL server, which several servers of Usher can share; blocks.
    ///
    /// - Parameters:
    ///   - connection: A connection string of libpq
    ///     (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
    ///   - schema: The schema of the tables, which has those of the sessions, too.
    ///   - key: Secret bytes, which must be the same in all servers; see ``ServiceDatabase/init(path:key:)``.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    public init(postgreSQL connection: String, schema: String = "usher", key: [UInt8]) throws {
        try self.init(ConnectionSettings(connection, schema: schema, count: 4), key: key)
    }

    /// Connects to a PostgreSQL server with other settings; see ``init(postgreSQL:schema:key:)``.
    package init(_ settings: ConnectionSettings, key: [UInt8]) throws {
        try self.init(PostgreSQLServices(settings), key: key)
    }

    /// Joins the servers of a PostgreSQL database, for a command, which connects when it reads or writes.
    ///
    /// - Parameters:
    ///   - connection: A connection string of libpq.
    ///   - schema: The schema of the tables.
    /// - Returns: The database, without the key of a server.
    public static func joining(postgreSQL connection: String, schema: String = "usher") -> Self {
        joining(ConnectionSettings(connection, schema: schema, count: 1))
    }

    /// Joins the servers of a PostgreSQL database with other settings; see ``joining(postgreSQL:schema:)``.
    package static func joining(_ settings: ConnectionSettings) -> Self { Self(joining: PostgreSQLServices(settings)) }
}
