package import PostgreSQL
public import ServiceDatabase
import Sessions

extension ServiceDatabase {
    /// Connects to a PostgreSQL server, which several servers of Usher can share.
    ///
    /// It blocks until the tables that every server needs exist.
    ///
    /// - Parameters:
    ///   - connection: A connection string of libpq
    ///     (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
    ///   - schema: The schema of the tables, which has the tables of the sessions, too.
    ///   - key: Secret bytes, as in ``ServiceDatabase/init(path:key:)``, which must be the same in all servers.
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    public init(postgreSQL connection: String, schema: String = "usher", key: [UInt8]) throws {
        try self.init(ConnectionSettings(connection, schema: schema, count: 4), key: key)
    }

    /// Connects to a PostgreSQL server with other settings, as ``init(postgreSQL:schema:key:)`` describes.
    package init(_ settings: ConnectionSettings, key: [UInt8]) throws {
        try self.init(PostgreSQLServices(settings), key: key)
    }

    /// Makes the database for a command that runs beside the servers, and connects when the command reads or writes.
    ///
    /// - Parameters:
    ///   - connection: A connection string of libpq.
    ///   - schema: The schema of the tables.
    /// - Returns: The database, without the key of a server.
    public static func joining(postgreSQL connection: String, schema: String = "usher") -> Self {
        joining(ConnectionSettings(connection, schema: schema, count: 1))
    }

    /// Makes the database for a command with other settings, as ``joining(postgreSQL:schema:)`` describes.
    package static func joining(_ settings: ConnectionSettings) -> Self { Self(joining: PostgreSQLServices(settings)) }
}
