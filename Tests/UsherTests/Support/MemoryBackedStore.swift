import Coordination
import Sessions

/// A store of a test that keeps its sessions in memory, and has what a store must have and no more.
protocol MemoryBackedStore: SessionStore {
    /// The store that has the sessions.
    var memory: MemoryStore { get }
}

extension MemoryBackedStore {
    var requiresEncoding: Bool { memory.requiresEncoding }

    func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        memory.commit(commit, then: completion)
    }

    func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        memory.load(key, then: completion)
    }

    func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        memory.remove(removal, then: completion)
    }

    func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        memory.due(after: last, at: now, limit: limit, then: completion)
    }

    func count(then completion: StoreCompletion<Int>) { memory.count(then: completion) }
}
