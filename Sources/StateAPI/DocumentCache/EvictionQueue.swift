import DequeModule

/// The owners of cached bytes in the order in which they were added, and the bytes of all their entries.
struct EvictionQueue<Owner: Sendable>: Sendable {
    let limit: Int
    private var owners = Deque<Owner>()
    private(set) var bytes = 0

    /// - Parameter limit: The most bytes; an entry of more is kept until another one is added.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// The number of owners in the queue, including those whose entries have been removed since.
    var count: Int { owners.count }

    mutating func add(_ owner: Owner) { owners.append(owner) }

    /// Adds to the number of bytes, or subtracts from it.
    mutating func addBytes(_ bytes: Int) { self.bytes += bytes }

    /// Removes and returns the oldest owner if the bytes exceed the limit; the newest owner always stays.
    mutating func popExcess() -> Owner? {
        guard bytes > limit, owners.count > 1 else { return nil }
        return owners.popFirst()
    }

    /// Removes the owners without an entry, once they outnumber the others.
    ///
    /// Sessions end without the bytes ever exceeding the limit, so without this the queue of a server with little load would
    /// grow with each session.
    ///
    /// - Parameters:
    ///   - count: The number of entries.
    ///   - hasEntry: Whether an owner still has an entry.
    mutating func compact(to count: Int, _ hasEntry: (Owner) -> Bool) {
        // Seldom enough that each removal pays for a constant number of look-ups.
        guard owners.count > 2 * count + 64 else { return }
        owners.removeAll { !hasEntry($0) }
    }
}
