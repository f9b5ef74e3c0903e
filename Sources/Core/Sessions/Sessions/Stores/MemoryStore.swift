import Concurrency
public import Coordination
import DequeModule

/// A store in memory, where sessions end with the process.
public final class MemoryStore: SessionStore {
    /// The values that a commit has replaced.
    ///
    /// They are released outside the lock, because they may be states of many parts.
    private struct Replacement: Sendable {
        let session: StoredSession?
        var history: MemoryHistory?
        var records: [HistoryRecord] = []
    }

    private struct State {
        var sessions: [SessionID: StoredSession] = [:]
        var created: [Digest: SessionID] = [:]
        /// The times at which sessions with a pending effect or timer are due.
        var due: [SessionID: Timestamp] = [:]
        var crashes: [SessionID: Int] = [:]
        var histories: [SessionID: MemoryHistory] = [:]
        var expiries = ExpiryIndex()
        /// The sessions without an event from their client, in the order of their starts, and some that were used or removed.
        var untouched = Deque<SessionID>()
        /// The sessions of each account.
        var accounts: [String: Set<SessionID>] = [:]
        var countWithAccount = 0
        /// The values of topics, by their publishers.
        var publications: [TopicID: [String: Publication]] = [:]
        var isClosed = false

        mutating func take(_ commit: SessionCommit) -> Replacement? {
            guard sessions[commit.session.id]?.generation == commit.expectedGeneration else { return nil }
            if commit.expectedGeneration == nil, let key = commit.session.creation?.key,
                created[key] != commit.knownCreation
            {
                return nil
            }
            var replacement = Replacement(session: insert(commit.stored(after: sessions[commit.session.id])))
            if commit.changesAccount { replacement.history = histories.removeValue(forKey: commit.session.id) }
            if let record = commit.record {
                replacement.records = histories[commit.session.id, default: MemoryHistory()]
                    .append(record, commit.historyLimits)
            }
            return replacement
        }

        /// Adds a session, and returns the replaced one.
        private mutating func insert(_ session: StoredSession) -> StoredSession? {
            let old = sessions.updateValue(session, forKey: session.id)
            index(session, after: old)
            if session.due != old?.due { due[session.id] = session.due }
            guard let old else {
                if let key = session.creation?.key { created[key] = session.id }
                expiries.insert(session.id, expiresAt: session.expiresAt)
                return nil
            }
            if session.expiresAt < old.expiresAt { expiries.insert(session.id, expiresAt: session.expiresAt) }
            return old
        }

        /// Updates the indexes of untouched sessions and of accounts.
        ///
        /// A session is `nil` if it does not exist.
        private mutating func index(_ session: StoredSession?, after old: StoredSession?) {
            if let session, old == nil, session.isUntouched {
                untouched.append(session.id)
                // This is seldom enough that each start pays for a constant number of look-ups.
                if untouched.count > 2 * sessions.count + 64 {
                    untouched.removeAll { !(sessions[$0]?.isUntouched ?? false) }
                }
            }
            guard session?.account != old?.account else { return }
            if let old, let account = old.account {
                countWithAccount -= 1
                accounts[account]?.remove(old.id)
                if accounts[account]?.isEmpty ?? false { accounts[account] = nil }
            }
            if let session, let account = session.account {
                countWithAccount += 1
                accounts[account, default: []].insert(session.id)
            }
        }

        func sessions(of account: String, at now: Timestamp, limit: Int) -> [AccountSession] {
            let found = (accounts[account] ?? []).compactMap { sessions[$0] }.filter { session in
                if case .quarantined = session.content { return false }
                return session.expiresAt > now
            }
            return found.map(AccountSession.init).sorted { $1.precedes($0) }.prefix(limit).map { $0 }
        }

        mutating func removeUntouchedSessions(limit: Int) -> Int {
            var count = 0
            while count < limit, let id = untouched.popFirst() {
                if sessions[id]?.isUntouched ?? false, removeSession(id) { count += 1 }
            }
            return count
        }

        mutating func removeSession(_ id: SessionID) -> Bool {
            guard let session = sessions.removeValue(forKey: id) else { return false }
            index(nil, after: session)
            due[id] = nil
            crashes[id] = nil
            histories[id] = nil
            // The key may have started another session since, and that entry must stay.
            if let key = session.creation?.key, created[key] == id { created[key] = nil }
            return true
        }

        mutating func removeExpired(before time: Timestamp, limit: Int) -> Int {
            for (topic, values) in publications where values.contains(where: { $1.expiresAt < time }) {
                let kept = values.filter { $1.expiresAt >= time }
                publications[topic] = kept.isEmpty ? nil : kept
            }
            return removeExpiredSessions(before: time, limit: limit)
        }

        private mutating func removeExpiredSessions(before time: Timestamp, limit: Int) -> Int {
            var expired: [(id: SessionID, at: Timestamp)] = []
            for id in expiries.take(until: time) {
                guard let expiry = sessions[id]?.expiresAt else { continue }
                if expiry < time {
                    expired.append((id, expiry))
                } else {
                    expiries.insert(id, expiresAt: expiry)
                }
            }
            expired.sort { $0.at < $1.at }
            for (id, _) in expired.prefix(limit) { _ = removeSession(id) }
            for (id, expiry) in expired.dropFirst(limit) { expiries.insert(id, expiresAt: expiry) }
            return min(limit, expired.count)
        }
    }

    private let state = Lock(State())

    /// Whether states are encoded.
    public let requiresEncoding: Bool

    /// Makes an empty store.
    ///
    /// - Parameter requiresEncoding: Whether states are encoded, as a store that outlives the process requires.
    public init(requiresEncoding: Bool = false) {
        self.requiresEncoding = requiresEncoding
    }

    /// Commits a session if the store has the generation that it follows.
    public func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        completion(access { $0.take(commit) }.map { $0 == nil ? .conflict : .committed })
    }

    /// Loads a session.
    public func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        completion(
            access { state in
                switch key {
                case .id(let id): state.sessions[id]
                case .creation(let key): state.created[key].flatMap { state.sessions[$0] }
                }
            }
        )
    }

    /// Loads a session with its history.
    public func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        completion(
            access { state in
                state.sessions[id].map { session in
                    StoredHistory(session: session, records: state.histories[id]?.records.reversed() ?? [])
                }
            }
        )
    }

    /// Removes one session, or expired or untouched ones up to a limit.
    public func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        completion(
            access { state in
                switch removal {
                case .session(let id): state.removeSession(id) ? 1 : 0
                case .expired(let time, let limit): state.removeExpired(before: time, limit: limit)
                case .untouched(let limit): state.removeUntouchedSessions(limit: limit)
                }
            }
        )
    }

    /// Finds the sessions with a pending effect or timer.
    public func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        completion(
            access { state in
                let sessions = state.sessions
                return state.due.map { DueSession(at: $0.value, id: $0.key) }
                    .filter { due in
                        last.map { $0.precedes(due) } ?? true && sessions[due.id].map { $0.expiresAt > now } ?? false
                    }
                    .sorted { $0.precedes($1) }.prefix(limit).map { $0 }
            }
        )
    }

    /// Counts the sessions.
    public func count(then completion: StoreCompletion<Int>) {
        completion(access { $0.sessions.count })
    }

    /// Counts the sessions by kind.
    public func tally(then completion: StoreCompletion<SessionTally>) {
        completion(
            access { state in
                let sessions = state.sessions
                return SessionTally(
                    all: sessions.count,
                    withAccount: state.countWithAccount,
                    firstExpiry: state.expiries.firstExpiry { sessions[$0]?.expiresAt }
                )
            }
        )
    }

    /// Finds the sessions of an account.
    public func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    ) {
        completion(access { $0.sessions(of: account, at: now, limit: limit) })
    }

    /// Quarantines a session, or counts a crash.
    ///
    /// The count ends with the process.
    public func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        completion(
            access { state in
                guard state.sessions[id] != nil else { return 0 }
                switch mark {
                case .quarantined(let reason):
                    if case .quarantined = state.sessions[id]?.content { return 0 }
                    state.sessions[id]?.content = .quarantined(reason: reason)
                    state.due[id] = nil
                    return 1
                case .crashed:
                    state.crashes[id, default: 0] += 1
                    return state.crashes[id, default: 0]
                }
            }
        )
    }

    /// Stores a value of a topic.
    public func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        completion(
            access { state in
                let value = publication.value == nil ? nil : publication
                state.publications[publication.topic, default: [:]][publication.publisher] = value
            }
        )
    }

    /// Loads the values of a topic.
    public func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>) {
        completion(access { $0.publications[topic, default: [:]].values.filter { $0.expiresAt > now } })
    }

    /// Removes all sessions, so that later calls fail.
    public func close(then completion: StoreCompletion<Void>) {
        state.withLock { $0 = State(isClosed: true) }
        completion(.success(()))
    }

    private func access<Value: Sendable>(_ body: (inout State) -> Value) -> Result<Value, StoreError> {
        let value = state.withLock { state in state.isClosed ? nil : body(&state) }
        return value.map { .success($0) } ?? .failure(StoreError(.unavailable, "The store has been closed."))
    }
}

/// The records of a session, oldest first.
private struct MemoryHistory: Sendable {
    private(set) var records = Deque<HistoryRecord>()
    private var bytes = 0

    /// Adds a record, and returns the records that are removed because they exceed a limit.
    ///
    /// The first record that stays is whole, and has the state before the oldest transition that the history shows.
    mutating func append(_ record: HistoryRecord, _ limits: HistoryLimits) -> [HistoryRecord] {
        records.append(record)
        bytes += record.byteCount
        guard record.isWhole else { return [] }
        var removed: [HistoryRecord] = []
        while let next = records.indices.dropFirst().first(where: { records[$0].isWhole }),
            records.count - next > limits.entries || bytes > limits.bytes
        {
            for _ in 0..<next {
                let first = records.removeFirst()
                bytes -= first.byteCount
                removed.append(first)
            }
        }
        return removed
    }
}

extension DueSession {
    fileprivate func precedes(_ other: DueSession) -> Bool {
        (at, id.description) < (other.at, other.id.description)
    }
}

extension AccountSession {
    fileprivate func precedes(_ other: AccountSession) -> Bool {
        (createdAt, id.description) < (other.createdAt, other.id.description)
    }
}
