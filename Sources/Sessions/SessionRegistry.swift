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
    private let live = Lock([SessionID: Session]())
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
        workers = try WorkerThreads(count: effectThreads, name: "effects")
        let metrics = SessionMetrics(applications: applications)
        surroundings = SessionSurroundings(
            clock: clock,
            limits: limits,
            committer: Committer(store),
            effects: EffectRunner(effects, workers: workers, clock: clock, log: log, metrics: metrics),
            log: log,
            metrics: metrics
        )
    }

    /// Takes up the effects and timers that were left when the last server stopped, and begins to look for expired
    /// sessions.
    ///
    /// - Throws: ``StoreError`` when the store can't be read.
    public func open() async throws(StoreError) {
        var last: SessionID?
        while true {
            let page = try await store.pending(after: last, limit: 256)
            for id in page { _ = try? await session(id) }
            guard let end = page.last else { break }
            last = end
        }
        scheduleSweep()
    }

    /// Lets everybody who waits for a revision or an effect go with the state as it is, now and from now on.
    public func release() {
        surroundings.patience.end()
        for session in live.withLock({ Array($0.values) }) { session.wakeAll() }
    }

    /// Stops looking for expired sessions and lets effects that are running finish.
    public func close() {
        sweep.withLock { alarm -> Alarm? in
            defer { alarm = nil }
            return alarm
        }?.cancel()
        for session in live.withLock({ Array($0.values) }) { session.markRemoved() }
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
        let now = surroundings.clock.now
        if let idempotency, let replay = try await replay(idempotency, at: now) { return replay }
        guard try await count() < limits.sessions else { throw .full }
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
        do throws(StoreError) {
            guard try await surroundings.committer.commit(SessionCommit(follows: nil, record: record)) == .committed
            else { throw StoreError(.conflict, "The session \(id) exists already.") }
        } catch {
            surroundings.note(error, of: id)
            throw .store(error)
        }
        let session = Session(record, application, surroundings)
        let live = live.withLock { live in
            live[id] = session
            return live.count
        }
        surroundings.metrics.sessionStarted()
        surroundings.metrics.sessions(live: live)
        surroundings.run(step.effects, of: session)
        surroundings.note(step, of: record, before: step.state, took: .zero)
        return (Answer(view: session.view, isReplay: false), credential)
    }

    /// Finds a session and checks that a credential opens it.
    ///
    /// - Throws: ``SessionError/unauthorised`` for an unknown session and for a wrong credential alike,
    ///   ``SessionError/expired(application:)`` and ``SessionError/store(_:)``.
    public func session(_ id: SessionID, opening credential: Credential?) async throws(SessionError) -> Session {
        guard let credential, let session = try await session(id), session.record.credential == credential.digest
        else { throw .unauthorised }
        guard session.record.expiresAt > surroundings.clock.now else {
            throw .expired(application: session.application.name)
        }
        return session
    }

    /// Ends a session and forgets it.
    ///
    /// - Throws: ``SessionError/store(_:)``; the session goes on then.
    public func end(_ session: Session) async throws(SessionError) {
        do throws(StoreError) {
            try await store.remove(session.id)
        } catch {
            surroundings.note(error, of: session.id)
            throw .store(error)
        }
        session.markRemoved()
        let count = live.withLock { live in
            live[session.id] = nil
            return live.count
        }
        surroundings.metrics.sessions(live: count)
    }

    /// Whether the store can be reached, and if not, why.
    public func readiness() async -> StoreError? {
        do throws(StoreError) {
            _ = try await store.count()
            return nil
        } catch {
            return error
        }
    }

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

    private func session(_ id: SessionID) async throws(SessionError) -> Session? {
        if let session = live.withLock({ $0[id] }) { return session }
        let record: SessionRecord?
        do throws(StoreError) {
            record = try await store.load(id)
        } catch {
            surroundings.note(error, of: id)
            throw .store(error)
        }
        guard let record, let application = applications[record.application] else { return nil }
        let loaded = Session(record, application, surroundings)
        let (session, isFirst) = live.withLock { live in
            // Two requests may have loaded it at the same time; one object holds for both.
            if let known = live[id] { return (known, false) }
            live[id] = loaded
            return (loaded, true)
        }
        if isFirst { surroundings.run(record.state.pending, of: session) }
        return session
    }

    private func replay(
        _ idempotency: Idempotency,
        at now: Timestamp
    ) async throws(SessionError) -> (answer: Answer, credential: Credential)? {
        guard idempotency.keyLength >= 16 else { throw .keyTooShort }
        let record: SessionRecord?
        do throws(StoreError) {
            record = try await store.load(createdWith: idempotency.key)
        } catch {
            throw .store(error)
        }
        guard let record, let creation = record.creation, creation.at + limits.creationReplay > now else { return nil }
        guard creation.request == idempotency.request else { throw .keyReused }
        guard let session = try await session(record.id) else { return nil }
        // The first answer was lost, and with it the secret; whoever has the key gets a new one, until it is used.
        let credential = Credential.make()
        try await session.renewCredential(credential.digest)
        return (Answer(view: session.view, isReplay: true), credential)
    }

    private func count() async throws(SessionError) -> Int {
        do throws(StoreError) {
            return try await store.count()
        } catch {
            throw .store(error)
        }
    }

    // MARK: Expiry

    private func scheduleSweep() {
        let alarm = surroundings.clock.schedule(at: surroundings.clock.now + limits.sweep) { [weak self] in
            guard let self else { return }
            Task(executorPreference: workers) { await self.sweepExpired() }
        }
        sweep.withLock { $0 = alarm }
    }

    private func sweepExpired() async {
        let now = surroundings.clock.now
        let expired = live.withLock { live in
            let expired = live.filter { $0.value.record.expiresAt <= now }
            for id in expired.keys { live[id] = nil }
            return expired
        }
        for session in expired.values { session.markRemoved() }
        surroundings.metrics.sessionsExpired(expired.count)
        surroundings.metrics.sessions(live: live.withLock { $0.count })
        let forgotten = now - limits.remembered
        do throws(StoreError) {
            while try await store.removeExpired(before: forgotten, limit: 256) == 256 {}
        } catch {
            surroundings.log.error("sweep failed", metadata: ["reason": "\(error)"])
        }
        scheduleSweep()
    }
}
