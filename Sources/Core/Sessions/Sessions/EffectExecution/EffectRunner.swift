import Concurrency
import Coordination
import Logging

/// Runs the effects of sessions after they are committed, and delivers their outcomes as events.
///
/// Each ``EffectQueue`` has its own threads. Timers, and everything else that is due, run on the background thread, so they
/// never wait for an effect.
final class EffectRunner: Sendable {
    /// A reference that does not keep the registry in memory.
    private struct WeakRegistry {
        weak var value: SessionRegistry?
    }

    private struct State {
        var isClosed = false
        /// The number of effects and timers that are running or being delivered, without those that wait in a queue.
        var running = 0
    }

    private let handlers: EffectHandlers
    private let pool: EffectThreadPool
    private let pools: [ObjectIdentifier: EffectThreadPool]
    private let topics: Topics
    private let background: WorkerThreads
    private let clock: any WallClock
    private let log: Logger
    private let metrics: SessionMetrics
    private let state = Monitor(State())
    private let inProgress = EffectsInProgress()
    private let lines: EffectLogLimit
    /// The scheduler that gets every committed timer.
    ///
    /// The registry sets it once.
    let timers = Lock<TimerScheduler?>(nil)
    private let registry = Lock(WeakRegistry())

    /// Starts the threads of all queues.
    ///
    /// - Parameters:
    ///   - handlers: The handlers of the effects.
    ///   - queue: The queue of the effects that have a handler without a queue.
    ///   - topics: The topics that handlers publish values of.
    ///   - background: The thread that fires timers.
    ///   - crashes: The log that names the session if the process crashes in a handler.
    ///   - clock: The clock for repeated deliveries.
    ///   - log: The logger for failed effects.
    ///   - metrics: The metrics of effects.
    /// - Throws: ``Concurrency/ThreadError`` if the system provides no threads.
    init(
        _ handlers: EffectHandlers,
        queue: EffectQueue,
        topics: Topics,
        background: WorkerThreads,
        crashes: CrashLog?,
        clock: any WallClock,
        log: Logger,
        metrics: SessionMetrics
    ) throws(ThreadError) {
        self.handlers = handlers
        self.topics = topics
        self.background = background
        var pools = [ObjectIdentifier: EffectThreadPool]()
        for queue in handlers.queues {
            pools[ObjectIdentifier(queue)] = try EffectThreadPool(queue, clock: clock, crashes: crashes)
        }
        self.pools = pools
        // The kinds of this queue have nothing in common, so a kind that blocks must leave a thread to the others.
        pool = try EffectThreadPool(queue, kindShare: max(1, queue.threads - 1), clock: clock, crashes: crashes)
        lines = EffectLogLimit(clock: clock)
        self.clock = clock
        self.log = log
        self.metrics = metrics
    }

    /// Sets the registry of the sessions that an effect may list and end.
    ///
    /// The registry calls this once.
    func use(_ registry: SessionRegistry) {
        self.registry.withLock { $0.value = registry }
    }

    /// Begins to watch for handlers that don't return.
    ///
    /// Without it, no handler has a time limit.
    func open() { inProgress.open() }

    /// The names of the queues that had no free thread for a minute, because a handler blocks each of them.
    var stalledQueues: [String] { allPools.filter(\.isStalled).map(\.name).sorted() }

    /// The number of calls of handlers that have not returned in their time.
    var lateCallCount: Int { inProgress.counts.late }

    /// Whether the runner is closed.
    ///
    /// Reading this does not wake ``drain(within:)``.
    var isClosed: Bool { state.wait(while: { _ in false }) { $0.isClosed } }

    /// Closes the runner, so that effects and timers that have not begun are left to the next server.
    func close() {
        state.withLock { $0.isClosed = true }
        for pool in allPools { pool.close() }
    }

    /// Waits until the running effects have been delivered, or a duration has passed, and ends the threads.
    ///
    /// It blocks. The thread of an effect that still runs is abandoned, so its outcome is dropped, and the next server performs
    /// it again.
    ///
    /// - Returns: Whether all of them have been delivered.
    func drain(within duration: Duration) -> Bool {
        let deadline = ContinuousClock.now + duration
        let isDrained = state.wait(
            while: { $0.running > 0 && ContinuousClock.now < deadline },
            recheckAfter: { _ in ContinuousClock.now.duration(to: deadline).microseconds / 1_000 + 1 }
        ) { $0.running == 0 }
        for pool in allPools { pool.end(waits: isDrained) }
        return isDrained
    }

    // MARK: - Places in the queues

    /// Reserves places in the queues for the effects of a step that is about to be committed.
    ///
    /// A reservation ends when the effects run, or by ``release(_:from:)``.
    ///
    /// - Parameters:
    ///   - effects: The effects and timers of the step. Timers need no place.
    ///   - address: The address of the client, which may have a share of a queue, or `nil` if it is unknown.
    ///   - exceedsLimit: Whether full queues accept them, because the step can't be rejected.
    /// - Throws: ``SessionError/effectQueueFull(effect:limit:)``. No place is reserved then.
    func reserve(
        _ effects: [PendingEffect],
        from address: String? = nil,
        exceedsLimit: Bool = false
    ) throws(SessionError) {
        for (index, pending) in effects.enumerated() {
            guard let effect = pending.effect else { continue }
            let pool = pool(of: effect)
            guard !pool.reserve(from: address, exceedsLimit: exceedsLimit) else { continue }
            release(effects[..<index], from: address)
            throw .effectQueueFull(effect: pending.name, limit: pool.limit)
        }
    }

    /// Gives back the places of effects that were not committed.
    func release(_ effects: some Sequence<PendingEffect>, from address: String? = nil) {
        for effect in effects.lazy.compactMap(\.effect) { pool(of: effect).release(from: address) }
    }

    private func pool(of effect: any Effect) -> EffectThreadPool {
        handlers.queue(of: effect).flatMap { pools[ObjectIdentifier($0)] } ?? pool
    }

    private var allPools: [EffectThreadPool] { [pool] + pools.values }

    // MARK: - Rows

    /// Reads the rows of a source on a thread of its queue.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - request: The page.
    ///   - view: The session that shows the rows.
    ///   - localization: The language of the rows, or `nil` for the language of the source.
    ///   - completion: Called on a thread of the queue. The error is ``SessionError/effectQueueFull(effect:limit:)`` or
    ///     ``SessionError/rowsUnavailable(_:)``. Not called if the server stops before.
    func rows(
        from source: any RowSource,
        _ request: RowRequest,
        of view: SessionView,
        in localization: Localization?,
        then completion: @escaping @Sendable (Result<RowPage, SessionError>) -> Void
    ) {
        let name = type(of: source).name
        let pool = handlers.queue(of: source).flatMap { pools[ObjectIdentifier($0)] } ?? pool
        let client = view.session.client
        guard pool.reserve(from: client, exceedsLimit: false) else {
            return completion(.failure(.effectQueueFull(effect: name, limit: pool.limit)))
        }
        let record = view.record
        let context = RowContext(session: record.id, account: record.account, client: record.client, now: clock.now)
        pool.add(of: record.id, kind: name, from: client, isReserved: true) { [self] _ in
            do {
                let page =
                    if let localization {
                        try await localization.draw { try await handlers.rows(from: source, request, context) }
                    } else {
                        try await handlers.rows(from: source, request, context)
                    }
                completion(.success(page))
            } catch {
                lines.log(
                    .error,
                    "Rows failed",
                    ["session": "\(record.id)", "rows": "\(name)", "reason": "\(error)"],
                    of: name,
                    to: log
                )
                completion(.failure(.rowsUnavailable(name)))
            }
        }
    }

    // MARK: - Identities

    /// Verifies the token of a user on a thread where the handler may block.
    ///
    /// - Parameters:
    ///   - token: The token as the client has sent it.
    ///   - context: The application and the client of the session.
    ///   - address: The address of the client.
    ///   - completion: Called on another thread. The error is ``SessionError/identitiesNotSupported``,
    ///     ``SessionError/identityRejected``, ``SessionError/identityUnavailable`` or
    ///     ``SessionError/effectQueueFull(effect:limit:)``. Not called if the server stops before.
    func verify(
        _ token: String,
        _ context: IdentityContext,
        from address: String?,
        then completion: @escaping @Sendable (Result<Identity, SessionError>) -> Void
    ) {
        guard let verify = handlers.identityHandler else { return completion(.failure(.identitiesNotSupported)) }
        let name = "identity"
        guard pool.reserve(from: address, exceedsLimit: false) else {
            return completion(.failure(.effectQueueFull(effect: name, limit: pool.limit)))
        }
        pool.add(of: SessionID.make(at: context.now.milliseconds), kind: name, from: address, isReserved: true) {
            [self] _ in
            do {
                guard let identity = try await verify(token, context) else {
                    return completion(.failure(.identityRejected))
                }
                completion(.success(identity))
            } catch {
                // The error may quote the token.
                let metadata: Logger.Metadata = ["app": "\(context.application)", "reason": "\(type(of: error))"]
                lines.log(.error, "Identity not verified", metadata, of: name, to: log)
                completion(.failure(.identityUnavailable))
            }
        }
    }

    // MARK: - Effects and timers

    /// Starts an effect or schedules a timer.
    ///
    /// Its outcome reaches the session as an event.
    ///
    /// - Parameters:
    ///   - pending: The effect or timer, which is committed.
    ///   - session: Its session.
    ///   - isReserved: Whether ``reserve(_:from:exceedsLimit:)`` has reserved a place for it.
    ///   - lease: The lease under which it runs, or `nil` if the store is not shared.
    ///   - wasBegun: Whether an earlier server may have performed it. An error of the handler does not prove then that it has
    ///     not happened.
    func run(
        _ pending: PendingEffect,
        of session: Session,
        isReserved: Bool = false,
        under lease: Lease? = nil,
        wasBegun: Bool = false
    ) {
        if let due = pending.due {
            timers.withLock { $0 }?.schedule(due)
            return
        }
        let isInDoubt = wasBegun && pending.effect.map { !type(of: $0).isReadOnly } ?? false
        guard start(PendingWork(session: session.id, key: pending.key), isInDoubt: isInDoubt) else {
            if isReserved { release([pending], from: session.client) }
            return
        }
        if let effect = pending.effect {
            call(.init(effect: effect, pending: pending, session: session, lease: lease), isReserved: isReserved)
        } else {
            metrics.effect(pending.name, took: nil, isFailure: true)
            submit(.effect(pending.key, .failure(.interrupted)), to: session, under: lease)
        }
    }

    /// Calls the handler of an effect on a thread of its queue.
    private func call(_ attempt: EffectsInProgress.Attempt, isReserved: Bool = false) {
        let (session, key) = (attempt.session, attempt.pending.key)
        let pool = pool(of: attempt.effect)
        pool.add(of: session.id, kind: attempt.name, from: session.client, isReserved: isReserved) { [self] cancel in
            // A flow may have cancelled it while it waited.
            guard inProgress.contains(attempt.work), begin() else { return }
            let (number, schedulesCheck) = inProgress.beginCall(
                of: attempt,
                within: handlers.timeout(of: attempt.effect),
                at: clock.now,
                cancel: cancel
            )
            if schedulesCheck { scheduleCheck() }
            let began = ContinuousClock.now
            let result = await result(of: attempt)
            let (decision, since) = inProgress.endCall(number, of: attempt, result)
            let holds = session.dependencies.holds(attempt.lease)
            if case .failure(let error) = result, error is LostLeaseError || !holds {
                leave(attempt)
                return end()
            }
            if case .drop = decision { return end() }
            log(result, of: attempt, since: since, decision)
            switch decision {
            case .deliver(let outcome):
                let isFailure = if case .failure = outcome { true } else { false }
                metrics.effect(attempt.name, took: began.duration(to: .now), isFailure: isFailure)
                // Outside of the effect's task, because the step of the session names the session in the crash log itself.
                pool.submitResult { self.deliver(.effect(key, outcome), to: session, under: attempt.lease) }
            case .callAgain(let delay):
                callAgain(attempt, after: delay)
                end()
            case .ignore, .drop: end()
            }
        }
    }

    /// Cancels the handlers of effects that a flow has cancelled, and drops their results.
    func cancel(_ effects: [PendingEffect], of session: Session) {
        for effect in effects {
            guard let calls = inProgress.cancel(PendingWork(session: session.id, key: effect.key)) else { continue }
            for cancel in calls { cancel() }
            log.notice(
                "Effect cancelled",
                metadata: ["session": "\(session.id)", "effect": "\(effect.name)", "since": "\(effect.since)"]
            )
        }
    }

    /// Cancels the effects of this server that a step of another one has removed.
    func cancel(missingIn found: LiveRecord, after base: LiveRecord, of session: Session) {
        let removed = base.state.pending.filter { effect in
            effect.hasBegun && !found.state.pending.contains { $0.key == effect.key }
        }
        cancel(removed, of: session)
    }

    /// Calls the handler of an effect with an unknown outcome again after a delay, without a thread until then.
    private func callAgain(_ attempt: EffectsInProgress.Attempt, after delay: Duration) {
        metrics.repetition(of: attempt.name, inDoubt: inProgress.counts.inDoubt)
        clock.schedule(at: clock.now + delay) { [weak self] in
            guard let self else { return }
            background.submit { self.callAgain(attempt) }
        }
    }

    private func callAgain(_ attempt: EffectsInProgress.Attempt) {
        let session = attempt.session
        guard !isClosed else { return }
        guard session.dependencies.holds(attempt.lease) else { return leave(attempt) }
        // The session has ended, or a flow has cancelled the effect.
        guard !session.isRemoved, session.record.state.pending.contains(where: { $0.key == attempt.pending.key }) else {
            return ended(.discardPending(attempt.pending.key), of: session)
        }
        switch inProgress.beginRepetition(of: attempt) {
        case nil: call(attempt)
        case .callAgain(let delay): callAgain(attempt, after: delay)
        case .ignore, .drop, .deliver: break
        }
    }

    /// Leaves an effect to the server that has taken over the lease.
    private func leave(_ attempt: EffectsInProgress.Attempt) {
        leave(.discardPending(attempt.pending.key), of: attempt.session)
    }

    private func leave(_ event: Event, of session: Session) {
        log.notice("Effect left to another server", metadata: ["session": "\(session.id)"])
        ended(event, of: session)
        // This server may have claimed it again while it was in progress.
        claimNow()
    }

    /// The interval in which calls are checked for their time limits.
    private static let checkInterval = Duration.seconds(5)

    private func scheduleCheck() {
        clock.schedule(at: clock.now + Self.checkInterval) { [weak self] in
            guard let self else { return }
            background.submit { self.checkCalls() }
        }
    }

    /// Cancels the calls that have not returned in their time, and calls their handlers again.
    private func checkCalls() {
        guard !isClosed else { return }
        let (late, continues) = inProgress.check(at: clock.now)
        if continues { scheduleCheck() }
        for call in late {
            let attempt = call.attempt
            lines.log(
                .warning,
                "Effect hangs",
                ["session": "\(attempt.session.id)", "effect": "\(attempt.name)", "since": "\(call.since)"],
                of: attempt.name,
                to: log
            )
            guard let decision = call.decision else { continue }
            metrics.timeout(of: attempt.name)
            call.cancel()
            switch decision {
            case .deliver(let outcome):
                metrics.effect(attempt.name, took: clock.now - call.since, isFailure: true)
                submit(.effect(attempt.pending.key, outcome), to: attempt.session, under: attempt.lease)
            case .callAgain(let delay): callAgain(attempt, after: delay)
            case .ignore, .drop: break
            }
        }
        let counts = inProgress.counts
        metrics.effects(inDoubt: counts.inDoubt, hanging: counts.late)
    }

    /// Scans the store now for effects that this server does not run, and that belong to it or to no server.
    func claimNow() { timers.withLock { $0 }?.schedule(clock.now) }

    /// Whether this server runs an effect or timer, or has its outcome.
    func runs(_ work: PendingWork) -> Bool { inProgress.contains(work) }

    /// Fires a timer of a session.
    ///
    /// Returns once the session has committed the event or rejected it. While the store fails, the event is delivered later.
    func fire(_ timer: PendingEffect, of session: Session) async {
        guard start(PendingWork(session: session.id, key: timer.key)) else { return }
        await withCheckedContinuation { continuation in
            guard begin() else { return continuation.resume() }
            deliver(.timer(timer.key), to: session) { continuation.resume() }
        }
    }

    /// Delivers an event on the background thread, unless the runner is closed by then.
    private func submit(_ event: Event, to session: Session, under lease: Lease?, attempt: Int = 0) {
        background.submit { [self] in
            if begin() { deliver(event, to: session, under: lease, attempt: attempt) }
        }
    }

    private func result(of attempt: EffectsInProgress.Attempt) async -> Result<any Codable & Sendable, any Error> {
        let (id, client) = (attempt.session.id, attempt.session.client)
        let reports =
            attempt.session.application.effectsWithProgress.contains(attempt.name)
            ? ProgressReports(of: attempt, clock: clock, on: background) : nil
        defer { reports?.end() }
        let context = EffectContext(
            idempotencyKey: "\(id)/\(attempt.pending.idempotencyKey)",
            session: id,
            now: clock.now,
            client: client,
            userSessions: UserSessions(of: id, client: client, in: registry.withLock { $0.value }),
            serverTopics: topics,
            progressReports: reports,
            uploadStore: handlers.uploadStore,
            performer: attempt.session
        )
        do {
            if let publication = attempt.effect as? any Publishing {
                try await topics.publish(publication.publishedValue, to: publication.publishedTopic)
                return .success(Nothing())
            }
            let value = try await Lease.$current.withValue(attempt.lease) {
                try await handlers.perform(attempt.effect, context)
            }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    private func log(
        _ result: Result<any Codable & Sendable, any Error>,
        of attempt: EffectsInProgress.Attempt,
        since: Timestamp,
        _ decision: EffectsInProgress.Decision
    ) {
        guard case .failure(let error) = result else { return }
        // The error may quote the content of the effect, so the log gets only the error's type if the effect is secret.
        let reason = type(of: attempt.effect).isSecret ? "\(type(of: error))" : "\(error)"
        var metadata: Logger.Metadata = [
            "session": "\(attempt.session.id)", "effect": "\(attempt.name)", "reason": "\(reason)",
        ]
        if case .deliver = decision {
            lines.log(.error, "Effect failed", metadata, of: attempt.name, to: log)
        } else {
            metadata["since"] = "\(since)"
            lines.log(.warning, "Effect outcome unknown", metadata, of: attempt.name, to: log)
        }
    }

    /// Submits an event to a session.
    ///
    /// While the store fails, it is submitted again after 1, 2, 4 and up to 64 seconds.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - session: Its session.
    ///   - lease: The lease under which the effect has run. Without it the outcome is left to another server.
    ///   - attempt: The number of earlier attempts.
    ///   - completion: Called with the result of this attempt.
    private func deliver(
        _ event: Event,
        to session: Session,
        under lease: Lease? = nil,
        attempt: Int = 0,
        then completion: @escaping @Sendable () -> Void = {}
    ) {
        var submission = Submission(event, wait: .zero)
        submission.lease = lease
        session.submit(submission, for: InternalCaller(queue: InlineQueue.shared)) { [self] result in
            defer {
                end()
                completion()
            }
            guard case .failure(let error) = result else { return ended(event, of: session) }
            switch error {
            case .store(let failure) where failure.kind == .newer:
                // The session has the effect as pending, and a server with the later release performs it again.
                leave(event, of: session)
            case .cancelled: leave(event, of: session)
            case .store(let failure) where failure.kind != .unreadable:
                // The action retains the session, which therefore stays in memory until it has the event.
                clock.schedule(at: clock.now + .seconds(1 << min(attempt, 6))) { [weak self] in
                    self?.submit(event, to: session, under: lease, attempt: attempt + 1)
                }
            case .store, .navigation:
                log.error("Event rejected", metadata: ["session": "\(session.id)", "reason": "\(error.reason)"])
                // The application rejected the outcome. A client waits for the effect, so the flow gets another outcome
                // instead. If it rejects this too, the session drops the effect. A result means that the effect has happened,
                // so the flow is told that it was interrupted, and not that it failed.
                switch event {
                case .effect(let key, .value):
                    redeliver(.effect(key, .failure(.interrupted)), to: session, under: lease)
                case .effect(let key, .failure), .timer(let key):
                    redeliver(.discardPending(key), to: session, under: lease)
                default: ended(event, of: session)
                }
            default:
                log.debug("Event dropped", metadata: ["session": "\(session.id)"])
                ended(event, of: session)
            }
        }
    }

    private func redeliver(_ event: Event, to session: Session, under lease: Lease?) {
        // Counted in addition to the event that it replaces, and even if the runner is closed.
        state.withLock { $0.running += 1 }
        deliver(event, to: session, under: lease)
    }

    /// Records that this server runs an effect or timer, or returns `false` if it runs already.
    private func start(_ work: PendingWork, isInDoubt: Bool = false) -> Bool {
        inProgress.add(work, isInDoubt: isInDoubt, at: clock.now)
    }

    /// Records that the session has the outcome of an effect or timer, or that nothing waits for it.
    private func ended(_ event: Event, of session: Session) {
        switch event {
        case .effect(let key, _), .timer(let key), .discardPending(let key):
            inProgress.remove(PendingWork(session: session.id, key: key))
        default: break
        }
    }

    /// Counts an effect or a timer as running, and returns whether it was counted.
    ///
    /// A closed runner counts none.
    private func begin() -> Bool {
        state.withLock { state in
            if !state.isClosed { state.running += 1 }
            return !state.isClosed
        }
    }

    private func end() {
        state.withLock { $0.running -= 1 }
    }
}

extension SessionError {
    /// The reason of the error, without the state that some errors carry.
    fileprivate var reason: String {
        switch self {
        case .navigation(let reason, _): "\(reason)"
        case .store(let error): "\(error)"
        default: "\(self)"
        }
    }
}
