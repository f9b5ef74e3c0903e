public import Concurrency
public import Coordination
package import Documents
public import Logging

/// Starts, finds, ends and expires the sessions of a server.
public final class SessionRegistry: Sendable {
    /// The applications that can be started.
    public let applications: HostedApplications
    /// The limits on the lifetime, the number and the size of sessions.
    public let limits: SessionLimits

    /// The place for the files that users upload, or `nil` for none.
    package let uploadStore: (any UploadStore)?
    /// Whether the store is a copy, so that a session that it does not have may still exist.
    let isReadOnly: Bool
    /// The function that decides about complete uploads, or `nil` to accept all.
    package let uploadHandler: EffectHandlers.UploadHandler?
    /// The services that notify users, by the names of their platforms.
    package let notificationSenders: [String: any NotificationSender]
    /// The topics that sessions follow, and the way to publish values.
    public let topics: Topics

    let store: InstrumentedStore
    let dependencies: SessionDependencies
    let background: WorkerThreads
    /// The thread on which states of histories are restored for clients.
    ///
    /// It runs when the others leave time.
    public let historyThread: WorkerThreads
    /// The thread of surveys, and of histories for operators, so that clients never delay an operator.
    ///
    /// It runs when the others leave time, too.
    public let inspectionThread: WorkerThreads
    let loader: SessionLoader
    private let dueWork: DueWork
    let quota: SessionQuota
    /// The latest survey for operators, which only ``inspectionThread`` uses, so its lock is free.
    let latestSurvey = Lock(LatestSurvey())
    /// The digests of the idempotency keys of sessions that are being started.
    let starting = Lock(Set<Digest>())
    let sweep = Lock<ScheduledAction?>(nil)
    /// The next comparison of sessions with a shared store.
    let comparison = Lock<ScheduledAction?>(nil)
    /// The time at which the server was started.
    private let startedAt: Timestamp

    /// Makes a registry.
    ///
    /// Call ``open()`` before its first use.
    ///
    /// - Parameters:
    ///   - applications: The applications that can be started.
    ///   - store: The store of the sessions.
    ///   - effects: The handlers of effects.
    ///   - clock: The clock for expiries and timers.
    ///   - limits: The limits on the lifetime, the number and the size of sessions.
    ///   - effectThreads: The number of threads for effects that have a handler without an ``EffectQueue``, and so the number
    ///     of them that can block at a time.
    ///   - effectLimit: The number of these effects that may run or wait at a time.
    ///   - crashes: The log of sessions over which the process crashed, or `nil` for none.
    ///   - log: The logger for incidents and, at level info, for transitions.
    ///   - logTransition: Writes the log line of a transition instead of `log`, at the same level.
    ///   - audit: The log of new credentials, or `nil` for none.
    /// - Throws: ``Concurrency/ThreadError`` if the system provides no threads.
    public init(
        applications: HostedApplications,
        store: any SessionStore,
        effects: EffectHandlers,
        clock: any WallClock,
        limits: SessionLimits = SessionLimits(),
        effectThreads: Int = 4,
        effectLimit: Int = 10_000,
        crashes: CrashLog? = nil,
        log: Logger,
        logTransition: (@Sendable (TransitionRecord) -> Void)? = nil,
        audit: (any AuditLog)? = nil
    ) throws {
        self.applications = applications
        self.limits = limits
        quota = SessionQuota(limits: limits)
        startedAt = clock.now
        uploadStore = effects.uploadStore
        isReadOnly = store is ReadOnlyStore
        uploadHandler = effects.uploadHandler
        notificationSenders = effects.notificationSenders
        background = try WorkerThreads(count: 1, name: "background")
        historyThread = try WorkerThreads(count: 1, name: "history", yields: true)
        inspectionThread = try WorkerThreads(count: 1, name: "inspection", yields: true)
        let metrics = SessionMetrics(applications: applications, effects: effects.names)
        self.store = InstrumentedStore(store, log: log, metrics: metrics)
        topics = try Topics(of: applications, in: self.store, clock: clock, log: log)
        dependencies = SessionDependencies(
            clock: clock,
            limits: limits,
            store: self.store,
            effects: try EffectRunner(
                effects,
                queue: EffectQueue(name: "default", threads: effectThreads, limit: effectLimit),
                topics: topics,
                background: background,
                crashes: crashes,
                clock: clock,
                log: log,
                metrics: metrics
            ),
            topics: topics,
            background: background,
            log: log,
            logTransition: logTransition,
            metrics: metrics,
            quota: quota,
            crashes: crashes,
            audit: audit
        )
        let live = SessionCache(byteLimit: limits.memoryBytes)
        loader = SessionLoader(applications, live, dependencies)
        let dueWork = DueWork(loader, dependencies)
        self.dueWork = dueWork
        let timers = TimerScheduler(clock: clock, thread: background) { [weak dueWork] in await dueWork?.scan() }
        dependencies.effects.timers.withLock { $0 = timers }
        dependencies.effects.use(self)
    }

    /// Checks the store, quarantines the sessions that crashed the last server, and starts the sweeps and the due work.
    ///
    /// It returns before the effects and timers that the last server left have run, so that requests are served meanwhile. They
    /// run in groups on the background thread. A session that only waits for a later time stays in the store until then. A
    /// session that has expired is skipped, and one that can't be read is logged and skipped.
    ///
    /// - Throws: ``StoreError`` if the store can't be reached.
    public func open() async throws(StoreError) {
        let mark = quota.mark
        quota.record(try await store.tally(), since: mark)
        try await quarantineCrashed()
        dependencies.effects.timers.withLock { $0 }?.schedule(dependencies.clock.now)
        dependencies.effects.open()
        scheduleSweep()
        watchOtherServers()
    }

    /// Ends every wait for a revision or an effect, now and from now on.
    ///
    /// The callers get the current state.
    public func endWaits() {
        dependencies.beginShutdown()
        for session in live.all { session.wakeAll() }
    }

    /// Stops the sweeps and timers, ends every wait, and waits for running effects to end.
    ///
    /// Requests in progress can still complete. Effects that wait in a queue, and effects and timers that are committed later,
    /// are left to the next server. An effect that outlasts the limit is left to it, too, and its outcome is dropped. This
    /// blocks, so it is a programmer error to call it from an effect.
    ///
    /// - Parameter limit: The longest time to wait.
    public func close(within limit: Duration = .seconds(5)) {
        dependencies.effects.close()
        dependencies.effects.timers.withLock { $0 }?.close()
        for action in [sweep, comparison] {
            action.withLock { scheduledAction -> ScheduledAction? in
                defer { scheduledAction = nil }
                return scheduledAction
            }?.cancel()
        }
        for session in live.all { session.wakeAll() }
        topics.followers.close()
        historyThread.finish()
        inspectionThread.finish()
        if dependencies.effects.drain(within: limit) { background.stop() } else { background.finish() }
    }

    /// Draws the documents of steps before their commits, so that ``SessionLimits/documentBytes`` applies.
    ///
    /// - Parameter renderer: Called on any thread. A later one replaces it.
    package func drawDocuments(with renderer: StateRenderer) {
        dependencies.renderer.withLock { $0 = renderer }
    }

    /// Returns whether a session is in memory, so that finding it needs no read of the store.
    public func isInMemory(_ id: SessionID) -> Bool { live.contains(id) }

    /// Finds a session and checks that a credential opens it.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - credential: The secret that the client presents.
    ///   - isRepetition: Whether the request has an idempotency key, so that it may be a repetition of the request that
    ///     replaced the credential. The session checks that when the request is submitted.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the session, before this returns if it is in memory. The ``SessionError`` is
    ///     ``SessionError/unauthorized`` both for an unknown session and for a wrong credential.
    public func session(
        _ id: SessionID,
        opening credential: Credential?,
        isRepetition: Bool = false,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Session, SessionError>) -> Void
    ) {
        guard let credential else { return completion(.failure(.unauthorized)) }
        loader.find(
            id,
            LoadWaiter(access: .credential(credential, isRepetition: isRepetition), caller: caller, then: completion)
        )
    }

    /// Ends a session and removes it from the store, after the requests that are queued in it.
    ///
    /// The completion gets ``SessionError/store(_:)`` if the store can't be reached, and the session continues then.
    public func end(
        _ session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        let mark = quota.mark
        session.end(for: caller) { [self] result in
            switch result {
            case .success:
                quota.release(hadAccount: session.record.account != nil, since: mark)
                live.remove(session)
                dependencies.metrics.sessions(live: live.counts)
                completion(.success(()))
            // It was gone before, which is the same result.
            case .failure(.unauthorized), .failure(.expired): completion(.success(()))
            case .failure(let error):
                if case .store(let failure) = error { dependencies.log(failure, of: session.id) }
                completion(.failure(error))
            }
        }
    }

    /// The sessions of the accounts.
    public var accountSessions: AccountSessions { AccountSessions(in: self) }

    /// The guarantees of the store about commits.
    public var promises: StorePromises { store.promises }

    /// The names of the effect queues where no thread has been free for a minute.
    ///
    /// Effects wait there forever.
    public var stalledQueues: [String] { dependencies.effects.stalledQueues }

    /// The number of calls of effect handlers that have not returned in their time.
    public var hangingCalls: Int { dependencies.effects.lateCallCount }

    /// Checks whether the store can be reached.
    ///
    /// The completion gets the error if it can't.
    public func readiness(on queue: any WorkQueue, then completion: @escaping @Sendable (StoreError?) -> Void) {
        // Probes a failing store, so it recovers without traffic.
        guard store.isFailing else { return readStore(on: queue, then: completion) }
        store.probe(
            then: StoreCompletion(on: queue) { [self] result in
                switch result {
                case .success: readStore(on: queue, then: completion)
                case .failure(let error): completion(error)
                }
            }
        )
    }

    private func readStore(on queue: any WorkQueue, then completion: @escaping @Sendable (StoreError?) -> Void) {
        store.checkReading(
            then: StoreCompletion(on: queue) { result in
                if case .failure(let error) = result { completion(error) } else { completion(nil) }
            }
        )
    }

    /// Whether the server stops, so that every wait ends at once (``endWaits()``).
    public var isStopping: Bool { dependencies.isShuttingDown }

    /// The time by the clock of the sessions.
    public var now: Timestamp { dependencies.clock.now }

    /// The longest lifetime that a session of any application can have.
    public var longestLifetime: Duration { limits.longestLifetime(of: applications) }

    /// Whether sessions without an account have taken half of the places that they may take, or more.
    public var isHalfFull: Bool { quota.isHalfFull }

    /// The time from which expired sessions are removed (``SessionLimits/removalDelay``).
    ///
    /// Compare it with a time that was read before, because a jump of the clock moves it.
    var removalBegins: Timestamp { (dependencies.clock.lastJump ?? startedAt) + limits.removalDelay }

    /// The sessions in memory.
    var live: SessionCache { loader.live }

    /// The number of sessions in memory.
    var liveCount: Int { live.count }

    /// Quarantines the sessions over which the process has crashed twice.
    private func quarantineCrashed() async throws(StoreError) {
        guard let crashes = dependencies.crashes else { return }
        for id in crashes.crashed {
            let count = try await store.recordCrash(of: id)
            dependencies.log.critical(
                "Previous server crashed",
                metadata: ["session": "\(id)", "times": .stringConvertible(count)]
            )
            guard count >= 2 else { continue }
            let reason = "The server crashed \(count) times while it handled the session."
            if try await store.quarantine(id, because: reason) { dependencies.metrics.sessionQuarantined() }
        }
        crashes.clear()
    }
}
