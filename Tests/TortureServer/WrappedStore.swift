import Coordination
import Sessions

/// A store that does as the one in it does, but for what it does wrong on purpose.
protocol WrappedStore: SessionStore {
    var inner: any SessionStore { get }
}

extension WrappedStore {
    var groupsCommits: Bool { inner.groupsCommits }
    var wantsWriting: Bool { inner.wantsWriting }

    func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome] { try await inner.commit(batch) }

    func load(_ id: SessionID) async throws(StoreError) -> StoredSession? { try await inner.load(id) }

    func load(createdWith key: Digest) async throws(StoreError) -> StoredSession? {
        try await inner.load(createdWith: key)
    }

    func remove(_ id: SessionID) async throws(StoreError) { try await inner.remove(id) }

    func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await inner.removeExpired(before: time, limit: limit)
    }

    func due(after last: DueSession?, at now: Timestamp, limit: Int) async throws(StoreError) -> [DueSession] {
        try await inner.due(after: last, at: now, limit: limit)
    }

    func count() async throws(StoreError) -> Int { try await inner.count() }

    func setAside(_ id: SessionID, because reason: String) async throws(StoreError) {
        try await inner.setAside(id, because: reason)
    }

    func noteCrash(of id: SessionID) async throws(StoreError) -> Int { try await inner.noteCrash(of: id) }

    func probe() async throws(StoreError) { try await inner.probe() }

    func close() async { await inner.close() }
}
