public import Coordination
import Threads

/// Keeps sessions in memory: they are gone when the process is.
public final class MemoryStore: SessionStore {
    private struct State {
        var sessions: [SessionID: StoredSession] = [:]
        var created: [Digest: SessionID] = [:]
        /// Those that wait for an effect or a timer.
        var due: [SessionID: Timestamp] = [:]
        var crashes: [SessionID: Int] = [:]
        var expiries = ExpiryIndex()
        var isClosed = false

        mutating func take(_ commit: SessionCommit) -> CommitOutcome {
            guard sessions[commit.session.id]?.generation == commit.follows else { return .conflict }
            keep(commit.session)
            return .committed
        }

        private mutating func keep(_ session: StoredSession) {
            let old = sessions.updateValue(session, forKey: session.id)
            if session.due != old?.due { due[session.id] = session.due }
            guard let old else {
                if let key = session.creation?.key { created[key] = session.id }
                return expiries.note(session.id, expiresAt: session.expiresAt)
            }
            if session.expiresAt < old.expiresAt { expiries.note(session.id, expiresAt: session.expiresAt) }
        }

        mutating func forget(_ id: SessionID) {
            guard let session = sessions.removeValue(forKey: id) else { return }
            due[id] = nil
            crashes[id] = nil
            // An old key may have started another session since.
            if let key = session.creation?.key, created[key] == id { created[key] = nil }
        }
    }

    private let state = Lock(State())

    /// Whether states are kept in writing.
    public let wantsWriting: Bool

    /// An empty store.
    ///
    /// - Parameter wantsWriting: Whether states are kept in writing, as a store that outlives the process has to.
    public init(wantsWriting: Bool = false) {
        self.wantsWriting = wantsWriting
    }

    /// Commits to memory gain nothing from company.
    public var groupsCommits: Bool { false }

    /// Takes or refuses each commit.
    public func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome] {
        try access { state in batch.map { state.take($0) } }
    }

    /// Memory keeps nobody waiting.
    public var commitsAtOnce: Bool { true }

    /// Takes or refuses a commit.
    public func commitAtOnce(_ commit: SessionCommit) throws(StoreError) -> CommitOutcome? {
        try access { state in state.take(commit) }
    }

    /// A session.
    public func load(_ id: SessionID) async throws(StoreError) -> StoredSession? {
        try access { $0.sessions[id] }
    }

    /// The session that was started with an idempotency key last.
    public func load(createdWith key: Digest) async throws(StoreError) -> StoredSession? {
        try access { state in state.created[key].flatMap { state.sessions[$0] } }
    }

    /// Forgets a session.
    public func remove(_ id: SessionID) async throws(StoreError) {
        try access { $0.forget(id) }
    }

    /// Forgets sessions that expired before a time.
    public func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try access { state in
            var expired: [(id: SessionID, at: Timestamp)] = []
            for id in state.expiries.take(until: time) {
                guard let expiry = state.sessions[id]?.expiresAt else { continue }
                if expiry < time {
                    expired.append((id, expiry))
                } else {
                    state.expiries.note(id, expiresAt: expiry)
                }
            }
            expired.sort { $0.at < $1.at }
            for (id, _) in expired.prefix(limit) { state.forget(id) }
            for (id, expiry) in expired.dropFirst(limit) { state.expiries.note(id, expiresAt: expiry) }
            return min(limit, expired.count)
        }
    }

    /// The sessions that wait for an effect or a timer.
    public func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int
    ) async throws(StoreError) -> [DueSession] {
        try access { state in
            let sessions = state.sessions
            return state.due.map { DueSession(at: $0.value, id: $0.key) }
                .filter { due in
                    last.map { $0.precedes(due) } ?? true && sessions[due.id].map { $0.expiresAt > now } ?? false
                }
                .sorted { $0.precedes($1) }.prefix(limit).map { $0 }
        }
    }

    /// How many sessions there are.
    public func count() async throws(StoreError) -> Int {
        try access { $0.sessions.count }
    }

    /// Keeps a session without its state.
    public func setAside(_ id: SessionID, because reason: String) async throws(StoreError) {
        try access { state in
            state.sessions[id]?.content = .setAside(reason: reason)
            state.due[id] = nil
        }
    }

    /// Counts crashes, which this store does not outlive.
    public func noteCrash(of id: SessionID) async throws(StoreError) -> Int {
        try access { state in
            guard state.sessions[id] != nil else { return 0 }
            state.crashes[id, default: 0] += 1
            return state.crashes[id, default: 0]
        }
    }

    /// Memory can always be written to.
    public func probe() async throws(StoreError) {
        try access { _ in }
    }

    /// Forgets everything.
    public func close() async {
        state.withLock { $0 = State(isClosed: true) }
    }

    private func access<Result: Sendable>(
        _ body: (inout State) -> Result
    ) throws(StoreError) -> Result {
        let result = state.withLock { state in state.isClosed ? nil : body(&state) }
        guard let result else { throw StoreError(.unavailable, "The store has been closed.") }
        return result
    }
}

extension DueSession {
    fileprivate func precedes(_ other: DueSession) -> Bool {
        (at, id.description) < (other.at, other.id.description)
    }
}
