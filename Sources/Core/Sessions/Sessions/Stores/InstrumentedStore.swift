import Concurrency
import Coordination
import Logging

/// A store that counts the failures of another, and logs the start and the end of outages (see ``Concurrency/Outage``).
final class InstrumentedStore: SessionStore {
    /// The kinds of access.
    ///
    /// Each can fail while the other works, as on a full disk.
    private enum AccessKind: String { case reading, writing }

    private struct Outages {
        var reading = Outage()
        var writing = Outage()

        var areOngoing: Bool { reading.isOngoing || writing.isOngoing }

        subscript(side: AccessKind) -> Outage {
            get { side == .reading ? reading : writing }
            set { if side == .reading { reading = newValue } else { writing = newValue } }
        }
    }

    private let inner: any SessionStore
    private let log: Logger
    private let metrics: SessionMetrics
    private let outages = Lock(Outages())
    /// The promises that were logged last.
    ///
    /// The program itself prints the first ones.
    private let known: Lock<StorePromises>
    /// Whether the log says that the clock of this machine differs from the clock of the store.
    private let hasClockWarning = Lock(false)
    /// The difference from which on operators are warned.
    private static let tolerance = Duration.seconds(1)

    init(_ inner: any SessionStore, log: Logger, metrics: SessionMetrics) {
        self.inner = inner
        self.log = log
        self.metrics = metrics
        requiresEncoding = inner.requiresEncoding
        known = Lock(inner.promises)
        logClock()
    }

    let requiresEncoding: Bool
    /// The promises, which a failover to a server with other settings changes.
    var promises: StorePromises { inner.promises }

    /// Whether the last access of either kind failed.
    var isFailing: Bool { outages.withLock { $0.areOngoing } }

    func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        let began = ContinuousClock.now
        inner.commit(
            commit,
            then: completion.observed { [self] outcome in
                record(outcome, .writing)
                guard case .success(let outcome) = outcome else { return }
                metrics.commit(took: began.duration(to: .now))
                if outcome == .conflict { metrics.conflict() }
            }
        )
    }

    func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        inner.load(key, then: instrumented(completion, .reading))
    }

    func load(_ id: SessionID, unless generation: UInt64, then completion: StoreCompletion<SessionUpdate>) {
        inner.load(id, unless: generation, then: instrumented(completion, .reading))
    }

    func confirmReads(then completion: StoreCompletion<Void>) {
        inner.confirmReads(then: instrumented(completion, .writing))
    }

    func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        inner.history(of: id, then: instrumented(completion, .reading))
    }

    func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        inner.remove(removal, then: instrumented(completion, .writing))
    }

    func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        inner.due(after: last, at: now, limit: limit, then: instrumented(completion, .reading))
    }

    var clockDifference: Duration { inner.clockDifference }

    var lease: Lease? { inner.lease }

    func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID],
        then completion: StoreCompletion<ClaimedWork>
    ) {
        inner.claimWork(
            at: now,
            limit: limit,
            declining: declined,
            then: instrumented(completion, .writing).observed { [self] _ in logClock() }
        )
    }

    func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) { inner.onChange(receive) }

    func count(then completion: StoreCompletion<Int>) {
        inner.count(then: instrumented(completion, .reading))
    }

    func tally(then completion: StoreCompletion<SessionTally>) {
        inner.tally(then: instrumented(completion, .reading))
    }

    func sessions(
        of account: String,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[AccountSession]>
    ) {
        inner.sessions(of: account, at: now, limit: limit, then: instrumented(completion, .reading))
    }

    func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        inner.mark(id, mark, then: instrumented(completion, .writing))
    }

    func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        inner.publish(publication, then: instrumented(completion, .writing))
    }

    func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>) {
        inner.publications(of: topic, at: now, then: instrumented(completion, .reading))
    }

    func probe(then completion: StoreCompletion<Void>) {
        inner.probe(then: instrumented(completion, .writing))
    }

    func checkReading(then completion: StoreCompletion<Void>) {
        inner.checkReading(then: instrumented(completion, .reading).observed { [self] _ in logPromises() })
    }

    func close(then completion: StoreCompletion<Void>) {
        inner.close(then: completion)
    }

    private func instrumented<Value>(_ completion: StoreCompletion<Value>, _ side: AccessKind) -> StoreCompletion<Value>
    {
        completion.observed { [self] in record($0, side) }
    }

    /// Logs the promises if they differ from the promises of the last log line.
    private func logPromises() {
        let current = inner.promises
        let isNew = known.withLock { known in
            defer { known = current }
            return known != current
        }
        if isNew { log.warning("Store promises changed", metadata: ["promises": "\(current)"]) }
    }

    /// Logs when the clock of this machine begins to differ from the clock of the store, and when it agrees again.
    private func logClock() {
        let difference = inner.clockDifference
        let differs = difference > Self.tolerance || difference < .zero - Self.tolerance
        let isNew = hasClockWarning.withLock { hasWarning in
            defer { hasWarning = differs }
            return hasWarning != differs
        }
        guard isNew else { return }
        let metadata: Logger.Metadata = ["ahead_ms": .stringConvertible(difference.microseconds / 1_000)]
        if differs {
            log.warning("Clock of the store differs", metadata: metadata)
        } else {
            log.notice("Clock of the store agrees", metadata: metadata)
        }
    }

    private func record<Value>(_ outcome: Result<Value, StoreError>, _ side: AccessKind) {
        switch outcome {
        case .success: recordSuccess(side)
        // A failure of one session is not a failure of the store.
        case .failure(let error) where error.kind == .unavailable || error.kind == .unknownOutcome:
            recordFailure(error, side)
        case .failure: break
        }
    }

    private func recordFailure(_ error: StoreError, _ side: AccessKind) {
        metrics.storeFailure()
        guard let omitted = outages.withLock({ $0[side].failed(at: .now) }) else { return }
        log.error(
            "Store failed",
            metadata: [
                "operation": "\(side.rawValue)", "reason": "\(error)", "omitted": .stringConvertible(omitted),
            ]
        )
    }

    private func recordSuccess(_ side: AccessKind) {
        guard let outage = outages.withLock({ $0.areOngoing ? $0[side].succeeded(at: .now) : nil }) else { return }
        log.notice(
            "Store recovered",
            metadata: [
                "operation": "\(side.rawValue)", "failures": .stringConvertible(outage.failures),
                "down_ms": .stringConvertible(outage.duration.microseconds / 1_000),
            ]
        )
    }
}
