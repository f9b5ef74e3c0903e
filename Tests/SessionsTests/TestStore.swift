import Coordination
import Sessions
import Threads

/// A store that can be held up and made to fail.
final class TestStore: SessionStore {
    enum Trouble {
        /// Nothing is kept.
        case fails(StoreError.Kind)
        /// It is kept, but nobody learns.
        case keepsAndFails(StoreError.Kind)
    }

    private struct State {
        var troubles: [Trouble] = []
        var failsLoads = false
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var batches: [Int] = []
        var counts = 0
        var loads = 0
        var probes = 0
    }

    let inner: any SessionStore
    let groupsCommits: Bool
    let commitsAtOnce: Bool
    var wantsWriting: Bool { inner.wantsWriting }
    private let state = Lock(State())

    init(_ inner: any SessionStore = MemoryStore(), groupsCommits: Bool = false, commitsAtOnce: Bool = false) {
        self.inner = inner
        self.commitsAtOnce = commitsAtOnce
        self.groupsCommits = groupsCommits
    }

    /// What the next commits meet, one each.
    func meet(_ troubles: Trouble...) { state.withLock { $0.troubles += troubles } }

    /// Lets no commit go on until ``release()``.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    var failsLoads: Bool {
        get { state.withLock { $0.failsLoads } }
        set { state.withLock { $0.failsLoads = newValue } }
    }

    /// How many commits are held up.
    var heldCount: Int { state.withLock { $0.held.count } }
    /// How large each batch was.
    var batches: [Int] { state.withLock { $0.batches } }
    /// How often the store was asked how many sessions there are.
    var counts: Int { state.withLock { $0.counts } }
    /// How often a record was loaded.
    var loads: Int { state.withLock { $0.loads } }
    /// How often it was tried out.
    var probes: Int { state.withLock { $0.probes } }

    func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome] {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        let trouble = state.withLock { state in
            state.batches.append(batch.count)
            return state.troubles.isEmpty ? nil : state.troubles.removeFirst()
        }
        switch trouble {
        case nil: return try await inner.commit(batch)
        case .fails(let kind)?: throw StoreError(kind, "as planned")
        case .keepsAndFails(let kind)?:
            _ = try await inner.commit(batch)
            throw StoreError(kind, "as planned")
        }
    }

    func commitAtOnce(_ commit: SessionCommit) throws(StoreError) -> CommitOutcome? {
        guard commitsAtOnce else { return nil }
        let trouble = state.withLock { $0.troubles.isEmpty ? nil : $0.troubles.removeFirst() }
        switch trouble {
        case nil: return try inner.commitAtOnce(commit)
        case .fails(let kind)?: throw StoreError(kind, "as planned")
        case .keepsAndFails(let kind)?:
            _ = try inner.commitAtOnce(commit)
            throw StoreError(kind, "as planned")
        }
    }

    func load(_ id: SessionID) async throws(StoreError) -> StoredSession? {
        if state.withLock({ state in
            state.loads += 1
            return state.failsLoads
        }) {
            throw StoreError(.unavailable, "as planned")
        }
        return try await inner.load(id)
    }

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

    func setAside(_ id: SessionID, because reason: String) async throws(StoreError) {
        try await inner.setAside(id, because: reason)
    }

    func noteCrash(of id: SessionID) async throws(StoreError) -> Int { try await inner.noteCrash(of: id) }

    func probe() async throws(StoreError) {
        state.withLock { $0.probes += 1 }
        if failsLoads { throw StoreError(.unavailable, "as planned") }
        try await inner.probe()
    }

    func close() async { await inner.close() }

    func count() async throws(StoreError) -> Int {
        state.withLock { $0.counts += 1 }
        return try await inner.count()
    }
}
