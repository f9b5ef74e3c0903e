import Coordination
import PostgreSQL
import PostgreSQLServices
import Sessions

@testable import ServiceDatabase

/// The record of performed effects in the database of the sessions: a row for each time that an effect ran, with the lease
/// under which that was.
///
/// An effect acts with a row in a transaction that the services of an application use: once for its key, and only while the
/// lease lasts. No constraint of the table prevents a second row. An error goes to the server, which calls the handler again
/// if the row may be there.
struct EffectTable: Sendable {
    /// The deliberate bugs of an effect.
    struct Bugs {
        /// Acts under a lease that was lost.
        var ignoresLeases = false
        /// Acts again for a key that has acted.
        var ignoresKeys = false
        /// Whether an effect with an unknown outcome is reported as if it had not happened.
        var reportsUnknown = false
    }

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

    private let database: ServiceDatabase
    private let expired: ExpiredRows
    private let bugs: Bugs

    init(_ settings: ConnectionSettings, clock: any WallClock, bugs: Bugs) throws {
        try Self.migrations.run(on: try Connection(settings), schema: settings.schema)
        // Only counts of sign-ins have the key, and there are none.
        database = try ServiceDatabase(settings, key: [])
        expired = ExpiredRows(clock: clock)
        self.bugs = bugs
    }

    /// Performs the effect of a number.
    ///
    /// - Throws: `LostLeaseError`, and `StoreError`, after which the row may be there if the outcome is unknown.
    func add(key: String, number: Int, at now: Timestamp) throws {
        guard let lease = Lease.current else { throw LostLeaseError() }
        do {
            try Lease.$current.withValue(bugs.ignoresLeases ? nil : lease) {
                try add(key: key, number: number, under: lease, at: now)
            }
        } catch let error as StoreError where bugs.reportsUnknown {
            throw EffectNotPerformed("\(error)")
        }
    }

    private func add(key: String, number: Int, under lease: Lease, at now: Timestamp) throws {
        let insert = { (db: any ServiceTransaction, hasActed: Bool) in
            let isHeld = try db.row("SELECT id FROM server WHERE id = ?", lease.number) != nil
            try db.change(
                "INSERT INTO performed (key, effect, lease, is_held, has_acted) VALUES (?, ?, ?, ?, ?)",
                key,
                number,
                lease.number,
                isHeld,
                hasActed
            )
        }
        if bugs.ignoresKeys { return try database.write { db in try insert(db, true) } }
        let call = Int64.random(in: 0...(.max))
        let first = try database.write(once: key, at: now, expired) { db in
            try insert(db, true)
            return call
        }
        if first != call { try database.write { db in try insert(db, false) } }
    }
}
