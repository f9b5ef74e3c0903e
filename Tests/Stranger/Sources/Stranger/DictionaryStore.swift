import Concurrency
public import Coordination
public import Sessions
import Synchronization

/// A store in a dictionary, written by one thread, with the five required functions only.
public final class DictionaryStore: SessionStore {
    /// `true`: states arrive encoded, as for a store on disk.
    public let requiresEncoding = true

    private struct State {
        var sessions: [SessionID: StoredSession] = [:]
        /// The last session that was started with each idempotency key.
        var latest: [Digest: SessionID] = [:]
    }

    private let state = Mutex(State())
    private let batches = CommitBatches()
    private let thread: WorkerThreads

    /// Creates an empty store.
    ///
    /// - Throws: `ThreadError` when the thread can't be started.
    public init() throws {
        thread = try WorkerThreads(count: 1, name: "dictionary")
    }

    deinit {
        thread.finish()
    }

    /// Commits or rejects a commit, in a batch with other waiting commits.
    public func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        guard batches.add(commit, completion) else { return }
        thread.submit { [self] in
            let batch = batches.take()
            StoreCompletion.deliver(batch.map { ($0.completion, .success(take($0.request))) })
        }
    }

    /// Returns a session by its id or the key of its creation, or `nil` if there is none.
    public func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        let found = state.withLock { state in
            switch key {
            case .id(let id): state.sessions[id]
            case .creation(let key): state.latest[key].flatMap { state.sessions[$0] }
            }
        }
        completion(.success(found))
    }

    /// Removes a session, or expired or untouched ones up to a limit, and returns the number of removed sessions.
    public func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        let count = state.withLock { state in
            let removed: [StoredSession]
            switch removal {
            case .session(let id): removed = state.sessions[id].map { [$0] } ?? []
            case .expired(let time, let limit):
                removed = state.sessions.values.filter { $0.expiresAt < time }
                    .sorted { $0.expiresAt < $1.expiresAt }.prefix(limit).map { $0 }
            case .untouched(let limit):
                removed = state.sessions.values.filter(\.isUntouched)
                    .sorted { $0.createdAt < $1.createdAt }.prefix(limit).map { $0 }
            }
            for session in removed {
                state.sessions[session.id] = nil
                if let key = session.creation?.key, state.latest[key] == session.id { state.latest[key] = nil }
            }
            return removed.count
        }
        completion(.success(count))
    }

    /// Returns sessions with a pending effect or timer that have not expired, in order.
    public func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        let due = state.withLock { state in
            state.sessions.values.filter { $0.expiresAt > now }.compactMap { session in
                session.due.map { DueSession(at: $0, id: session.id) }
            }
        }
        let following = due.filter { due in last.map { Self.precedes($0, due) } ?? true }
        completion(.success(Array(following.sorted(by: Self.precedes).prefix(limit))))
    }

    /// Returns the number of sessions.
    public func count(then completion: StoreCompletion<Int>) {
        completion(.success(state.withLock { $0.sessions.count }))
    }

    private func take(_ commit: SessionCommit) -> CommitOutcome {
        state.withLock { state in
            let session = commit.session
            guard state.sessions[session.id]?.generation == commit.expectedGeneration else { return .conflict }
            if commit.expectedGeneration == nil, let key = session.creation?.key {
                guard state.latest[key] == commit.knownCreation else { return .conflict }
                state.latest[key] = session.id
            }
            state.sessions[session.id] = commit.stored(after: state.sessions[session.id])
            return .committed
        }
    }

    private static func precedes(_ first: DueSession, _ second: DueSession) -> Bool {
        (first.at, first.id.description) < (second.at, second.id.description)
    }
}
