import Coordination
import Sessions

/// A store whose calls fail as planned.
struct FailingStore: SessionStore {
    let inner: any SessionStore
    let plan: FailurePlan

    var groupsCommits: Bool { inner.groupsCommits }
    var wantsWriting: Bool { inner.wantsWriting }

    func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome] {
        guard plan.strikes(.committing) else { return try await inner.commit(batch) }
        if plan.manner == .lied { return batch.map { _ in .committed } }
        return try await fail { () async throws(StoreError) in try await inner.commit(batch) }
    }

    func load(_ id: SessionID) async throws(StoreError) -> StoredSession? {
        try await call(.reading) { () async throws(StoreError) in try await inner.load(id) }
    }

    func load(createdWith key: Digest) async throws(StoreError) -> StoredSession? {
        try await call(.reading) { () async throws(StoreError) in try await inner.load(createdWith: key) }
    }

    func remove(_ id: SessionID) async throws(StoreError) {
        try await call(.writing) { () async throws(StoreError) in try await inner.remove(id) }
    }

    func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await call(.writing) { () async throws(StoreError) in
            try await inner.removeExpired(before: time, limit: limit)
        }
    }

    func due(after last: DueSession?, at now: Timestamp, limit: Int) async throws(StoreError) -> [DueSession] {
        try await call(.reading) { () async throws(StoreError) in
            try await inner.due(after: last, at: now, limit: limit)
        }
    }

    func count() async throws(StoreError) -> Int {
        try await call(.reading) { () async throws(StoreError) in try await inner.count() }
    }

    func setAside(_ id: SessionID, because reason: String) async throws(StoreError) {
        try await call(.writing) { () async throws(StoreError) in try await inner.setAside(id, because: reason) }
    }

    func noteCrash(of id: SessionID) async throws(StoreError) -> Int {
        try await call(.writing) { () async throws(StoreError) in try await inner.noteCrash(of: id) }
    }

    func probe() async throws(StoreError) {
        try await call(.writing) { () async throws(StoreError) in try await inner.probe() }
    }

    func close() async { await inner.close() }

    private func call<Result: Sendable>(
        _ side: FailurePlan.Side,
        _ body: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        guard plan.strikes(side) else { return try await body() }
        return try await fail(body)
    }

    private func fail<Result: Sendable>(
        _ body: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        switch plan.manner {
        case .refused, .lied: throw StoreError(.unavailable, "as planned")
        case .lost: throw StoreError(.unknownOutcome, "as planned")
        case .unheard:
            _ = try await body()
            throw StoreError(.unknownOutcome, "as planned")
        }
    }
}
