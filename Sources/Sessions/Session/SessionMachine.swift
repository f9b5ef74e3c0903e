import Coordination

/// The order of requests in one session, and the record that they build on.
///
/// Events are functions, and their results say what has to happen next; locks, clocks, stores and applications are outside of
/// it. One request runs at a time, the others queue. A commit whose outcome is in doubt is cleared up by a reload before
/// anything else runs, because a record must not be built on one that may not be the last.
struct SessionMachine<Request: Sendable, Waiter: Sendable>: Sendable {
    private enum Phase {
        case idle
        case running
        /// The store is being asked for its record.
        case reloading
        /// The store could not be asked; the next request has it asked again.
        case inDoubt
        /// The session was ended, or has expired.
        case removed
    }

    /// A record of the session, and its encoded state where the store wants that.
    struct Committed: Sendable {
        let record: SessionRecord
        let encoded: EncodedState?
    }

    /// The result of a new request.
    enum Start {
        /// The request runs now, on the last committed record.
        case run(Committed)
        /// The request runs after others.
        case queued
        /// The request is queued, and the store must be asked for its record.
        case reload
        /// Another request with the same idempotency key is running or queued.
        case keyInUse
        /// The session is gone.
        case gone
    }

    /// The request that runs next, on the last committed record.
    struct Next {
        let request: Request
        let base: Committed
    }

    /// The result of a commit or a reload.
    struct Progress {
        /// The waiters whose condition holds now.
        var woken: [Waiter] = []
        var next: Next?
    }

    /// The result of a failed commit.
    enum Failure {
        /// The store has what it had before.
        case unchanged(Next?)
        /// The store must be asked for its record.
        case reload
    }

    /// A condition that a waiter waits for; a session that is gone fulfills every one.
    enum Condition: Sendable {
        /// The session has another revision.
        case revision(not: UInt64)
        /// No effect keeps the session busy.
        case notBusy
    }

    private(set) var last: Committed
    private var phase = Phase.idle
    /// The record of a commit whose outcome is in doubt.
    private var candidate: SessionRecord?
    private var queue: [(request: Request, key: Digest?)] = []
    /// The idempotency keys of the requests that run or queue.
    private var keys: Set<Digest> = []
    private var waiters: [(number: UInt64, condition: Condition, waiter: Waiter)] = []
    private var waiterCount: UInt64 = 0

    init(_ committed: Committed) {
        last = committed
    }

    /// Whether all of the session is in the store and no request runs, so that it can leave memory.
    var isIdle: Bool { if case .idle = phase { true } else { false } }

    /// Whether the session is gone.
    var isRemoved: Bool { if case .removed = phase { true } else { false } }

    var waiterTotal: Int { waiters.count }

    // MARK: - Requests

    /// A request comes in.
    ///
    /// - Parameter key: The digest of its idempotency key.
    mutating func submit(_ request: Request, key: Digest? = nil) -> Start {
        if isRemoved { return .gone }
        if let key, !keys.insert(key).inserted { return .keyInUse }
        switch phase {
        case .idle:
            phase = .running
            return .run(last)
        case .running, .reloading:
            queue.append((request, key))
            return .queued
        case .inDoubt:
            queue.append((request, key))
            phase = .reloading
            return .reload
        case .removed: return .gone
        }
    }

    /// The running request has ended and left the record as it was.
    mutating func finished(key: Digest? = nil) -> Next? {
        if let key { keys.remove(key) }
        return takeNext()
    }

    /// The store has taken the running request's record.
    mutating func committed(_ next: Committed, key: Digest? = nil) -> Progress {
        if let key { keys.remove(key) }
        last = next
        candidate = nil
        return Progress(woken: takeWaiters(), next: takeNext())
    }

    /// The store has not taken the running request's record, or may not have.
    mutating func failed(_ kind: StoreError.Kind, committing next: SessionRecord, key: Digest? = nil) -> Failure {
        if let key { keys.remove(key) }
        switch kind {
        case .unavailable, .unreadable: return .unchanged(takeNext())
        case .unknownOutcome: candidate = next
        case .conflict: candidate = nil
        }
        phase = .reloading
        return .reload
    }

    // MARK: - Reloads

    /// The store has told its record, which requests build on from now on.
    ///
    /// - Returns: The progress, and the effects and timers of that record which have not been started here.
    mutating func reloaded(_ found: SessionRecord) -> (progress: Progress, effects: [PendingEffect]) {
        // A record in memory has the secret effects that a store does not keep.
        let record = [candidate, last.record].compactMap { $0 }.first { $0.isSame(as: found) } ?? found
        let known = Set(last.record.state.pending.map(\.key))
        let effects = record.state.pending.filter { !known.contains($0.key) }
        return (committed(Committed(record: record, encoded: nil)), effects)
    }

    /// The store could not be asked.
    ///
    /// - Returns: The requests that were queued; they are rejected, as each would meet the same failure.
    mutating func reloadFailed() -> [Request] {
        phase = .inDoubt
        return rejectQueue()
    }

    /// It is time to ask the store again; returns whether there still is a doubt.
    mutating func retryReload() -> Bool {
        guard case .inDoubt = phase else { return false }
        phase = .reloading
        return true
    }

    // MARK: - The end

    /// The session is gone from the store.
    ///
    /// - Returns: All waiters, and the requests that were queued; they are rejected.
    mutating func removed() -> (woken: [Waiter], rejected: [Request]) {
        phase = .removed
        return (releaseWaiters(), rejectQueue())
    }

    /// The session's time may be over; returns whether it is gone, and the waiters to be woken.
    mutating func expired(at now: Timestamp) -> (isRemoved: Bool, woken: [Waiter]) {
        switch phase {
        case .idle, .inDoubt:
            guard last.record.expiresAt <= now else { return (false, []) }
            return (true, removed().woken)
        case .running, .reloading: return (false, [])
        case .removed: return (true, [])
        }
    }

    // MARK: - Waiters

    /// A number for a waiter that is about to wait.
    mutating func nextWaiterNumber() -> UInt64 {
        waiterCount += 1
        return waiterCount
    }

    /// A waiter wants to wait; returns whether it has to.
    mutating func wait(until condition: Condition, number: UInt64, _ waiter: Waiter) -> Bool {
        guard !holds(condition) else { return false }
        waiters.append((number, condition, waiter))
        return true
    }

    /// A waiter's time is over; `nil` when it was woken before.
    mutating func timedOut(_ number: UInt64) -> Waiter? {
        waiters.firstIndex { $0.number == number }.map { waiters.remove(at: $0).waiter }
    }

    /// Releases the waiters that match, without regard to their conditions; all of them by default.
    mutating func releaseWaiters(where isReleased: (Waiter) -> Bool = { _ in true }) -> [Waiter] {
        let released = waiters.filter { isReleased($0.waiter) }
        guard !released.isEmpty else { return [] }
        waiters.removeAll { isReleased($0.waiter) }
        return released.map(\.waiter)
    }

    private func holds(_ condition: Condition) -> Bool {
        switch condition {
        case _ where isRemoved: true
        case .revision(let known): last.record.revision != known
        case .notBusy: last.record.state.busy == nil
        }
    }

    private mutating func takeWaiters() -> [Waiter] {
        guard !waiters.isEmpty else { return [] }
        let all = waiters
        waiters = all.filter { !holds($0.condition) }
        return all.filter { holds($0.condition) }.map(\.waiter)
    }

    private mutating func takeNext() -> Next? {
        guard !queue.isEmpty else {
            phase = .idle
            return nil
        }
        phase = .running
        return Next(request: queue.removeFirst().request, base: last)
    }

    private mutating func rejectQueue() -> [Request] {
        for (_, key) in queue { if let key { keys.remove(key) } }
        defer { queue = [] }
        return queue.map(\.request)
    }
}
