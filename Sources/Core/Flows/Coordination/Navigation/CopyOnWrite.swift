/// A value behind one reference, copied before a change while another owner shares it.
package struct CopyOnWrite<Value: Sendable>: Sendable {
    /// The heap storage of the value.
    ///
    /// `@unchecked Sendable` holds because a storage changes only while a single `CopyOnWrite` refers to it. Every access goes
    /// through a `CopyOnWrite`, so the compiler rules out overlapping accesses and the check at run time is switched off.
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

    /// The value, which is read without a copy and copied before a change only if its storage is shared.
    package var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Returns whether both share one storage, without comparing the values.
    package func isIdentical(to other: CopyOnWrite) -> Bool { storage === other.storage }
}

extension CopyOnWrite: Equatable where Value: Equatable {
    /// Returns whether the values are equal, without a comparison if they share one storage.
    package static func == (first: Self, second: Self) -> Bool {
        first.isIdentical(to: second) || first.value == second.value
    }
}
