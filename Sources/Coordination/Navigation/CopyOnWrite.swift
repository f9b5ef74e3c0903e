/// A value behind one reference, copied before it is changed while another owner has it.
package struct CopyOnWrite<Value: Sendable>: Sendable {
    /// The memory of the value.
    ///
    /// Why `@unchecked Sendable` holds: a storage is only changed while one `CopyOnWrite` has it. Every access is one to a
    /// `CopyOnWrite`, so the compiler excludes overlapping ones, and they aren't checked at run time.
    private final class Storage: @unchecked Sendable {
        @safe @exclusivity(unchecked) var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage

    package init(_ value: Value) {
        storage = Storage(value)
    }

    /// The value.
    package var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Whether both have the same memory, without comparing the values.
    package func isIdentical(to other: CopyOnWrite) -> Bool { storage === other.storage }
}

extension CopyOnWrite: Equatable where Value: Equatable {
    /// Whether the values are the same.
    package static func == (first: Self, second: Self) -> Bool {
        first.isIdentical(to: second) || first.value == second.value
    }
}
