/// A value behind one reference: many have it at the cost of one, and whoever changes it gets a copy of its own first.
struct Boxed<Value: Sendable>: Sendable {
    /// Where the value is.
    ///
    /// Why `@unchecked Sendable` holds: a storage is only changed when no other box has it. Every access is one to a box,
    /// so the compiler sees that no two are in each other's way, and they needn't be watched at run time.
    private final class Storage: @unchecked Sendable {
        @safe @exclusivity(unchecked) var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage

    init(_ value: Value) {
        storage = Storage(value)
    }

    /// The value.
    var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Whether both have the very same value, without looking at it.
    func isIdentical(to other: Boxed) -> Bool { storage === other.storage }
}

extension Boxed: Equatable where Value: Equatable {
    /// Whether the values are the same.
    static func == (first: Self, second: Self) -> Bool {
        first.isIdentical(to: second) || first.value == second.value
    }
}
