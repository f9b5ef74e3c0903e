import Coordination
import Sessions

/// A store that forwards every call to another one.
///
/// Conforming types override some calls with deliberate bugs.
protocol ForwardingStore: AsyncSessionStore {
    var inner: any SessionStore { get }
}

extension ForwardingStore {
    var requiresEncoding: Bool { inner.requiresEncoding }

    func commit(_ commit: SessionCommit) async throws(StoreError) -> CommitOutcome { try await inner.commit(commit) }

    func load(_ key: SessionLookup) async throws(StoreError) -> StoredSession? { try await inner.find(key) }

    func remove(_ removal: SessionRemoval) async throws(StoreError) -> Int {
        switch removal {
        case .session(let id):
            try await inner.remove(id)
            return 1
        case .expired(let time, let limit): return try await inner.removeExpired(before: time, limit: limit)
        case .untouched(let limit): return try await inner.removeUntouched(limit: limit)
        }
    }

    func due(after last: DueSession?, at now: Timestamp, limit: Int) async throws(StoreError) -> [DueSession] {
        try await inner.due(after: last, at: now, limit: limit)
    }

    func count() async throws(StoreError) -> Int { try await inner.count() }

    func tally() async throws(StoreError) -> SessionTally { try await inner.tally() }

    func sessions(of account: String, at now: Timestamp, limit: Int) async throws(StoreError) -> [AccountSession] {
        try await inner.sessions(of: account, at: now, limit: limit)
    }

    func mark(_ id: SessionID, _ mark: SessionMark) async throws(StoreError) -> Int {
        switch mark {
        case .quarantined(let reason):
            try await inner.quarantine(id, because: reason)
            return 1
        case .crashed: return try await inner.recordCrash(of: id)
        }
    }

    func probe() async throws(StoreError) { try await inner.probe() }

    func close() async { await inner.close() }
}

extension SessionStore {
    func find(_ key: SessionLookup) async throws(StoreError) -> StoredSession? {
        switch key {
        case .id(let id): try await load(id)
        case .creation(let key): try await load(createdWith: key)
        }
    }
}
