import Coordination
import Logging
import Threads

/// A store whose failures are counted, and logged when they begin and when they end, however many requests meet them.
final class WatchedStore: SessionStore {
    /// What a store is asked for; each can fail while the other works, as on a disk that is full.
    private enum Side: String { case reading, writing }

    private struct Outage {
        let since: ContinuousClock.Instant
        var failures = 1
    }

    private struct State {
        var outages: [Side: Outage] = [:]
    }

    private let inner: any SessionStore
    private let log: Logger
    private let metrics: SessionMetrics
    private let state = Lock(State())

    init(_ inner: any SessionStore, log: Logger, metrics: SessionMetrics) {
        self.inner = inner
        self.log = log
        self.metrics = metrics
    }

    /// Whether the last thing that was asked of the store, to read or to write, failed.
    var isFailing: Bool { state.withLock { !$0.outages.isEmpty } }

    var groupsCommits: Bool { inner.groupsCommits }
    var executor: (any TaskExecutor)? { inner.executor }
    var wantsWriting: Bool { inner.wantsWriting }
    var commitsAtOnce: Bool { inner.commitsAtOnce }

    func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome] {
        let began = ContinuousClock.now
        let outcomes = try await watch(.writing) { () async throws(StoreError) in try await inner.commit(batch) }
        metrics.commit(of: batch.count, took: began.duration(to: .now))
        return outcomes
    }

    func commitAtOnce(_ commit: SessionCommit) throws(StoreError) -> CommitOutcome? {
        let began = ContinuousClock.now
        do throws(StoreError) {
            guard let outcome = try inner.commitAtOnce(commit) else { return nil }
            noteSuccess(.writing)
            metrics.commit(of: 1, took: began.duration(to: .now))
            return outcome
        } catch {
            note(error, .writing)
            throw error
        }
    }

    func load(_ id: SessionID) async throws(StoreError) -> StoredSession? {
        try await watch(.reading) { () async throws(StoreError) in try await inner.load(id) }
    }

    func load(createdWith key: Digest) async throws(StoreError) -> StoredSession? {
        try await watch(.reading) { () async throws(StoreError) in try await inner.load(createdWith: key) }
    }

    func remove(_ id: SessionID) async throws(StoreError) {
        try await watch(.writing) { () async throws(StoreError) in try await inner.remove(id) }
    }

    func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await watch(.writing) { () async throws(StoreError) in
            try await inner.removeExpired(before: time, limit: limit)
        }
    }

    func due(after last: DueSession?, at now: Timestamp, limit: Int) async throws(StoreError) -> [DueSession] {
        try await watch(.reading) { () async throws(StoreError) in
            try await inner.due(after: last, at: now, limit: limit)
        }
    }

    func count() async throws(StoreError) -> Int {
        try await watch(.reading) { () async throws(StoreError) in try await inner.count() }
    }

    func setAside(_ id: SessionID, because reason: String) async throws(StoreError) {
        try await watch(.writing) { () async throws(StoreError) in try await inner.setAside(id, because: reason) }
    }

    func noteCrash(of id: SessionID) async throws(StoreError) -> Int {
        try await watch(.writing) { () async throws(StoreError) in try await inner.noteCrash(of: id) }
    }

    func probe() async throws(StoreError) {
        try await watch(.writing) { () async throws(StoreError) in try await inner.probe() }
    }

    func close() async { await inner.close() }

    private func watch<Result: Sendable>(
        _ side: Side,
        _ body: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        do throws(StoreError) {
            let result = try await body()
            noteSuccess(side)
            return result
        } catch {
            note(error, side)
            throw error
        }
    }

    private func note(_ error: StoreError, _ side: Side) {
        // What concerns one session only says nothing about the store.
        guard error.kind == .unavailable || error.kind == .unknownOutcome else { return }
        metrics.storeFailure()
        let isFirst = state.withLock { state in
            state.outages[side]?.failures += 1
            guard state.outages[side] == nil else { return false }
            state.outages[side] = Outage(since: .now)
            return true
        }
        guard isFirst else { return }
        log.error("store failed", metadata: ["doing": "\(side.rawValue)", "reason": "\(error)"])
    }

    private func noteSuccess(_ side: Side) {
        let outage = state.withLock { state in state.outages.isEmpty ? nil : state.outages.removeValue(forKey: side) }
        guard let outage else { return }
        log.notice(
            "store works again",
            metadata: [
                "doing": "\(side.rawValue)", "failures": "\(outage.failures)",
                "down_ms": "\(outage.since.duration(to: .now).microseconds / 1_000)",
            ]
        )
    }
}
