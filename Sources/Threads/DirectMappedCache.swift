/// Values that are made once for many who want the same: a table with one place for each hash.
///
/// It never has more than so many values; of two that want one place the last one has it. A value that is not found costs
/// nothing but its making, so it is right for what is immutable, and alike in many hands.
///
/// ```swift
/// let texts = DirectMappedCache<Text>(places: 1_024)
/// let text = texts.value(hash: words.hashValue, where: { $0.words == words }) { Text(words) }
/// ```
public final class DirectMappedCache<Value: Sendable>: Sendable {
    private let values: Lock<[Value?]>
    private let places: UInt

    /// Makes a cache with nothing in it.
    ///
    /// - Parameter places: How many values it has at the most; at least one.
    public init(places: Int) {
        precondition(places > 0, "A cache needs a place.")
        self.places = UInt(places)
        values = Lock([Value?](repeating: nil, count: places))
    }

    /// The value that is wanted: the one in the place of its hash, or a new one, which is put there.
    ///
    /// - Parameters:
    ///   - hash: The same for values that are the same.
    ///   - isWanted: Whether a value is the one; asked outside of any lock.
    ///   - make: Makes it.
    public func value(hash: Int, where isWanted: (Value) -> Bool, make: () -> Value) -> Value {
        let place = Int(UInt(bitPattern: hash) % places)
        if let known = values.withLock({ $0[place] }), isWanted(known) { return known }
        let made = make()
        let old = values.withLock { values in
            defer { values[place] = made }
            return values[place]
        }
        // Let go outside the lock.
        _ = consume old
        return made
    }
}
