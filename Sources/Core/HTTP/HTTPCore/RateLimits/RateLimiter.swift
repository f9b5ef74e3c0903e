internal import Concurrency
internal import Glibc

/// A limit on actions by key, such as new sessions by client address.
///
/// ```swift
/// let starts = RateLimiter<ClientAddress>(RateLimit(5_000, per: .seconds(3_600)))
/// if let rejection = starts.count(address) { … }
/// ```
///
/// It is the generic cell rate algorithm: each key has one instant, at which its quota is full again, so a check takes O(1) and
/// never allocates. The memory is bounded. A key needs no entry once its quota is full again. If a bucket of the table is full
/// of other keys, the key that is closest to that state is forgotten, so the limit errs in favor of clients.
public final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        var key: Key?
        /// The instant at which the quota is full again, in nanoseconds.
        var fullAt: Int64 = .min
    }

    /// The limit for each key.
    public let limit: RateLimit
    private let interval: Int64
    /// The time in which the actions that are allowed at once are given back.
    private let window: Int64
    private let now: @Sendable () -> Int64
    private let entries: Lock<[Entry]>

    /// The number of entries among which a key's is searched.
    private static var bucketSize: Int { 8 }

    /// Creates a limiter in which the quota of every key is full.
    ///
    /// - Parameters:
    ///   - limit: The limit for each key.
    ///   - burst: The number of actions that are allowed at once, at most the quota, by default the whole quota.
    ///   - capacity: The largest number of keys that are remembered, rounded up to a multiple of 8.
    ///   - now: Returns the monotonic time in nanoseconds, by default the system's.
    public init(
        _ limit: RateLimit,
        burst: Int? = nil,
        capacity: Int = 16_384,
        now: @escaping @Sendable () -> Int64 = { monotonicNanoseconds() }
    ) {
        self.limit = limit
        self.now = now
        interval = limit.interval
        window = min(burst.map { Int64($0) * limit.interval } ?? .max, limit.nanoseconds)
        let buckets = limit.quota == 0 ? 0 : max(1, (capacity + Self.bucketSize - 1) / Self.bucketSize)
        entries = Lock(Array(repeating: Entry(), count: buckets * Self.bucketSize))
    }

    /// Counts an action if it is allowed.
    ///
    /// - Parameter key: The key of the action.
    /// - Returns: The rejection if the action exceeds the limit. It is not counted then.
    public func count(_ key: Key) -> RateLimitRejection? { access(key, counts: true) }

    /// Checks whether an action would be allowed, without counting it.
    ///
    /// - Parameter key: The key of the action.
    /// - Returns: The rejection if the action would exceed the limit.
    public func check(_ key: Key) -> RateLimitRejection? { access(key, counts: false) }

    private func access(_ key: Key, counts: Bool) -> RateLimitRejection? {
        guard interval > 0 else { return nil }
        let now = now()
        return entries.withLock { entries in
            let found = Self.index(of: key, in: entries)
            let fullAt = entries[found].key == key ? max(entries[found].fullAt, now) : now
            let wait = fullAt - now + interval - window
            guard wait <= 0 else {
                return RateLimitRejection(limit: limit, retryAfter: Int(1 + (wait - 1) / 1_000_000_000))
            }
            if counts { entries[found] = Entry(key: key, fullAt: fullAt + interval) }
            return nil
        }
    }
}

extension RateLimiter {
    /// The keys that have used a part of their quota, each with the time after which it is full again.
    public var used: [Key: Duration] {
        let now = now()
        return entries.withLock { entries in
            entries.reduce(into: [:]) { used, entry in
                if let key = entry.key, entry.fullAt > now { used[key] = .nanoseconds(entry.fullAt - now) }
            }
        }
    }

    /// Restores what was ``used``, such as before a restart, unless a key has used more meanwhile.
    ///
    /// - Parameter used: The keys, each with the time after which its quota is full. At most the time of a whole quota counts.
    public func restore(_ used: [Key: Duration]) {
        guard interval > 0 else { return }
        let now = now()
        entries.withLock { entries in
            for (key, duration) in used {
                let wait = min(duration, .nanoseconds(window)).nanoseconds
                let index = Self.index(of: key, in: entries)
                guard entries[index].key == key || entries[index].fullAt < now + wait else { continue }
                let fullAt = entries[index].key == key ? max(entries[index].fullAt, now + wait) : now + wait
                entries[index] = Entry(key: key, fullAt: fullAt)
            }
        }
    }

    /// Returns the index of a key's entry, or of the entry in its bucket that is forgotten first if it has none.
    private static func index(of key: Key, in entries: [Entry]) -> Int {
        // Seeded at random for each process, so that no client can choose keys that share a bucket.
        let buckets = UInt(entries.count / bucketSize)
        let start = Int(UInt(bitPattern: key.hashValue) % buckets) * bucketSize
        var found = start
        for index in start..<start + bucketSize {
            if entries[index].key == key { return index }
            if entries[index].fullAt < entries[found].fullAt { found = index }
        }
        return found
    }
}

/// Returns the time of the monotonic clock in nanoseconds.
@usableFromInline
func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
