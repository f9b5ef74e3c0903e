import Concurrency
import Coordination
public import Sessions

/// The use of limits by addresses, which is stored so that it outlives a restart of the server.
///
/// A row has the time at which an address has its whole quota again, so it changes only when the address uses more. It has a
/// keyed digest in place of the address.
public struct UsedLimits: Sendable {
    /// A limit, and an address to which it applies.
    public struct Key: Hashable, Sendable {
        /// The name of the limit.
        public let name: String
        /// The digest of the address, with ``UsedLimits/key``.
        public let address: Digest

        /// Makes the key of a limit and an address.
        public init(name: String, address: Digest) {
            self.name = name
            self.address = address
        }
    }

    /// The difference, in milliseconds, below which two times count as the same, because they were measured.
    private static let tolerance: Int64 = 1_000

    let database: ServiceDatabase
    private let clock: any WallClock
    private let expired: ExpiredRows
    /// The rows as they were written or read last.
    private let stored = Lock([Key: Timestamp]())

    /// Uses a database.
    ///
    /// - Parameters:
    ///   - database: The database, which several servers may share.
    ///   - clock: The clock by which quotas are full again.
    public init(in database: ServiceDatabase, clock: any WallClock) {
        self.database = database
        self.clock = clock
        expired = ExpiredRows(clock: clock)
    }

    /// The secret key of the digests, which is derived from the key of the database.
    public var key: [UInt8] {
        database.key(for: "addresses in limits")
    }

    /// Reads the stored uses.
    ///
    /// - Returns: The time after which the quota is full again, for each address and limit that has not recovered since.
    /// - Throws: `DatabaseError` or `StoreError` when the database can't be read.
    public func load() throws -> [Key: Duration] {
        let rows = try database.read { db in
            try db.rows("SELECT name, address, full_at FROM used_limit").compactMap { row in
                try Digest(row.bytes(1)).map { try (Key(name: row.text(0), address: $0), row.time(2)) }
            }
        }
        let loaded = Dictionary(rows) { _, last in last }
        stored.withLock { $0 = loaded }
        let now = clock.now
        return loaded.filter { $0.value > now }.mapValues { $0 - now }
    }

    /// Stores the uses that have changed, in one transaction, and removes expired ones.
    ///
    /// Without a change nothing is written. A use that another server has stored stays if it lasts longer.
    ///
    /// - Parameter used: The time after which the quota is full again, for each address and limit.
    /// - Throws: `DatabaseError` or `StoreError` when the database can't be written. The next call stores the same changes.
    public func save(_ used: [Key: Duration]) throws {
        let now = clock.now
        let lastRemovable = expired.lastRemovable(at: now)
        let before = stored.withLock { $0 }
        let ended = before.filter { $0.value <= lastRemovable }
        let changed = used.mapValues { now + $0 }.filter { key, time in
            guard let last = before[key] else { return true }
            return abs(time.milliseconds - last.milliseconds) > Self.tolerance
        }
        guard !(ended.isEmpty && changed.isEmpty) else { return }
        try database.write { db in
            try db.change("DELETE FROM used_limit WHERE full_at <= ?", lastRemovable)
            for (key, time) in changed {
                try db.change(
                    """
                    INSERT INTO used_limit (name, address, full_at) VALUES (?, ?, ?)
                    ON CONFLICT (name, address) DO UPDATE SET full_at = excluded.full_at
                    WHERE excluded.full_at > used_limit.full_at
                    """,
                    key.name,
                    key.address.bytes,
                    time
                )
            }
        }
        stored.withLock { stored in
            for key in ended.keys where changed[key] == nil { stored[key] = nil }
            stored.merge(changed) { _, new in new }
        }
    }
}
