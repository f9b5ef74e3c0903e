import Concurrency
import DequeModule

/// The threads of an ``EffectQueue``, and the effects that run on them or wait for them.
///
/// An effect that has begun continues ahead of those that wait, so a handler that suspends ends before new ones begin.
final class EffectThreadPool: Sendable {
    private struct QueuedEffect {
        let session: SessionID
        /// The client whose share has the place; `nil` for none.
        let client: String?
        let perform: @Sendable () async -> Void
    }

    private struct State {
        var waiting = Deque<QueuedEffect>()
        var running = 0
        /// The places of effects that are being committed.
        var reserved = 0
        var isClosed = false
        /// The places of each client that has any.
        var places: [String: Int] = [:]

        var count: Int { waiting.count + running + reserved }

        mutating func take(_ client: String?) {
            if let client { places[client, default: 0] += 1 }
        }

        mutating func giveBack(_ client: String?) {
            guard let client, let count = places[client] else { return }
            places[client] = count > 1 ? count - 1 : nil
        }
    }

    let limit: Int
    private let share: EffectQueue.ClientShare?
    private let threads: WorkerThreads
    private let crashes: CrashLog?
    private let metrics: EffectQueueMetrics
    private let state = Lock(State())

    /// Starts the threads of a queue.
    ///
    /// - Throws: ``Concurrency/ThreadError`` if the system provides no threads.
    init(_ queue: EffectQueue, crashes: CrashLog?) throws(ThreadError) {
        limit = queue.limit
        share = queue.clientShare
        threads = try WorkerThreads(count: queue.threads, name: queue.name, yields: queue.yields)
        self.crashes = crashes
        metrics = EffectQueueMetrics(queue: queue.name)
    }

    /// Reserves a place for an effect that is about to be committed.
    ///
    /// - Parameters:
    ///   - address: The address of the client, which has a share; `nil` if it is unknown.
    ///   - exceedsLimit: Whether the effect gets a place although none is left.
    /// - Returns: Whether there was a place. The caller ends the reservation by ``add(of:from:isReserved:_:)`` or
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
    ///   - address: The address of the client; `nil` if it is unknown.
    ///   - isReserved: Whether a place was reserved for it.
    ///   - perform: Performs the effect; not called if the pool is closed before the effect begins.
    func add(
        of session: SessionID,
        from address: String?,
        isReserved: Bool,
        _ perform: @escaping @Sendable () async -> Void
    ) {
        let client = client(of: address)
        let isAdded = state.withLock { state in
            if isReserved { state.reserved -= 1 } else { state.take(client) }
            guard !state.isClosed else { return false }
            state.waiting.append(QueuedEffect(session: session, client: client, perform: perform))
            metrics.record(waiting: state.waiting.count, running: state.running)
            return true
        }
        if isAdded { threads.submit { self.beginNext() } }
    }

    /// Runs the delivery of a result ahead of the effects that wait; ignored once the pool has ended.
    func submitResult(_ delivery: @escaping @Sendable () -> Void) {
        threads.submitAhead(delivery)
    }

    /// Drops the effects that have not begun; later ones are ignored.
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

    /// Ends the threads; a thread whose effect blocks is abandoned unless `waits`.
    func end(waits: Bool) {
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
        let executor = EffectExecutor(threads, next.session, crashes)
        Task(executorPreference: executor) {
            await next.perform()
            self.ended(next.client)
            _ = executor
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

/// The executor of one effect: runs its jobs ahead of the effects that wait, and names its session if one of them crashes.
private final class EffectExecutor: TaskExecutor {
    private let threads: WorkerThreads
    private let session: SessionID
    private let crashes: CrashLog?

    init(_ threads: WorkerThreads, _ session: SessionID, _ crashes: CrashLog?) {
        self.threads = threads
        self.session = session
        self.crashes = crashes
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isAccepted = threads.submitAhead { [self] in
            guard let crashes else { return unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
            crashes.withCrashAttribution(session) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
        // An effect that was abandoned at a stop continues on Swift's shared pool, because a job must never be dropped.
        if !isAccepted { globalConcurrentExecutor.enqueue(job) }
    }
}
