import Coordination
import Sessions

/// A store that forwards to another one, with calls that fail as planned.
struct FailingStore: AsyncSessionStore {
    let inner: any SessionStore
    let plan: FailurePlan

    var requiresEncoding: Bool { inner.requiresEncoding }

    func commit(_ commit: SessionCommit) async throws(StoreError) -> CommitOutcome {
        guard plan.shouldFail(.committing) else { return try await inner.commit(commit) }
        if plan.kind == .falseSuccess { return .committed }
        return try await fail { () async throws(StoreError) in try await inner.commit(commit) }
    }

    func load(_ key: SessionLookup) async throws(StoreError) -> StoredSession? {
        try await call(.reading) { () async throws(StoreError) in
            switch key {
            case .id(let id): try await inner.load(id)
            case .creation(let key): try await inner.load(createdWith: key)
            }
        }
    }

    func remove(_ removal: SessionRemoval) async throws(StoreError) -> Int {
        try await call(.writing) { () async throws(StoreError) in
            switch removal {
            case .session(let id):
                try await inner.remove(id)
                return 1
            case .expired(let time, let limit): return try await inner.removeExpired(before: time, limit: limit)
            case .untouched(let limit): return try await inner.removeUntouched(limit: limit)
            }
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

    func tally() async throws(StoreError) -> SessionTally {
        try await call(.reading) { () async throws(StoreError) in try await inner.tally() }
    }

    func sessions(of account: String, at now: Timestamp, limit: Int) async throws(StoreError) -> [AccountSession] {
        try await call(.reading) { () async throws(StoreError) in
            try await inner.sessions(of: account, at: now, limit: limit)
        }
    }

    func mark(_ id: SessionID, _ mark: SessionMark) async throws(StoreError) -> Int {
        try await call(.writing) { () async throws(StoreError) in
            switch mark {
            case .quarantined(let reason):
                try await inner.quarantine(id, because: reason)
                return 1
            case .crashed: return try await inner.recordCrash(of: id)
            }
        }
    }

    func probe() async throws(StoreError) {
        try await call(.writing) { () async throws(StoreError) in try await inner.probe() }
    }

    func close() async { await inner.close() }

    private func call<Result: Sendable>(
        _ side: FailurePlan.AccessKind,
        _ body: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        guard plan.shouldFail(side) else { return try await body() }
        return try await fail(body)
    }

    private func fail<Result: Sendable>(
        _ body: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        switch plan.kind {
        case .rejected, .falseSuccess: throw StoreError(.unavailable, "as planned")
        case .lost: throw StoreError(.unknownOutcome, "as planned")
        case .resultLost:
            _ = try await body()
            throw StoreError(.unknownOutcome, "as planned")
        }
    }
}
