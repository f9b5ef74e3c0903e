import Concurrency
import Coordination
import PostgreSQL
import Sessions

/// The lease that a server has in the database while it runs.
///
/// A server is a row of the table `server` with a time until which its lease lasts, by the clock of the database. Each claim
/// renews the lease. A lease that was not renewed in time is ended by the claim of another server, which removes the row. From
/// then on the effects of that server can be claimed. So a claim writes one short row, however many effects the server runs.
///
/// A server knows by its own clock until when its lease lasts at least, because it counts from the moment at which it asked for
/// the renewal. A server that finds its row removed was given up. It starts anew under another number, because what it ran
/// under the old number may run elsewhere by now.
package final class ServerLease: Sendable {
    /// The duration of a lease.
    ///
    /// A server that stops is given up after this time. A claim every five seconds renews it.
    package static let defaultDuration = Duration.seconds(20)

    private struct State {
        /// The number of the lease, which the database may not have yet.
        var server = Int64.random(in: 1...Int64.max)
        /// The time until which the lease lasts at least, or `nil` if it is not in the database.
        var end: ContinuousClock.Instant?
    }

    private let pool: ConnectionPool
    private let duration: Duration
    private let clock: DatabaseClock
    private let metrics: StoreMetrics
    private let state = Lock(State())

    init(
        _ pool: ConnectionPool,
        duration: Duration,
        clock: DatabaseClock = DatabaseClock(),
        metrics: StoreMetrics = StoreMetrics()
    ) {
        self.pool = pool
        self.duration = duration
        self.clock = clock
        self.metrics = metrics
    }

    /// The lease, as long as no other server can have claimed the effects that belong to it.
    var current: Lease? {
        state.withLock { state in
            guard let end = state.end, ContinuousClock.now < end else { return nil }
            return Lease(number: state.server)
        }
    }

    /// Renews the lease, ends the leases of servers that have stopped, and claims effects and timers.
    ///
    /// - Parameters:
    ///   - now: The time by which timers are due.
    ///   - limit: The largest number of effects and timers to claim.
    ///   - declined: The sessions with effects and timers that this server gives back, and does not claim.
    ///   - completion: Called with the work that was claimed and all work that belongs to the lease, on the thread of the pool.
    func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID] = [],
        then completion: @escaping @Sendable (Result<ClaimedWork, DatabaseError>) -> Void
    ) {
        let (server, isRegistered) = state.withLock { ($0.server, $0.end != nil) }
        let began = ContinuousClock.now, time = clock.now
        var renewal = Parameters(), own = Parameters(), claim = Parameters(), next = Parameters()
        renewal.append(bigint: server)
        renewal.append(bigint: duration.milliseconds)
        claim.append(bigint: server)
        claim.append(bigint: now.milliseconds)
        claim.append(bigint: Int64(limit))
        claim.append(texts: declined.map(\.description))
        next.append(bigint: now.milliseconds)
        own.append(bigint: server)
        var declination = own
        declination.append(texts: declined.map(\.description))
        var transaction = Transaction(.writes, isRegistered ? Self.renew : Self.register, renewal)
        // This runs every few seconds, so a pooler that changes its mode is found soon.
        transaction.checksBackend = true
        transaction.add(Self.endOthers, own)
        if !declined.isEmpty { transaction.add(Self.decline, declination) }
        transaction.add(Self.claim, claim)
        transaction.add(Self.owned, own)
        transaction.add(Self.next, next)
        pool.run(transaction) { [self] outcome in
            switch outcome {
            case .failure(let error): completion(.failure(error))
            case .success(let results) where results[0].affectedCount == 0:
                // Another server has ended the lease.
                let isLost = state.withLock { state in
                    guard state.server == server else { return false }
                    state = State()
                    return isRegistered
                }
                if isLost { metrics.leaseLost() }
                claimWork(at: now, limit: limit, declining: declined, then: completion)
            case .success(let results):
                clock.observe(results[0].first?.integer(0), since: time)
                metrics.clock(difference: clock.difference)
                state.withLock { state in
                    if state.server == server { state.end = began + duration }
                }
                // Counted from the end, because the query that declines is only sometimes there.
                completion(
                    .success(
                        ClaimedWork(
                            results[results.count - 3].compactMap { PendingWork($0) },
                            owned: results[results.count - 2].compactMap { PendingWork($0) },
                            under: Lease(number: server),
                            next: results[results.count - 1].first?.integer(0).map { Timestamp(milliseconds: $0) }
                        )
                    )
                )
            }
        }
    }

    /// Gives back the lease.
    func end(then completion: @escaping @Sendable () -> Void) {
        let server = state.withLock { state in
            state.end = nil
            return state.server
        }
        var parameters = Parameters()
        parameters.append(bigint: server)
        pool.run(Transaction(.writes, Self.end, parameters)) { _ in completion() }
    }
}

extension ServerLease {
    private static let register = PreparedQuery(
        "register_server",
        """
        INSERT INTO server (id, lease_until) VALUES ($1::bigint, clock_timestamp() + $2::bigint * interval '1 millisecond')
        ON CONFLICT (id) DO NOTHING RETURNING \(DatabaseClock.reading)
        """
    )

    private static let renew = PreparedQuery(
        "renew_server",
        """
        UPDATE server SET lease_until = clock_timestamp() + $2::bigint * interval '1 millisecond' WHERE id = $1::bigint
        RETURNING \(DatabaseClock.reading)
        """
    )

    /// A transaction that relies on a lease locks its row with `FOR KEY SHARE`, so the row can't be removed before that
    /// transaction has ended.
    private static let endOthers = PreparedQuery(
        "end_servers",
        """
        DELETE FROM server WHERE id IN (
            SELECT id FROM server WHERE lease_until < clock_timestamp() AND id <> $1::bigint FOR UPDATE SKIP LOCKED
        )
        """
    )

    /// Takes effects of servers that have no row, and timers that are due.
    ///
    /// If two servers claim at once, one of them gets each. A row that another claim has changed since this statement began is
    /// checked again, but a join with other tables is not repeated for its new version (`EvalPlanQual` in PostgreSQL's
    /// executor/README). So the owner is compared with a list, which does not have the server that has just claimed the row.
    private static let claim = PreparedQuery(
        "claim_work",
        """
        WITH due AS (
            SELECT session, key FROM work
            WHERE owner IS NULL AND coalesce(due_at, 0) <= $2::bigint AND session <> ALL ($4::text[])
            ORDER BY coalesce(due_at, 0) LIMIT $3::bigint FOR UPDATE SKIP LOCKED
        ), abandoned AS (
            SELECT session, key FROM work
            WHERE owner = ANY (ARRAY(
                SELECT DISTINCT owner FROM work AS owned
                WHERE owner IS NOT NULL AND NOT EXISTS (SELECT FROM server WHERE server.id = owned.owner)
            )) AND session <> ALL ($4::text[])
            LIMIT greatest($3::bigint - (SELECT count(*) FROM due), 0) FOR UPDATE SKIP LOCKED
        )
        UPDATE work SET owner = $1::bigint
        FROM (SELECT * FROM due UNION ALL SELECT * FROM abandoned) AS free
        WHERE work.session = free.session AND work.key = free.key
            AND EXISTS (SELECT FROM server WHERE server.id = $1::bigint)
        RETURNING work.session, work.key
        """
    )

    private static let decline = PreparedQuery(
        "decline_work",
        "UPDATE work SET owner = NULL WHERE owner = $1::bigint AND session = ANY ($2::text[])"
    )

    private static let owned = PreparedQuery("owned_work", "SELECT session, key FROM work WHERE owner = $1::bigint")

    private static let next = PreparedQuery(
        "next_due",
        "SELECT min(coalesce(due_at, 0)) FROM work WHERE owner IS NULL AND coalesce(due_at, 0) > $1::bigint"
    )

    private static let end = PreparedQuery("end_server", "DELETE FROM server WHERE id = $1::bigint")
}

extension PendingWork {
    /// Reads a row with a session and a key, or returns `nil` if it has a key that was never written.
    init?(_ row: ResultRow) {
        guard let session = row.text(0), let key = row.text(1).flatMap({ Key($0) }) else { return nil }
        self.init(session: SessionID(session), key: key)
    }
}
