import Coordination

/// The state machine of a session, which decides the order of its requests and the record that they build on.
///
/// Each event is a method, and its result tells ``Session`` the next action. The lock, the clock, the store and the
/// application stay outside, so tests cover every order of events without them.
///
/// One request runs at a time, and the others are queued. A commit with an unknown outcome is in doubt, because the store may
/// have the new record or the one before. Assuming success could acknowledge an event that is lost. Assuming failure could
/// reject an event that was applied, and the next commit would be a conflict. So no request runs until a reload has shown which
/// record counts:
///
/// - A commit that succeeded, or that certainly changed nothing, leads to the next queued request, or to `idle`.
/// - A commit in doubt, or a conflict with another server, leads to `reloading`.
/// - A reload that succeeds continues from the stored record. After a conflict it continues with the same request, before the
///   queued ones.
/// - A reload that fails rejects the queue and leads to `reloadFailed`, until a new request or the retry interval of the
///   session starts another reload.
struct SessionMachine<Request: Sendable, Waiter: Sendable>: Sendable {
    private enum Phase {
        case idle
        case running
        /// The session loads its record from the store.
        case reloading
        /// The last reload failed, and the next request or the retry interval starts another one.
        case reloadFailed
        /// The session was ended or has expired.
        case removed
    }

    /// A committed record with what is known of its encoding.
    struct Committed: Sendable {
        let record: LiveRecord
        /// The encoding of the last step, if the store requires one, or `nil` after the record was loaded.
        var encoded: EncodedState?
        /// The size of the session's log, or `nil` if the store requires no encoding.
        var log: StateLogSize?
        /// The size of the encoded state when it was last encoded as a whole, or measured.
        var bytes = 0
    }

    /// The result of submitting a request.
    enum SubmitResult {
        /// The request runs now, on the last committed record.
        case run(Committed)
        /// The request is queued behind others.
        case queued
        /// The request is queued, and the session must load its record from the store first.
        case reload
        /// Another request with the same idempotency key is running or queued.
        case idempotencyKeyInUse
        /// The session was ended or has expired.
        case removed
    }

    /// The request that runs next, on the last committed record.
    struct Next {
        let request: Request
        let base: Committed
    }

    /// The result of a commit or a reload.
    struct Progress {
        /// The waiters with a condition that holds now.
        var woken: [Waiter] = []
        var next: Next?
    }

    /// The result of a failed commit.
    enum Failure {
        /// The store still has the record from before the commit.
        case unchanged(Next?)
        /// The session must load its record from the store.
        case reload
    }

    /// A condition that a waiter waits for.
    ///
    /// The removal of the session fulfills every condition.
    enum Condition: Sendable {
        /// The session has a revision other than this one.
        case revision(not: UInt64)
        /// No effect keeps the session busy.
        case notBusy
    }

    /// The last committed record, on which every request builds.
    private(set) var lastCommitted: Committed
    private var phase = Phase.idle
    /// The record of a commit that is in doubt.
    private var candidate: LiveRecord?
    private var queue: [(request: Request, key: Digest?)] = []
    /// The idempotency keys of the running and the queued requests.
    private var keys: Set<Digest> = []
    private var waiters: [(number: UInt64, condition: Condition, waiter: Waiter)] = []
    private var lastWaiterNumber: UInt64 = 0

    init(_ committed: Committed) {
        lastCommitted = committed
    }

    /// Whether no request runs and the store has the last record, so that the session can be evicted.
    var isIdle: Bool { if case .idle = phase { true } else { false } }

    /// Whether the session was ended or has expired.
    var isRemoved: Bool { if case .removed = phase { true } else { false } }

    var waiterCount: Int { waiters.count }

    // MARK: - Requests

    /// Accepts a request to run now or later, or rejects it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - key: The digest of its idempotency key, or `nil` if it has none.
    /// - Returns: The next action of the session. For `idempotencyKeyInUse` and `removed` the request is rejected and not
    ///   queued.
    mutating func submit(_ request: Request, key: Digest? = nil) -> SubmitResult {
        if isRemoved { return .removed }
        if let key, !keys.insert(key).inserted { return .idempotencyKeyInUse }
        switch phase {
        case .idle:
            phase = .running
            return .run(lastCommitted)
        case .running, .reloading:
            queue.append((request, key))
            return .queued
        case .reloadFailed:
            queue.append((request, key))
            phase = .reloading
            return .reload
        case .removed: return .removed
        }
    }

    /// Ends the running request, which did not change the record.
    mutating func finished(key: Digest? = nil) -> Next? {
        if let key { keys.remove(key) }
        return takeNext()
    }

    /// Records that the store has committed the record of the running request.
    mutating func committed(_ next: Committed, key: Digest? = nil) -> Progress {
        if let key { keys.remove(key) }
        lastCommitted = next
        candidate = nil
        return Progress(woken: takeFulfilledWaiters(), next: takeNext())
    }

    /// Records that the commit of the running request failed, certainly or with an unknown outcome.
    mutating func failed(_ kind: StoreError.Kind, committing next: LiveRecord, key: Digest? = nil) -> Failure {
        phase = .reloading
        // Another server has replaced the last record. This commit was rejected, and its request runs again after the reload,
        // so its key stays in use.
        if kind == .conflict { return .reload }
        // A repetition may queue from now on. After the reload, the stored replies tell whether the event was applied.
        if let key { keys.remove(key) }
        // Nothing was written, so the next request can build on the last record.
        guard kind == .unknownOutcome else { return .unchanged(takeNext()) }
        // The store has either this record or the last one, and the reload shows which.
        candidate = next
        return .reload
    }

    // MARK: - Reloads

    /// Continues from the record that the store has.
    ///
    /// - Parameters:
    ///   - found: The record.
    ///   - log: The size of the log that it was read from.
    ///   - key: The idempotency key of the request that is rejected because its commits were in conflict.
    /// - Returns: The progress, and the effects and timers of that record that this session has not started.
    mutating func reloaded(
        _ found: LiveRecord,
        log: StateLogSize? = nil,
        key: Digest? = nil
    ) -> (progress: Progress, effects: [PendingEffect]) {
        let effects = take(found, log)
        return (committed(lastCommitted, key: key), effects)
    }

    /// Continues from the record that the store has, with the request of the commit that was in conflict.
    ///
    /// - Returns: The waiters with a condition that holds now, and the record on which the request runs again.
    mutating func reloadedAfterConflict(
        _ found: LiveRecord,
        log: StateLogSize? = nil
    ) -> (woken: [Waiter], base: Committed) {
        _ = take(found, log)
        phase = .running
        return (takeFulfilledWaiters(), lastCommitted)
    }

    /// Makes a record of the store the last one, and returns its effects and timers that this session has not started.
    private mutating func take(_ found: LiveRecord, _ log: StateLogSize?) -> [PendingEffect] {
        // If the loaded record equals one in memory, the one in memory is used, because it still has its secret effects, which
        // a store never keeps.
        let record = [candidate, lastCommitted.record].compactMap { $0 }.first { $0.isSame(as: found) } ?? found
        // The effects of the last record were started when it was committed or loaded.
        let known = Set(lastCommitted.record.state.pending.map(\.key))
        let effects = record.state.pending.filter { !known.contains($0.key) }
        lastCommitted = Committed(record: record, log: log, bytes: log?.whole ?? lastCommitted.bytes)
        candidate = nil
        return effects
    }

    /// Records that the store could not be read.
    ///
    /// - Parameter key: The idempotency key of the request that is rejected because its commit was in conflict.
    /// - Returns: The queued requests, to be rejected because each would meet the same failure.
    mutating func reloadFailed(key: Digest? = nil) -> [Request] {
        if let key { keys.remove(key) }
        phase = .reloadFailed
        return rejectQueue()
    }

    /// Begins another reload if the session is still in doubt, and returns whether it is.
    mutating func retryReload() -> Bool {
        guard case .reloadFailed = phase else { return false }
        phase = .reloading
        return true
    }

    // MARK: - The end

    /// Marks the session as removed.
    ///
    /// Only the running request that ends the session and a reload call this, so neither ``finished(key:)`` nor
    /// ``committed(_:key:)`` follows, which would make the session idle again.
    ///
    /// - Returns: All waiters, to be woken, and the queued requests, to be rejected.
    mutating func markRemoved() -> (woken: [Waiter], rejected: [Request]) {
        phase = .removed
        return (releaseWaiters(), rejectQueue())
    }

    /// Marks the session as removed if it has expired and no request runs.
    ///
    /// - Returns: Whether the session is removed, and the waiters to be woken.
    mutating func removeIfExpired(at now: Timestamp) -> (isRemoved: Bool, woken: [Waiter]) {
        switch phase {
        case .idle, .reloadFailed:
            guard lastCommitted.record.expiresAt <= now else { return (false, []) }
            return (true, markRemoved().woken)
        case .running, .reloading: return (false, [])
        case .removed: return (true, [])
        }
    }

    // MARK: - Waiters

    /// Returns a number for a new waiter, so that its timeout can be scheduled before it begins to wait.
    mutating func makeWaiterNumber() -> UInt64 {
        lastWaiterNumber += 1
        return lastWaiterNumber
    }

    /// Adds a waiter unless its condition holds already, and returns whether it was added.
    mutating func wait(until condition: Condition, number: UInt64, _ waiter: Waiter) -> Bool {
        guard !holds(condition) else { return false }
        waiters.append((number, condition, waiter))
        return true
    }

    /// Removes a waiter after its timeout, or returns `nil` if it was woken before.
    mutating func timedOut(_ number: UInt64) -> Waiter? {
        waiters.firstIndex { $0.number == number }.map { waiters.remove(at: $0).waiter }
    }

    /// Removes and returns the waiters that match, whether or not their conditions hold.
    ///
    /// By default these are all waiters.
    mutating func releaseWaiters(where isReleased: (Waiter) -> Bool = { _ in true }) -> [Waiter] {
        var released: [Waiter] = []
        // The function is called once for each waiter. A second call could return another value, and a waiter that is removed
        // but not returned is never woken.
        waiters.removeAll { entry in
            guard isReleased(entry.waiter) else { return false }
            released.append(entry.waiter)
            return true
        }
        return released
    }

    private func holds(_ condition: Condition) -> Bool {
        switch condition {
        case _ where isRemoved: true
        case .revision(let known): lastCommitted.record.revision != known
        case .notBusy: lastCommitted.record.state.busy == nil
        }
    }

    /// Removes and returns the waiters with a condition that holds.
    private mutating func takeFulfilledWaiters() -> [Waiter] {
        guard !waiters.isEmpty else { return [] }
        let all = waiters
        waiters = all.filter { !holds($0.condition) }
        return all.filter { holds($0.condition) }.map(\.waiter)
    }

    /// Starts the next queued request, or becomes idle.
    private mutating func takeNext() -> Next? {
        guard !queue.isEmpty else {
            phase = .idle
            return nil
        }
        phase = .running
        return Next(request: queue.removeFirst().request, base: lastCommitted)
    }

    private mutating func rejectQueue() -> [Request] {
        for (_, key) in queue { if let key { keys.remove(key) } }
        defer { queue = [] }
        return queue.map(\.request)
    }
}
