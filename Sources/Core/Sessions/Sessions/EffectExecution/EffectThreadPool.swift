import Concurrency
import Coordination
import DequeModule

/// The threads of an ``EffectQueue``, and the effects that run on them or wait for them.
///
/// An effect that has begun continues ahead of the effects that wait, so a handler that suspends ends before new ones begin.
/// The effects of one kind block at most a share of the threads, so that a kind with handlers that hang leaves some to the
/// others.
final class EffectThreadPool: Sendable {
    private struct QueuedEffect {
        let session: SessionID
        let kind: String
        /// The client with a share that includes this place, or `nil` for none.
        let client: String?
        let perform: @Sendable (_ cancel: @escaping @Sendable () -> Void) async -> Void
    }

    /// A part of an effect, up to where its handler suspends.
    struct Part: Sendable {
        let job: UnownedJob
        let kind: String
        let run: @Sendable (UnownedJob) -> Void
    }

    private struct State {
        /// The number of threads that each kind holds at the moment.
        var held: [String: Int] = [:]
        var heldCount = 0
        /// The time at which a thread was taken or became free last.
        var changedAt: Timestamp
        /// The parts of effects that wait for a thread of their kind's share.
        var deferred: [String: Deque<Part>] = [:]
        var hasEnded = false
        var waiting = Deque<QueuedEffect>()
        var running = 0
        /// The places of effects that are being committed.
        var reserved = 0
        var isClosed = false
        /// The places of each client that has any.
        var places: [String: Int] = [:]

        init(at now: Timestamp) { changedAt = now }

        var count: Int { waiting.count + running + reserved }

        mutating func take(_ client: String?) {
            if let client { places[client, default: 0] += 1 }
        }

        mutating func giveBack(_ client: String?) {
            guard let client, let count = places[client] else { return }
            places[client] = count > 1 ? count - 1 : nil
        }
    }

    /// The time without a free thread after which a queue counts as stalled.
    private static let stallTime = Duration.seconds(60)

    let name: String
    let limit: Int
    private let kindShare: Int
    private let clock: any WallClock
    private let share: EffectQueue.ClientShare?
    private let threads: WorkerThreads
    private let crashes: CrashLog?
    private let metrics: EffectQueueMetrics
    private let state: Lock<State>

    /// Starts the threads of a queue.
    ///
    /// - Parameters:
    ///   - queue: The queue.
    ///   - kindShare: The number of threads that the effects of one kind can hold at a time, or `nil` for all.
    ///   - clock: The clock for the time without a free thread.
    ///   - crashes: The log that names the session if the process crashes in a handler, or `nil` for none.
    /// - Throws: ``Concurrency/ThreadError`` if the system provides no threads.
    init(
        _ queue: EffectQueue,
        kindShare: Int? = nil,
        clock: any WallClock,
        crashes: CrashLog?
    ) throws(ThreadError) {
        name = queue.name
        limit = queue.limit
        self.kindShare = kindShare ?? queue.threads
        self.clock = clock
        state = Lock(State(at: clock.now))
        share = queue.clientShare
        threads = try WorkerThreads(count: queue.threads, name: queue.name, yields: queue.yields)
        self.crashes = crashes
        metrics = EffectQueueMetrics(queue: queue.name)
    }

    /// Whether all threads have been held for a minute by handlers that neither return nor suspend.
    var isStalled: Bool {
        let now = clock.now
        return state.withLock { $0.heldCount == threads.count && now - $0.changedAt >= Self.stallTime }
    }

    /// Reserves a place for an effect that is about to be committed.
    ///
    /// - Parameters:
    ///   - address: The address of the client, which has a share, or `nil` if it is unknown.
    ///   - exceedsLimit: Whether the effect gets a place although none is left.
    /// - Returns: Whether there was a place. The caller ends the reservation by ``add(of:kind:from:isReserved:_:)`` or
    ///   ``release(from:)``, with the same address.
    func reserve(from address: String?, exceedsLimit: Bool) -> Bool {
        let client = client(of: address)
        let isReserved = state.withLock { state in
            guard exceedsLimit || state.count < limit && mayHaveMore(client, state) else { return false }
            state.reserved += 1
            state.take(client)
            return true
        }
        if !isReserved { metrics.rejected() }
        return isReserved
    }

    /// Gives back a place, because the effect was not committed.
    func release(from address: String?) {
        let client = client(of: address)
        state.withLock { state in
            state.reserved -= 1
            state.giveBack(client)
        }
    }

    private func client(of address: String?) -> String? { share.flatMap { address.flatMap($0.client) } }

    private func mayHaveMore(_ client: String?, _ state: State) -> Bool {
        guard let client, let share else { return true }
        return state.places[client, default: 0] < share.places
    }

    /// Adds an effect to the queue, in the place that was reserved for it or, without one, beyond the limit.
    ///
    /// - Parameters:
    ///   - session: The session of the effect, which is named in the crash log if the process crashes in its handler.
    ///   - kind: The kind of effect, which has a share of the threads.
    ///   - address: The address of the client, or `nil` if it is unknown.
    ///   - isReserved: Whether a place was reserved for it.
    ///   - perform: Performs the effect, and gets a function that cancels its task. `perform` is not called if the
    ///     pool is closed before the effect begins.
    func add(
        of session: SessionID,
        kind: String,
        from address: String?,
        isReserved: Bool,
        _ perform: @escaping @Sendable (_ cancel: @escaping @Sendable () -> Void) async -> Void
    ) {
        let client = client(of: address)
        let isAdded = state.withLock { state in
            if isReserved { state.reserved -= 1 } else { state.take(client) }
            guard !state.isClosed else { return false }
            state.waiting.append(QueuedEffect(session: session, kind: kind, client: client, perform: perform))
            metrics.record(waiting: state.waiting.count, running: state.running)
            return true
        }
        if isAdded { threads.submit { self.beginNext() } }
    }

    /// Runs the delivery of a result ahead of the effects that wait.
    ///
    /// It is ignored once the pool has ended.
    func submitResult(_ delivery: @escaping @Sendable () -> Void) {
        threads.submitAhead(delivery)
    }

    /// Drops the effects that have not begun, and ignores later ones.
    func close() {
        // Returned from the closure, so that the sessions of the dropped effects are deallocated outside the lock.
        _ = state.withLock { state in
            defer {
                state.isClosed = true
                state.waiting = []
                metrics.record(waiting: 0, running: state.running)
            }
            return state.waiting
        }
    }

    /// Ends the threads.
    ///
    /// Unless `waits` is true, a thread that is blocked by its effect is abandoned.
    func end(waits: Bool) {
        let deferred = state.withLock { state in
            defer {
                state.deferred = [:]
                state.hasEnded = true
            }
            return state.deferred.values
        }
        // A job must never be dropped, because its task would never end.
        for part in deferred.joined() { globalConcurrentExecutor.enqueue(part.job) }
        if waits { threads.stop() } else { threads.finish() }
    }

    private func beginNext() {
        let next = state.withLock { state -> QueuedEffect? in
            guard let next = state.waiting.popFirst() else { return nil }
            state.running += 1
            metrics.record(waiting: state.waiting.count, running: state.running)
            return next
        }
        guard let next else { return }
        let executor = EffectExecutor(self, next.session, kind: next.kind, crashes)
        let handle = Lock(Task<Void, Never>?.none)
        let task = Task(executorPreference: executor) {
            await next.perform { handle.withLock { $0 }?.cancel() }
            self.ended(next.client)
            _ = executor
        }
        handle.withLock { $0 = task }
    }

    /// Runs a part of an effect on one of the threads, once its kind holds less than its share of them.
    ///
    /// - Returns: `false` if the threads have ended.
    fileprivate func run(_ part: Part) -> Bool {
        threads.submitAhead { [self] in
            let begins = state.withLock { state -> Bool in
                if !state.hasEnded, state.held[part.kind, default: 0] >= kindShare {
                    state.deferred[part.kind, default: []].append(part)
                    return false
                }
                state.held[part.kind, default: 0] += 1
                state.heldCount += 1
                state.changedAt = clock.now
                return true
            }
            guard begins else { return }
            part.run(part.job)
            let next = state.withLock { state -> Part? in
                let held = state.held[part.kind, default: 1] - 1
                state.held[part.kind] = held > 0 ? held : nil
                state.heldCount -= 1
                state.changedAt = clock.now
                let next = state.deferred[part.kind]?.popFirst()
                if state.deferred[part.kind]?.isEmpty == true { state.deferred[part.kind] = nil }
                return next
            }
            if let next, !run(next) { globalConcurrentExecutor.enqueue(next.job) }
        }
    }

    private func ended(_ client: String?) {
        state.withLock { state in
            state.running -= 1
            state.giveBack(client)
            metrics.record(waiting: state.waiting.count, running: state.running)
        }
    }
}

/// The executor of one effect, which runs its jobs ahead of the effects that wait.
///
/// It names the session of the effect in the crash log if a job crashes.
private final class EffectExecutor: TaskExecutor {
    private let pool: EffectThreadPool
    private let session: SessionID
    private let kind: String
    private let crashes: CrashLog?

    init(_ pool: EffectThreadPool, _ session: SessionID, kind: String, _ crashes: CrashLog?) {
        self.pool = pool
        self.session = session
        self.kind = kind
        self.crashes = crashes
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // An effect that was abandoned at a stop continues on Swift's shared pool, because a job must never be dropped.
        let isAccepted = pool.run(.init(job: job, kind: kind) { [self] in perform($0) })
        if !isAccepted { globalConcurrentExecutor.enqueue(job) }
    }

    private func perform(_ job: UnownedJob) {
        guard let crashes else { return unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
        crashes.withCrashAttribution(session) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
