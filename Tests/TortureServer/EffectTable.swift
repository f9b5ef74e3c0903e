import Glibc
import PostgreSQL
import Sessions

/// The record of performed effects in the database of the sessions: a row for each time that an effect ran, with the lease
/// under which that was.
///
/// A row is added only while the lease lasts, and acts only if no other row with its key has acted, as every service should
/// do. No constraint prevents a second one: that only one acts follows from the leases.
struct EffectTable: Sendable {
    private static let migrations = Migrations(
        recordedIn: "effect_migration",
        [
            """
            CREATE TABLE performed (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                key text NOT NULL,
                effect bigint NOT NULL,
                lease bigint NOT NULL,
                is_held bigint NOT NULL,
                has_acted bigint NOT NULL
            )
            """,
            "CREATE INDEX performed_key ON performed (key)",
        ]
    )

    private let connections: BlockingConnections
    /// The bug of acting under a lease that was lost.
    private let ignoresLeases: Bool
    /// The bug of acting again for a key that has acted.
    private let ignoresKeys: Bool

    init(_ settings: ConnectionSettings, ignoresLeases: Bool, ignoresKeys: Bool) throws {
        try Self.migrations.run(on: try Connection(settings), schema: settings.schema)
        connections = BlockingConnections(settings)
        self.ignoresLeases = ignoresLeases
        self.ignoresKeys = ignoresKeys
    }

    /// Adds a row; waits while the database is down, because the effect was accepted.
    ///
    /// - Throws: `LostLeaseError`, and the last error after half a minute.
    func add(key: String, number: Int) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do {
                return try addOnce(key: key, number: number)
            } catch {
                if error is LostLeaseError || ContinuousClock.now > deadline { throw error }
                usleep(50_000)
            }
        }
    }

    private func addOnce(key: String, number: Int) throws {
        guard let lease = Lease.current else { throw LostLeaseError() }
        try connections.transaction(.writes) { connection in
            var held = Parameters()
            held.append(bigint: lease.number)
            let query = "SELECT id FROM server WHERE id = $1 FOR KEY SHARE"
            let count = try connection.query(query, held).count
            guard count == 1 || ignoresLeases else { throw LostLeaseError() }
            var name = Parameters()
            name.append(text: key)
            let earlier = try connection.query("SELECT number FROM performed WHERE key = $1 AND has_acted = 1", name)
            var row = Parameters()
            row.append(text: key)
            row.append(bigint: Int64(number))
            row.append(bigint: lease.number)
            row.append(bigint: Int64(count))
            row.append(bigint: earlier.count == 0 || ignoresKeys ? 1 : 0)
            try connection.query(
                "INSERT INTO performed (key, effect, lease, is_held, has_acted) VALUES ($1, $2, $3, $4, $5)",
                row
            )
        }
    }
}
