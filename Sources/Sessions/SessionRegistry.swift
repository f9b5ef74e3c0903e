public import Coordination
public import Logging
import Threads

/// All sessions of a server: starts them, finds them, lets them expire.
public final class SessionRegistry: Sendable {
    /// The applications that can be started.
    public let applications: HostedApplications
    /// How long sessions live and how much they keep.
    public let limits: SessionLimits

    private let store: WatchedStore
    private let surroundings: SessionSurroundings
    private let workers: WorkerThreads
    private let live: LiveSessions
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
        var record = SessionRecord(
            id: id,
            application: application.name,
            credential: credential.digest,
            client: client,
            createdAt: now,
            expiresAt: surroundings.expiry(createdAt: now, usedAt: now),
            creation: idempotency.map { Reply(key: $0.key, request: $0.request, at: now) },
            due: nil,
            content: step.state
        )
        record.state = step.state
        try await takePlace()
        var written: WrittenState?
        do throws(StoreError) {
            let (session, writing) = try surroundings.stored(record, application, after: nil)
            written = writing
            let commit = SessionCommit(follows: nil, session: session, addsReply: false)
            guard try await surroundings.committer.commit(commit) == .committed else {
                throw StoreError(.conflict, "The session \(id) exists already.")
            }
        } catch {
            places.settle(isStarted: error.kind == .unknownOutcome)
            surroundings.note(error, of: id)
            throw .store(error)
        }
        places.settle(isStarted: true)
        let started = Session(record, written, application, surroundings)
        let session = seat(started, readAt: nil, runs: step.effects) ?? started
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
        let session = try await takeUp(id) { stored throws(SessionError) in
            // Looked at before the session is taken up, which is for neither strangers nor the expired.
            try admit(stored, digest)
        }
        guard let session else { throw .unauthorised }
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

    private func load(_ id: SessionID) async throws(SessionError) -> StoredSession? {
        do throws(StoreError) {
            return try await store.load(id)
        } catch {
            guard error.kind == .unreadable else { throw .store(error) }
            surroundings.note(error, of: id)
            await setAside(id, because: error.description)
            // Nobody can tell any more whose it was, and there is nothing left in it to protect.
            throw .unreadable(application: nil)
        }
    }

    /// Takes a session up that was put down.
    ///
    /// - Parameter admit: Refuses whoever may not have it.
    /// - Returns: The session; `nil` when there is none, or its application is not hosted any more.
    private func takeUp(
        _ id: SessionID,
        _ admit: (StoredSession) throws(SessionError) -> Void
    ) async throws(SessionError) -> Session? {
        while true {
            let taken = try await live.reading { number async throws(SessionError) -> TakenUp in
                guard let stored = try await load(id), let application = applications[stored.application] else {
                    return .nothing
                }
                try admit(stored)
                let (record, changes) = try await read(stored, application)
                // Its timers are in the store, where they are looked for when they are due.
                var pending = record.state.pending.filter { $0.due == nil }
                var session = Session(record, nil, application, surroundings)
                if !changes.isEmpty {
                    guard let changed = try await commit(changes, to: record, application) else { return .outdated }
                    session = changed
                    pending = record.state.pending
                }
                return seat(session, readAt: number, runs: pending).map(TakenUp.session) ?? .outdated
            }
            switch taken {
            case .session(let session): return session
            case .nothing: return nil
            case .outdated: continue
            }
        }
    }

    private enum TakenUp {
        case session(Session)
        case nothing
        /// It has come and gone while it was read.
        case outdated
    }

    /// - Throws: ``SessionError/unreadable(application:)``; a damaged session is set aside then.
    private func read(
        _ stored: StoredSession,
        _ application: Application
    ) async throws(SessionError) -> (record: SessionRecord, changes: [SnapshotChange]) {
        do throws(SnapshotError) {
            let now = surroundings.clock.now
            return try surroundings.guarding(stored.id) { () throws(SnapshotError) in
                try SessionRecord.takenUp(stored, by: application, at: now)
            }
        } catch {
            await refuse(stored, error)
            throw .unreadable(application: stored.application)
        }
    }

    /// Commits what had to be changed in a session that another release of its application has written, as one step.
    ///
    /// - Returns: The session; `nil` when somebody else was faster.
    private func commit(
        _ changes: [SnapshotChange],
        to record: SessionRecord,
        _ application: Application
    ) async throws(SessionError) -> Session? {
        var next = record
        next.generation += 1
        next.revision += 1
        do throws(StoreError) {
            let (session, written) = try surroundings.stored(next, application, after: nil)
            let commit = SessionCommit(follows: record.generation, session: session, addsReply: false)
            guard try await surroundings.committer.commit(commit) == .committed else { return nil }
            surroundings.log.notice(
                "session brought up to date",
                metadata: [
                    "session": "\(record.id)", "app": "\(record.application)",
                    "changes": "\(changes.map(\.description).joined(separator: " "))",
                ]
            )
            return Session(next, written, application, surroundings)
        } catch {
            surroundings.note(error, of: record.id)
            throw .store(error)
        }
    }

    /// Puts a session into memory and runs its effects, if nobody else has done so; `nil` when it is outdated.
    private func seat(_ session: Session, readAt number: UInt64?, runs effects: [PendingEffect]) -> Session? {
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

    /// Sets a session aside that is damaged; one of another version is left as it is, for the version that can read it.
    private func refuse(_ stored: StoredSession, _ error: SnapshotError) async {
        if case .setAside = stored.content { return }
        surroundings.log.error(
            "session refused",
            metadata: ["session": "\(stored.id)", "app": "\(stored.application)", "reason": "\(error)"]
        )
        if error.reason == .unreadable { await setAside(stored.id, because: error.description) }
    }

    private func setAside(_ id: SessionID, because reason: String) async {
        do throws(StoreError) {
            try await store.setAside(id, because: reason)
            surroundings.metrics.sessionSetAside()
        } catch {
            // It is refused each time it is wanted, until it can be set aside.
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

    // MARK: What is due

    private func lookForDue() async -> Timestamp? {
        guard !surroundings.isClosed else { return nil }
        do throws(StoreError) {
            return try await doDue()
        } catch {
            return surroundings.clock.now + .seconds(5)
        }
    }

    /// Does what is due: takes sessions up whose effects were left, and lets timers run off.
    ///
    /// - Returns: When the next session is due; `nil` when none is.
    private func doDue() async throws(StoreError) -> Timestamp? {
        let now = surroundings.clock.now
        var last: DueSession?
        var next: Timestamp?
        while next == nil {
            let page = try await store.due(after: last, at: now, limit: 256)
            for due in page {
                guard due.at <= now else {
                    next = due.at
                    break
                }
                try await doDue(due.id, now)
            }
            guard let end = page.last else { break }
            last = end
        }
        return next
    }

    private func doDue(_ id: SessionID, _ now: Timestamp) async throws(StoreError) {
        var found = live[id]
        if found == nil {
            do throws(SessionError) {
                found = try await takeUp(id) { stored throws(SessionError) in
                    guard stored.expiresAt > now else { throw .expired(application: stored.application) }
                }
            } catch {
                // Whoever can't be taken up is noted where that is found out, and nobody waits for it.
                guard case .store(let failure) = error else { return }
                throw failure
            }
        }
        guard let session = found else { return }
        for timer in session.record.state.pending where timer.due.map({ $0 <= now }) ?? false {
            surroundings.effects.fire(timer, of: session)
        }
    }

    private func replay(
        _ idempotency: Idempotency
    ) async throws(SessionError) -> (answer: Answer, credential: Credential)? {
        let stored: StoredSession?
        do throws(StoreError) {
            stored = try await store.load(createdWith: idempotency.key)
        } catch {
            throw .store(error)
        }
        let now = surroundings.clock.now
        guard let stored, let creation = stored.creation, creation.at + limits.creationReplay > now,
            stored.expiresAt > now
        else { return nil }
        guard creation.request == idempotency.request else { throw .keyReused }
        var found = live[stored.id]
        if found == nil { found = try await takeUp(stored.id) { _ in } }
        guard let session = found else { return nil }
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
        surroundings.metrics.sessionsPutDown(live.putDown(unusedSince: now - limits.liveIdle))
        surroundings.metrics.sessions(live: live.count)
        do throws(StoreError) {
            while try await store.removeExpired(before: now - limits.remembered, limit: 256) == 256 {}
            places.note(counted: try await store.count())
        } catch {
            // The store says so itself, and the next sweep tries again.
        }
        scheduleSweep()
    }
}
