import Concurrency

/// A direct-mapped cache: a table with one slot for each hash, modulo its size.
///
/// Its size is fixed. A new value replaces the value in its slot, so a look-up may miss a value that was added before, and
/// makes the value again. Use it to share immutable values that many objects have in common.
///
/// ```swift
/// let texts = DirectMappedCache<Text>(slots: 1_024)
/// let text = texts.value(hash: words.hashValue, where: { $0.words == words }) { Text(words) }
/// ```
final class DirectMappedCache<Value: Sendable>: Sendable {
    private let values: Lock<[Value?]>
    private let slots: UInt

    /// Creates an empty cache.
    ///
    /// - Parameter slots: The number of slots, at least one.
    init(slots: Int) {
        precondition(slots > 0, "The capacity of a cache must be at least 1.")
        self.slots = UInt(slots)
        values = Lock([Value?](repeating: nil, count: slots))
    }

    /// Returns the value in the slot of its hash, or makes a new one and stores it there.
    ///
    /// - Parameters:
    ///   - hash: Equal for equal values.
    ///   - isWanted: Whether a value is the wanted one. It is called without holding a lock.
    ///   - make: Makes the value. It is called without holding a lock.
    /// - Returns: The stored value if `isWanted` accepts it, otherwise the new one.
    func value(hash: Int, where isWanted: (Value) -> Bool, make: () -> Value) -> Value {
        let slot = Int(UInt(bitPattern: hash) % slots)
        if let known = values.withLock({ $0[slot] }), isWanted(known) { return known }
        let made = make()
        let old = values.withLock { values in
            defer { values[slot] = made }
            return values[slot]
        }
        // Released without holding the lock, since the value's deinit may run any code.
        _ = consume old
        return made
    }
}
