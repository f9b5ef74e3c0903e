import Concurrency
import PostgreSQL
import ServiceDatabase
import Sessions

/// The tables of the services in PostgreSQL, in the schema of the sessions.
///
/// A transaction of an effect holds the lease of its server. If this process was paused and another server has taken over its
/// effects in the meantime, the transaction fails with ``Sessions/LostLeaseError`` and changes nothing.
struct PostgreSQLServices: ServiceEngine {
    private let settings: ConnectionSettings
    private let connections: BlockingConnections
    /// The names of the tables that this server has created or found, so that it connects once for all services that share them.
    private let created = Lock(Set<String>())

    init(_ settings: ConnectionSettings) {
        self.settings = settings
        connections = BlockingConnections(settings)
    }

    var isShared: Bool { true }
    var problem: StoreError? { nil }

    /// Creates tables, unless the database has them, and blocks until it is done.
    ///
    /// - Throws: ``Sessions/StoreError`` with a sentence for operators.
    func create(_ tables: ServiceTables) throws {
        guard !created.withLock({ $0.contains(tables.name) }) else { return }
        do {
            let migrations = Migrations(recordedIn: Self.migrationTable(of: tables), [tables.postgreSQL])
            try migrations.run(on: try Connection(settings), schema: settings.schema)
            created.withLock { _ = $0.insert(tables.name) }
        } catch {
            throw StoreError(.unavailable, "\(error)")
        }
    }

    func has(_ tables: ServiceTables) throws -> Bool {
        try read { db in
            try db.row("SELECT (to_regclass('\(Self.migrationTable(of: tables))') IS NOT NULL)::int::bigint")?.bool(0)
                ?? false
        }
    }

    /// Returns the name of the table that records the migrations of some tables.
    private static func migrationTable(of tables: ServiceTables) -> String { "\(tables.name)_migration" }

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

    /// Locks the row of a lease, so that no other server can remove it before the end of the transaction.
    private static func hold(_ lease: Lease, on connection: Connection) throws {
        var parameters = Parameters()
        parameters.append(bigint: lease.number)
        guard try connection.query("SELECT id FROM server WHERE id = $1 FOR KEY SHARE", parameters).count == 1 else {
            throw LostLeaseError()
        }
    }
}
