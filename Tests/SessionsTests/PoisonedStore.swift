import Coordination
import Sessions
import Threads

/// A store that can't write certain sessions down, and then takes nothing of their batch.
final class PoisonedStore: SessionStore {
    private let inner = MemoryStore()
    private let poisoned = Lock(Set<SessionID>())

    static func of(_ store: TestStore) -> PoisonedStore {
        guard let poisoned = store.inner as? PoisonedStore else { preconditionFailure("It holds another store.") }
        return poisoned
    }

    func poison(_ id: SessionID) { _ = poisoned.withLock { $0.insert(id) } }

    var groupsCommits: Bool { true }

    func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome] {
        let poisoned = poisoned.withLock { $0 }
        if batch.contains(where: { poisoned.contains($0.record.id) }) { throw StoreError(.unreadable, "as planned") }
        return try await inner.commit(batch)
    }

    func load(_ id: SessionID) async throws(StoreError) -> SessionRecord? { try await inner.load(id) }

    func load(createdWith key: Digest) async throws(StoreError) -> SessionRecord? {
        try await inner.load(createdWith: key)
    }

    func remove(_ id: SessionID) async throws(StoreError) { try await inner.remove(id) }

    func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await inner.removeExpired(before: time, limit: limit)
    }

    func pending(after id: SessionID?, limit: Int) async throws(StoreError) -> [SessionID] {
        try await inner.pending(after: id, limit: limit)
    }

    func count() async throws(StoreError) -> Int { try await inner.count() }
}
