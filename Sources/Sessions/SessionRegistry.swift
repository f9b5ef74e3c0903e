public import Coordination
public import Logging
import Threads

/// All sessions of a server: starts them, finds them, lets them expire.
public final class SessionRegistry: Sendable {
    /// The applications that can be started.
    public let applications: HostedApplications
    /// How long sessions live and how much they keep.
    public let limits: SessionLimits

    private let store: any SessionStore
    private let surroundings: SessionSurroundings
    private let workers: WorkerThreads
    private let live = LiveSessions()
    private let places: SessionPlaces
    /// The digests of the keys with which sessions are being started.
    private let starting = Lock(Set<Digest>())
    private let sweep = Lock<Alarm?>(nil)

    /// Puts a registry together; ``open()`` makes it ready.
    ///
    /// - Parameters:
    ///   - applications: The applications that can be started.
    ///   - store: Where sessions are kept.
    ///   - effects: How effects are done.
    ///   - clock: The time.
    ///   - limits: How long sessions live and how much they keep.
    ///   - effectThreads: How many effects may block at a time.
    ///   - log: Where transitions are noted.
    /// - Throws: ``Threads/ThreadError`` when the system gives no threads.
    public init(
        applications: HostedApplications,
        store: any SessionStore,
        effects: EffectHandlers,
        clock: any WallClock,
        limits: SessionLimits = SessionLimits(),
        effectThreads: Int = 4,
        log: Logger
    ) throws {
        self.applications = applications
        self.limits = limits
        self.store = store
        places = SessionPlaces(limit: limits.sessions)
        workers = try WorkerThreads(count: effectThreads, name: "effects")
        let metrics = SessionMetrics(applications: applications)
        surroundings = SessionSurroundings(
            clock: clock,
            limits: limits,
            store: store,
            committer: Committer(store),
            effects: EffectRunner(effects, workers: workers, clock: clock, log: log, metrics: metrics),
            log: log,
            metrics: metrics
        )
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
        var last: SessionID?
        while true {
            let page = try await store.pending(after: last, limit: 256)
            for id in page {
                do throws(StoreError) {
                    try await takeUp(id)
                } catch {
                    surroundings.note(error, of: id)
                    guard error.kind == .unreadable else { throw error }
                }
            }
            guard let end = page.last else { break }
            last = end
        }
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
        sweep.withLock { alarm -> Alarm? in
            defer { alarm = nil }
            return alarm
        }?.cancel()
        for session in live.all { session.wakeAll() }
        surroundings.effects.drain(within: .seconds(5))
        workers.stop()
    }

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - name: The application; `nil` for the first one, or the one that the link belongs to.
    ///   - link: A link to open right away.
    ///   - client: Who the client says it is.
    ///   - idempotency: What makes a repeated request start one session only. Its key must be as hard to guess as a
    ///     UUID, because it gives access to the session until that is used.
    /// - Returns: The session, and the secret that opens it; it can't be had again.
    /// - Throws: ``SessionError``; there is no new session then.
    public func start(
        _ name: String?,
        link: String?,
        client: ClientInfo,
        idempotency: Idempotency?
    ) async throws(SessionError) -> (answer: Answer, credential: Credential) {
        let application = try application(name, link)
        guard let idempotency else { return try await begin(application, link, client, nil) }
        guard idempotency.keyLength >= 16 else { throw .keyTooShort }
        guard starting.withLock({ $0.insert(idempotency.key).inserted }) else { throw .keyInUse }
        defer { starting.withLock { _ = $0.remove(idempotency.key) } }
        if let replay = try await replay(idempotency) { return replay }
        return try await begin(application, link, client, idempotency)
    }

    private func begin(
        _ application: Application,
        _ link: String?,
        _ client: ClientInfo,
        _ idempotency: Idempotency?
    ) async throws(SessionError) -> (answer: Answer, credential: Credential) {
        let now = surroundings.clock.now
        let id = SessionID.make(at: now.milliseconds)
        let step: Step
        do throws(NavigationError) {
            let context = StepContext(now: now, session: id.description, client: client)
            step = try application.start(link: link, at: context)
        } catch {
            throw .navigation(error, nil)
        }
        let credential = Credential.make()
        let record = SessionRecord(
            id: id,
            application: application.name,
            revision: 1,
            credential: credential.digest,
            client: client,
            createdAt: now,
            expiresAt: surroundings.expiry(createdAt: now, usedAt: now),
            creation: idempotency.map { Reply(key: $0.key, request: $0.request, at: now) },
            replies: [],
            state: step.state
        )
        try await takePlace()
        do throws(StoreError) {
            guard try await surroundings.committer.commit(SessionCommit(follows: nil, record: record)) == .committed
            else { throw StoreError(.conflict, "The session \(id) exists already.") }
        } catch {
            places.settle(isStarted: error.kind == .unknownOutcome)
            surroundings.note(error, of: id)
            throw .store(error)
        }
        places.settle(isStarted: true)
        let started = Session(record, application, surroundings)
        let session = seat(started) ?? started
        surroundings.metrics.sessionStarted()
        surroundings.note(step, of: record, took: .zero, trace: nil)
        return (Answer(view: SessionView(session: session, record: record), isReplay: false), credential)
    }

    /// Finds a session and checks that a credential opens it.
    ///
    /// - Throws: ``SessionError/unauthorised`` for an unknown session and for a wrong credential alike,
    ///   ``SessionError/expired(application:)`` and ``SessionError/store(_:)``.
    public func session(_ id: SessionID, opening credential: Credential?) async throws(SessionError) -> Session {
        guard let digest = credential?.digest else { throw .unauthorised }
        if let session = live[id], !session.isRemoved {
            try admit(session.record, digest)
            session.noteOpened()
            return session
        }
        guard let record = try await load(id) else { throw .unauthorised }
        // Looked at before the session is put into memory, where neither strangers nor the expired have a place.
        try admit(record, digest)
        guard let session = seat(record) else { throw .unauthorised }
        session.noteOpened()
        return session
    }

    private func admit(_ record: SessionRecord, _ credential: Digest) throws(SessionError) {
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
        live.remove(session, at: surroundings.clock.now)
        surroundings.metrics.sessions(live: live.count)
    }

    /// Whether the store can be reached, and if not, why.
    public func readiness() async -> StoreError? {
        do throws(StoreError) {
            _ = try await store.load(SessionID(""))
            return nil
        } catch {
            return error
        }
    }

    /// How many sessions are in memory.
    var liveCount: Int { live.count }

    // MARK: Finding

    private func application(_ name: String?, _ link: String?) throws(SessionError) -> Application {
        if let name {
            guard let application = applications[name] else { throw .unknownApplication(name) }
            return application
        }
        guard let link else { return applications.default }
        guard let application = applications.all.first(where: { $0.owns(link) }) else {
            throw .navigation(.unknownLink(link), nil)
        }
        return application
    }

    private func load(_ id: SessionID) async throws(SessionError) -> SessionRecord? {
        do throws(StoreError) {
            return try await store.load(id)
        } catch {
            surroundings.note(error, of: id)
            throw .store(error)
        }
    }

    /// Puts a session that was read into memory and takes up what it waits for; `nil` when it was ended meanwhile or its
    /// application is not hosted any more.
    private func seat(_ record: SessionRecord) -> Session? {
        applications[record.application].flatMap { seat(Session(record, $0, surroundings)) }
    }

    private func seat(_ session: Session) -> Session? {
        let pending = session.record.state.pending
        guard let (seated, isFirst) = live.seat(session) else { return nil }
        if isFirst {
            surroundings.metrics.sessions(live: live.count)
            surroundings.run(pending, of: seated)
        }
        return seated
    }

    /// Puts a session into memory if there is something to do for it, or else when there will be.
    private func takeUp(_ id: SessionID) async throws(StoreError) {
        guard live[id] == nil, let record = try await store.load(id) else { return }
        let now = surroundings.clock.now
        guard record.expiresAt > now else { return }
        let next = record.state.pending.map { $0.due ?? now }.min()
        guard let next, next > now else {
            _ = seat(record)
            return
        }
        surroundings.clock.schedule(at: next) { [weak self] in
            guard let self, !self.surroundings.isClosed else { return }
            Task(executorPreference: self.workers) { await self.takeUpLater(id) }
        }
    }

    private func takeUpLater(_ id: SessionID) async {
        do throws(StoreError) {
            try await takeUp(id)
        } catch {
            surroundings.note(error, of: id)
            guard error.kind != .unreadable else { return }
            surroundings.clock.schedule(at: surroundings.clock.now + .seconds(5)) { [weak self] in
                guard let self, !self.surroundings.isClosed else { return }
                Task(executorPreference: self.workers) { await self.takeUpLater(id) }
            }
        }
    }

    private func replay(
        _ idempotency: Idempotency
    ) async throws(SessionError) -> (answer: Answer, credential: Credential)? {
        let record: SessionRecord?
        do throws(StoreError) {
            record = try await store.load(createdWith: idempotency.key)
        } catch {
            throw .store(error)
        }
        let now = surroundings.clock.now
        guard let record, let creation = record.creation, creation.at + limits.creationReplay > now,
            record.expiresAt > now
        else { return nil }
        guard creation.request == idempotency.request else { throw .keyReused }
        guard let session = live[record.id] ?? seat(record) else { return nil }
        // The first answer was lost, and with it the secret; whoever has the key gets a new one, until it is used.
        let credential = Credential.make()
        let view = try await session.renewCredential(credential.digest)
        return (Answer(view: view, isReplay: true), credential)
    }

    // MARK: Places

    private func takePlace() async throws(SessionError) {
        do throws(StoreError) {
            if places.isUnknown { places.note(counted: try await store.count()) }
            if places.take() { return }
            // Expired sessions are remembered only as long as there is room.
            if try await store.removeExpired(before: surroundings.clock.now, limit: 256) > 0 {
                places.note(counted: try await store.count())
            }
        } catch {
            throw .store(error)
        }
        guard places.take() else { throw .full }
    }

    // MARK: Expiry

    private func scheduleSweep() {
        guard !surroundings.isClosed else { return }
        let alarm = surroundings.clock.schedule(at: surroundings.clock.now + limits.sweep) { [weak self] in
            guard let self, !self.surroundings.isClosed else { return }
            Task(executorPreference: self.workers) { await self.sweepExpired() }
        }
        sweep.withLock { $0 = alarm }
    }

    private func sweepExpired() async {
        let now = surroundings.clock.now
        surroundings.metrics.sessionsExpired(live.removeExpired(at: now))
        for session in live.all { session.forgetKept(unusedSince: now - .seconds(300)) }
        surroundings.metrics.sessions(live: live.count)
        do throws(StoreError) {
            while try await store.removeExpired(before: now - limits.remembered, limit: 256) == 256 {}
            places.note(counted: try await store.count())
        } catch {
            surroundings.log.error("sweep failed", metadata: ["reason": "\(error)"])
        }
        scheduleSweep()
    }
}
