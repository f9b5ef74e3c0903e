/// What has a key of its own in a session.
public protocol HasKey: Sendable {
    /// The name of the instance in its session.
    var key: Key { get }
}

/// Values by their keys, in the order of those.
///
/// New keys are always the highest, so an array that grows at its end is both the smallest form of this and the one
/// that gives the same order, and so the same bytes, each time.
public struct Keyed<Value: HasKey>: Sendable, RandomAccessCollection {
    @usableFromInline var values: [Value] = []

    init() {}

    /// The place of the first value.
    public var startIndex: Int { 0 }

    /// The place after the last value.
    public var endIndex: Int { values.count }

    /// The value at a place.
    public subscript(position: Int) -> Value { values[position] }

    /// The value with a key.
    ///
    /// - Precondition: A value that is put in has the key under which it is put in.
    public internal(set) subscript(key: Key) -> Value? {
        @inlinable get { index(of: key).map { values[$0] } }
        set {
            precondition(newValue.map { $0.key == key } ?? true, "A value is kept under its own key.")
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

    /// Takes out every value whose key is one of these.
    mutating func remove(_ doomed: Set<Key>) {
        // The last come first, as what goes is mostly what came last.
        for key in doomed.sorted(by: >) { self[key] = nil }
    }

    /// Changes the value with a key in place, if there is one.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard let index = index(of: key) else { return }
        change(&values[index])
    }

    /// What is made of each value, in order, without taking the values out.
    func mapInPlace<Result>(_ transform: (borrowing Value) -> Result) -> [Result] {
        let values = values.span
        var results: [Result] = []
        results.reserveCapacity(values.count)
        for index in values.indices { results.append(transform(values[index])) }
        return results
    }

    /// The place of the value with a key.
    @inlinable
    func index(of key: Key) -> Int? {
        values.place(of: key) { $0.key }
    }
}

extension Array {
    /// The place of the element with a key, in an array that is in the order of its elements' keys.
    @inlinable package func place(of key: Key, by keyOf: (Element) -> Key) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if keyOf(self[middle]) < key { low = middle + 1 } else { high = middle }
        }
        return low < count && keyOf(self[low]) == key ? low : nil
    }
}

extension Keyed: Equatable where Value: Equatable {}
