import Coordination
public import Logging
public import Threads

/// All sessions of a server: starts them, finds them, lets them expire.
public final class SessionRegistry: Sendable {
    /// The applications that can be started.
    public let applications: HostedApplications
    /// How long sessions live and how much they keep.
    public let limits: SessionLimits

    let store: WatchedStore
    let dependencies: SessionDependencies
    let workers: WorkerThreads
    let live: SessionCache
    let quota: SessionQuota
    /// The digests of the keys with which sessions are being started.
    let starting = Lock(Set<Digest>())
    let sweep = Lock<Alarm?>(nil)

    /// Puts a registry together; ``open()`` makes it ready.
    ///
    /// - Parameters:
    ///   - applications: The applications that can be started.
    ///   - store: Where sessions are kept.
    ///   - effects: How effects are done.
    ///   - clock: The time.
    ///   - limits: How long sessions live and how much they keep.
    ///   - effectThreads: How many effects may block at a time.
    ///   - crashes: Where it is noted over which session the program crashed; `nil` for nowhere.
    ///   - log: The logger for incidents and, at level info, for transitions.
    ///   - logTransition: Writes the log line of a transition instead of `log`, at the same level.
    /// - Throws: ``Threads/ThreadError`` when the system gives no threads.
    public init(
        applications: HostedApplications,
        store: any SessionStore,
        effects: EffectHandlers,
        clock: any WallClock,
        limits: SessionLimits = SessionLimits(),
        effectThreads: Int = 4,
        crashes: CrashLedger? = nil,
        log: Logger,
        logTransition: (@Sendable (TransitionRecord) -> Void)? = nil
    ) throws {
        self.applications = applications
        self.limits = limits
        live = SessionCache(limit: limits.liveSessions)
        quota = SessionQuota(limit: limits.sessions)
        workers = try WorkerThreads(count: effectThreads, name: "effects")
        let metrics = SessionMetrics(applications: applications)
        self.store = WatchedStore(store, log: log, metrics: metrics)
        dependencies = SessionDependencies(
            clock: clock,
            limits: limits,
            store: self.store,
            effects: EffectRunner(effects, workers: workers, clock: clock, log: log, metrics: metrics),
            workers: workers,
            log: log,
            logTransition: logTransition,
            metrics: metrics,
            crashes: crashes
        )
        let timers = DueWatch(clock: clock, workers: workers) { [weak self] in await self?.lookForDue() }
        dependencies.effects.timers.withLock { $0 = timers }
    }

    /// Runs the effects and timers that were left when the last server stopped, and begins to look for expired sessions.
    ///
    /// A session that waits for nothing but a later time stays in the store until then. One that has expired does nothing any
    /// more, and one that can't be read is left alone and logged.
    ///
    /// - Throws: ``StoreError`` when the store can't be reached.
    public func open() async throws(StoreError) {
        quota.record(count: try await store.count())
        try await quarantineCrashed()
        if let next = try await doDue() { dependencies.effects.timers.withLock { $0 }?.note(next) }
        scheduleSweep()
    }

    /// Releases every caller that waits for a revision or an effect with the state as it is, now and from now on.
    public func release() {
        dependencies.beginShutdown()
        for session in live.all { session.wakeAll() }
    }

    /// Stops looking for expired sessions, releases all waiting callers, and lets running effects end, for up to five seconds.
    ///
    /// Requests in progress can still be answered. Effects and timers that come up later are left for the next server.
    /// Blocks; it is a programmer error to call this from an effect.
    public func close() {
        dependencies.effects.close()
        dependencies.effects.timers.withLock { $0 }?.close()
        sweep.withLock { alarm -> Alarm? in
            defer { alarm = nil }
            return alarm
        }?.cancel()
        for session in live.all { session.wakeAll() }
        dependencies.effects.drain(within: .seconds(5))
        workers.stop()
    }

    /// Registers an action for each session that leaves memory, such as dropping its entry of a cache.
    ///
    /// - Parameter action: Called with the ``Session/number``, on any thread; a later registration replaces it.
    public func onRelease(_ action: @escaping @Sendable (UInt64) -> Void) {
        dependencies.onRelease.withLock { $0 = action }
    }

    /// Finds a session and checks that a credential opens it.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - credential: The secret that the client presents.
    ///   - caller: The party that the result is for.
    ///   - completion: Takes the session, before this returns when it is in memory. The ``SessionError`` is
    ///     ``SessionError/unauthorised`` for an unknown session and for a wrong credential alike.
    public func session(
        _ id: SessionID,
        opening credential: Credential?,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Session, SessionError>) -> Void
    ) {
        guard let credential else { return completion(.failure(.unauthorised)) }
        find(id, SessionLoad(access: .credential(credential), caller: caller, then: completion))
    }

    /// Ends a session and forgets it, after the requests that are queued in it.
    ///
    /// The completion gets ``SessionError/store(_:)`` when the store can't be reached; the session goes on then.
    public func end(
        _ session: Session,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Void, SessionError>) -> Void
    ) {
        session.end(for: caller) { [self] result in
            switch result {
            case .success:
                quota.release()
                live.remove(session)
                dependencies.metrics.sessions(live: live.count)
                completion(.success(()))
            // It was gone before.
            case .failure(.unauthorised), .failure(.expired): completion(.success(()))
            case .failure(let error):
                if case .store(let failure) = error { dependencies.log(failure, of: session.id) }
                completion(.failure(error))
            }
        }
    }

    /// Tells whether the store can be reached, and if not, why.
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
        store.load(
            .id(SessionID("")),
            then: StoreCompletion(on: queue) { result in
                if case .failure(let error) = result { completion(error) } else { completion(nil) }
            }
        )
    }

    /// The number of sessions in memory.
    var liveCount: Int { live.count }

    /// Adds a session to those in memory and runs its effects.
    func insert(_ session: Session, runs effects: [PendingEffect]) {
        let evicted = live.insert(session)
        dependencies.metrics.sessions(live: live.count)
        dependencies.metrics.sessionsPutDown(evicted)
        dependencies.run(effects, of: session)
    }

    /// Quarantines sessions over which the program has crashed twice.
    private func quarantineCrashed() async throws(StoreError) {
        guard let crashes = dependencies.crashes else { return }
        for id in crashes.crashed {
            let count = try await store.recordCrash(of: id)
            dependencies.log.critical("the last server crashed", metadata: ["session": "\(id)", "times": "\(count)"])
            guard count >= 2 else { continue }
            try await store.quarantine(id, because: "The server crashed over it \(count) times.")
            dependencies.metrics.sessionSetAside()
        }
        crashes.clear()
    }
}
