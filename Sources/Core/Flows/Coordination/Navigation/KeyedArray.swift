/// A value with a key of its own in a session.
public protocol KeyedElement: Sendable {
    /// The key of the instance in its session.
    var key: Key { get }
}

/// Values sorted by their keys.
///
/// A new key is always the highest, so an array to which values are appended is the smallest representation. Its order,
/// and so the encoded bytes, are the same every time.
public struct KeyedArray<Value: KeyedElement>: Sendable, RandomAccessCollection {
    @usableFromInline var values: [Value] = []

    init() {}

    /// The index of the first value, always 0.
    public var startIndex: Int { 0 }

    /// The index after the last value.
    public var endIndex: Int { values.count }

    /// The value at an index.
    public subscript(position: Int) -> Value { values[position] }

    /// The value with a key, found by binary search, or `nil` when there is none.
    ///
    /// - Precondition: A value is stored under its own key.
    public internal(set) subscript(key: Key) -> Value? {
        @inlinable get { index(of: key).map { values[$0] } }
        set {
            precondition(newValue.map { $0.key == key } ?? true, "A value must be stored under its own key.")
            switch (index(of: key), newValue) {
            case (let index?, let value?): values[index] = value
            case (let index?, nil): values.remove(at: index)
            case (nil, let value?):
                let isLast = values.last.map { $0.key < key } ?? true
                values.insert(value, at: isLast ? values.endIndex : values.firstIndex { $0.key > key } ?? 0)
            case (nil, nil): break
            }
        }
    }

    /// Removes the values with these keys.
    mutating func remove(_ removed: Set<Key>) {
        // Highest first: removed values are mostly the latest, so few elements move.
        for key in removed.sorted(by: >) { self[key] = nil }
    }

    /// Changes the value with a key in place, if there is one.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard let index = index(of: key) else { return }
        change(&values[index])
    }

    /// Returns the results of a transform in order, without copying the values out of the array.
    func mapInPlace<Result>(_ transform: (borrowing Value) -> Result) -> [Result] {
        let values = values.span
        var results: [Result] = []
        results.reserveCapacity(values.count)
        for index in values.indices { results.append(transform(values[index])) }
        return results
    }

    /// Returns the index of the value with a key, or `nil` when there is none.
    @inlinable
    func index(of key: Key) -> Int? {
        values.index(of: key) { $0.key }
    }
}

extension Array {
    /// Returns the index of the element with a key, by binary search in an array sorted by key.
    @inlinable package func index(of key: Key, by keyOf: (Element) -> Key) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if keyOf(self[middle]) < key { low = middle + 1 } else { high = middle }
        }
        return low < count && keyOf(self[low]) == key ? low : nil
    }
}

extension KeyedArray: Equatable where Value: Equatable {}
