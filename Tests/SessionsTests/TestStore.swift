import Concurrency
import Coordination
import Sessions

/// A store that can be paused and made to fail.
final class TestStore: SessionStore {
    enum PlannedFailure {
        /// The commit is not made.
        case fails(StoreError.Kind)
        /// The commit is made, but its caller gets an error.
        case commitsAndFails(StoreError.Kind)
        /// The caller gets an error, and the commit is made by ``TestStore/commitLate()``.
        case failsAndCommitsLater(StoreError.Kind)
    }

    private struct State {
        var plannedFailures: [PlannedFailure] = []
        var failsLoads = false
        var isPaused = false
        var paused: [@Sendable () -> Void] = []
        var late: [SessionCommit] = []
        var isBusy = false
        var hasMore = false
        var batches: [Int] = []
        var counts = 0
        var loads = 0
        var pausesLoads = false
        var pausesCounts = false
        var counted: [@Sendable () -> Void] = []
        var probes = 0
        var confirmations = 0
        var failsConfirmations = false
        var clockDifference = Duration.zero
        var failsTopics = false
    }

    let inner: any SessionStore
    let groupsCommits: Bool
    var requiresEncoding: Bool { inner.requiresEncoding }
    var promises: StorePromises { inner.promises }
    private let waiting = CommitBatches()
    private let state = Lock(State())

    init(_ inner: any SessionStore = MemoryStore(), groupsCommits: Bool = false) {
        self.inner = inner
        self.groupsCommits = groupsCommits
    }

    /// Sets the failures of the next commits, one each.
    func planFailures(_ plannedFailures: PlannedFailure...) { state.withLock { $0.plannedFailures += plannedFailures } }

    /// Makes all accesses to topics fail.
    var failsTopics: Bool {
        get { state.withLock { $0.failsTopics } }
        set { state.withLock { $0.failsTopics = newValue } }
    }

    func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        guard !failsTopics else { return completion(.failure(StoreError(.unavailable, "as planned"))) }
        inner.publish(publication, then: completion)
    }

    func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>) {
        guard !failsTopics else { return completion(.failure(StoreError(.unavailable, "as planned"))) }
        inner.publications(of: topic, at: now, then: completion)
    }

    /// Pauses all commits until ``release()``.
    func pause() { state.withLock { $0.isPaused = true } }

    /// Pauses all loads, and all commits, until ``release()``.
    func pauseLoads() {
        state.withLock { state in
            state.isPaused = true
            state.pausesLoads = true
        }
    }

    /// Makes each count of the sessions at once, and returns it at ``releaseCount()``.
    func pauseCounts() { state.withLock { $0.pausesCounts = true } }

    /// Returns the last of the paused counts.
    ///
    /// Later counts return at once.
    func releaseCount() {
        state.withLock { state in
            state.pausesCounts = false
            return state.counted.removeLast()
        }()
    }

    func release() {
        let paused = state.withLock { state in
            state.isPaused = false
            state.pausesLoads = false
            defer { state.paused = [] }
            return state.paused
        }
        for work in paused { work() }
    }

    /// Makes the commits that were planned to happen later.
    func commitLate() {
        let late = state.withLock { state in
            defer { state.late = [] }
            return state.late
        }
        for commit in late { inner.commit(commit, then: StoreCompletion(on: InlineQueue.shared) { _ in }) }
    }

    var failsLoads: Bool {
        get { state.withLock { $0.failsLoads } }
        set { state.withLock { $0.failsLoads = newValue } }
    }

    /// The number of paused writes and loads.
    var pausedCount: Int { state.withLock { $0.paused.count } }
    /// The number of counts that were made and have not returned.
    var pausedCounts: Int { state.withLock { $0.counted.count } }
    /// The number of commits in each batch.
    var batches: [Int] { state.withLock { $0.batches } }
    /// The number of calls that counted the sessions.
    var counts: Int { state.withLock { $0.counts } }
    /// The number of loads of a record by id.
    var loads: Int { state.withLock { $0.loads } }
    /// The number of calls that confirmed reads.
    var confirmations: Int { state.withLock { $0.confirmations } }
    var failsConfirmations: Bool {
        get { state.withLock { $0.failsConfirmations } }
        set { state.withLock { $0.failsConfirmations = newValue } }
    }
    var clockDifference: Duration {
        get { state.withLock { $0.clockDifference } }
        set { state.withLock { $0.clockDifference = newValue } }
    }
    /// The number of probes.
    var probes: Int { state.withLock { $0.probes } }

    func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        #if DELIBERATE_RACE
        DeliberateRace.touch()
        #endif
        guard groupsCommits else { return pass { self.write([(commit, completion)]) } }
        if waiting.add(commit, completion) { beginBatch() }
    }

    private func beginBatch() {
        let begins = state.withLock { state in
            if state.isBusy { state.hasMore = true }
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard begins else { return }
        let batch = waiting.take()
        pass { [self] in
            write(batch)
            let hasMore = state.withLock { state in
                state.isBusy = false
                defer { state.hasMore = false }
                return state.hasMore
            }
            if hasMore { beginBatch() }
        }
    }

    /// Runs work now, or after ``release()`` while the store is paused.
    private func pass(_ work: @escaping @Sendable () -> Void) {
        let isPaused = state.withLock { state in
            if state.isPaused { state.paused.append(work) }
            return state.isPaused
        }
        if !isPaused { work() }
    }

    private func write(_ batch: CommitBatches.Batch) {
        state.withLock { $0.batches.append(batch.count) }
        for (commit, completion) in batch {
            switch state.withLock({ $0.plannedFailures.isEmpty ? nil : $0.plannedFailures.removeFirst() }) {
            case nil: inner.commit(commit, then: completion)
            case .fails(let kind)?: completion(.failure(StoreError(kind, "as planned")))
            case .failsAndCommitsLater(let kind)?:
                state.withLock { $0.late.append(commit) }
                completion(.failure(StoreError(kind, "as planned")))
            case .commitsAndFails(let kind)?:
                inner.commit(
                    commit,
                    then: StoreCompletion(on: InlineQueue.shared) { _ in
                        completion(.failure(StoreError(kind, "as planned")))
                    }
                )
            }
        }
    }

    func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        let fails = state.withLock { state in
            guard case .id = key else { return false }
            state.loads += 1
            return state.failsLoads
        }
        if fails { return completion(.failure(StoreError(.unavailable, "as planned"))) }
        let isPaused = state.withLock { state in
            if state.pausesLoads { state.paused.append { self.inner.load(key, then: completion) } }
            return state.pausesLoads
        }
        if !isPaused { inner.load(key, then: completion) }
    }

    func confirmReads(then completion: StoreCompletion<Void>) {
        let fails = state.withLock { state in
            state.confirmations += 1
            return state.failsConfirmations
        }
        completion(fails ? .failure(StoreError(.unknownOutcome, "as planned")) : .success(()))
    }

    func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        inner.remove(removal, then: completion)
    }

    func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        inner.due(after: last, at: now, limit: limit, then: completion)
    }

    var lease: Lease? { inner.lease }

    func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) { inner.onChange(receive) }

    func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID],
        then completion: StoreCompletion<ClaimedWork>
    ) {
        inner.claimWork(at: now, limit: limit, declining: declined, then: completion)
    }

    func count(then completion: StoreCompletion<Int>) {
        state.withLock { $0.counts += 1 }
        inner.count(then: completion)
    }

    func tally(then completion: StoreCompletion<SessionTally>) {
        let isPaused = state.withLock { state in
            state.counts += 1
            return state.pausesCounts
        }
        guard isPaused else { return inner.tally(then: completion) }
        inner.tally(
            then: StoreCompletion(on: InlineQueue.shared) { [self] tally in
                state.withLock { $0.counted.append { completion(tally) } }
            }
        )
    }

    func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    ) {
        inner.sessions(of: account, at: now, limit: limit, then: completion)
    }

    func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        inner.mark(id, mark, then: completion)
    }

    func probe(then completion: StoreCompletion<Void>) {
        state.withLock { $0.probes += 1 }
        if failsLoads { return completion(.failure(StoreError(.unavailable, "as planned"))) }
        inner.probe(then: completion)
    }

    func close(then completion: StoreCompletion<Void>) { inner.close(then: completion) }
}
