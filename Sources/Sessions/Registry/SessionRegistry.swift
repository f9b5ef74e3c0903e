import Coordination
public import Logging
import Threads

/// All sessions of a server: starts them, finds them, lets them expire.
public final class SessionRegistry: Sendable {
    /// The applications that can be started.
    public let applications: HostedApplications
    /// How long sessions live and how much they keep.
    public let limits: SessionLimits

    let store: WatchedStore
    let surroundings: SessionSurroundings
    let workers: WorkerThreads
    let live: LiveSessions
    let places: SessionPlaces
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
    ///   - log: Where transitions are noted.
    /// - Throws: ``Threads/ThreadError`` when the system gives no threads.
    public init(
        applications: HostedApplications,
        store: any SessionStore,
        effects: EffectHandlers,
        clock: any WallClock,
        limits: SessionLimits = SessionLimits(),
        effectThreads: Int = 4,
        crashes: CrashLedger? = nil,
        log: Logger
    ) throws {
        self.applications = applications
        self.limits = limits
        live = LiveSessions(limit: limits.liveSessions)
        places = SessionPlaces(limit: limits.sessions)
        workers = try WorkerThreads(count: effectThreads, name: "effects")
        let metrics = SessionMetrics(applications: applications)
        self.store = WatchedStore(store, log: log, metrics: metrics)
        surroundings = SessionSurroundings(
            clock: clock,
            limits: limits,
            store: self.store,
            committer: Committer(self.store),
            effects: EffectRunner(effects, workers: workers, clock: clock, log: log, metrics: metrics),
            log: log,
            metrics: metrics,
            crashes: crashes
        )
        let timers = DueWatch(clock: clock, workers: workers) { [weak self] in await self?.lookForDue() }
        surroundings.effects.timers.withLock { $0 = timers }
    }

    /// Takes up the effects and timers that were left when the last server stopped, and begins to look for expired
    /// sessions.
    ///
    /// A session that waits for nothing but a later time stays in the store until then. One that has expired does
    /// nothing any more, and one that can't be read is left alone and noted in the log.
    ///
    /// - Throws: ``StoreError`` when the store can't be reached.
    public func open() async throws(StoreError) {
        places.note(counted: try await store.count())
        try await noteCrashes()
        if let next = try await doDue() { surroundings.effects.timers.withLock { $0 }?.note(next) }
        scheduleSweep()
    }

    /// Lets everybody who waits for a revision or an effect go with the state as it is, now and from now on.
    public func release() {
        surroundings.patience.end()
        for session in live.all { session.wakeAll() }
    }

    /// Stops looking for expired sessions, lets everybody go who waits, and lets effects that are running come to their
    /// end, for up to five seconds.
    ///
    /// Requests that are under way can still be answered. Effects and timers that come up later are left for the next
    /// server. Blocks; it is a programmer error to call this from an effect.
    public func close() {
        surroundings.effects.close()
        surroundings.effects.timers.withLock { $0 }?.close()
        sweep.withLock { alarm -> Alarm? in
            defer { alarm = nil }
            return alarm
        }?.cancel()
        for session in live.all { session.wakeAll() }
        surroundings.effects.drain(within: .seconds(5))
        workers.stop()
    }

    /// Finds a session and checks that a credential opens it.
    ///
    /// - Throws: ``SessionError/unauthorised`` for an unknown session and for a wrong credential alike,
    ///   ``SessionError/expired(application:)`` and ``SessionError/store(_:)``.
    public func session(_ id: SessionID, opening credential: Credential?) async throws(SessionError) -> Session {
        guard let credential else { throw .unauthorised }
        if let session = try liveSession(id, opening: credential) { return session }
        let digest = credential.digest
        let session = try await takeUp(id) { stored throws(SessionError) in
            // Looked at before the session is taken up, which is for neither strangers nor the expired.
            try admit(stored, digest)
        }
        guard let session else { throw .unauthorised }
        session.noteOpened()
        return session
    }

    /// Finds a session as ``session(_:opening:)`` does, if it is in memory; nobody has to wait for that.
    ///
    /// - Throws: As ``session(_:opening:)``.
    public func liveSession(_ id: SessionID, opening credential: Credential?) throws(SessionError) -> Session? {
        guard let credential else { throw .unauthorised }
        guard let session = live[id], !session.isRemoved else { return nil }
        try admit(session.record, credential.digest)
        session.noteOpened()
        return session
    }

    private func admit<Content>(_ record: KeptSession<Content>, _ credential: Digest) throws(SessionError) {
        guard record.credential == credential else { throw .unauthorised }
        guard record.expiresAt > surroundings.clock.now else { throw .expired(application: record.application) }
    }

    /// Ends a session and forgets it, after whatever is under way in it.
    ///
    /// - Throws: ``SessionError/store(_:)``; the session goes on then.
    public func end(_ session: Session) async throws(SessionError) {
        do throws(StoreError) {
            guard try await session.end() else { return }
        } catch {
            surroundings.note(error, of: session.id)
            throw .store(error)
        }
        places.giveBack()
        live.remove(session)
        surroundings.metrics.sessions(live: live.count)
    }

    /// Whether the store can be reached, and if not, why.
    public func readiness() async -> StoreError? {
        do throws(StoreError) {
            // A store that failed is asked to try, so that it gets well even when nobody sends requests any more.
            if store.isFailing { try await store.probe() }
            _ = try await store.load(SessionID(""))
            return nil
        } catch {
            return error
        }
    }

    /// How many sessions are in memory.
    var liveCount: Int { live.count }

    /// Puts a session into memory and runs its effects, if nobody else has done so; `nil` when it is outdated.
    func seat(_ session: Session, readAt number: UInt64?, runs effects: [PendingEffect]) -> Session? {
        switch live.seat(session, readAt: number) {
        case .outdated:
            return nil
        case .known(let known):
            return known
        case .seated(let putDown):
            surroundings.metrics.sessions(live: live.count)
            surroundings.metrics.sessionsPutDown(putDown)
            if number != nil { surroundings.metrics.sessionTakenUp() }
            surroundings.run(effects, of: session)
            return session
        }
    }

    /// Sets sessions aside over which the program has crashed twice.
    private func noteCrashes() async throws(StoreError) {
        guard let crashes = surroundings.crashes else { return }
        for id in crashes.crashed {
            let count = try await store.noteCrash(of: id)
            surroundings.log.critical("the last server crashed", metadata: ["session": "\(id)", "times": "\(count)"])
            guard count >= 2 else { continue }
            try await store.setAside(id, because: "The server crashed over it \(count) times.")
            surroundings.metrics.sessionSetAside()
        }
        crashes.clear()
    }
}
