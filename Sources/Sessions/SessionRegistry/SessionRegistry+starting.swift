public import Concurrency
public import Coordination
import Logging

/// A session that was started, and the secret that opens it; the server stores only its digest.
public typealias StartedSession = (result: SubmissionResult, credential: Credential)

/// A request for a new session.
struct SessionStart: Sendable {
    let application: Application
    let link: String?
    var client: ClientInfo
    let idempotency: Idempotency?
    /// The session at the revision that the new one continues from; `nil` to start the application.
    var origin: SessionView?
    /// The expired session to be resumed; `nil` for a new start.
    var expired: ExpiredSession?
    /// The record of the expired session, once it is loaded.
    var expiredRecord: LiveRecord?
    /// The session that the idempotency key has found; `nil` if it found none.
    var knownCreation: SessionID?
    /// The number of times that another server has started a session with the key in the meantime.
    var conflicts = 0
    let caller: any Caller
    var then: @Sendable (Result<StartedSession, SessionError>) -> Void

    func fail(_ error: SessionError) { then(.failure(error)) }
}

extension SessionRegistry {
    /// Starts a session.
    ///
    /// - Parameters:
    ///   - name: The application; `nil` for the application that the link belongs to, or without a link for the first one.
    ///   - link: A link to open right away.
    ///   - client: The client's description of itself.
    ///   - expired: An expired session that the new one continues, with the credential that opened it; see
    ///     ``Coordination/Application/resume(_:at:)``. It can be resumed once, and is removed then.
    ///   - idempotency: Makes a repeated request start one session only. Its key must be as hard to guess as a UUID, because
    ///     its digests are no protection for a key that can be guessed, and it gives access to the session until its
    ///     credential is used.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the session and its secret, or with the ``SessionError`` that prevented it.
    public func start(
        _ name: String?,
        link: String?,
        client: ClientInfo,
        resuming expired: ExpiredSession? = nil,
        idempotency: Idempotency?,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<StartedSession, SessionError>) -> Void
    ) {
        do throws(SessionError) {
            let application = try application(name, link)
            guard let idempotency else {
                return loadExpired(
                    SessionStart(
                        application: application,
                        link: link,
                        client: client,
                        idempotency: nil,
                        expired: expired,
                        caller: caller,
                        then: completion
                    )
                )
            }
            guard idempotency.canIssueCredential else { throw .idempotencyKeyTooShort }
            guard starting.withLock({ $0.insert(idempotency.key).inserted }) else { throw .idempotencyKeyInUse }
            let start = SessionStart(
                application: application,
                link: link,
                client: client,
                idempotency: idempotency,
                expired: expired,
                caller: caller
            ) { [self] result in
                starting.withLock { _ = $0.remove(idempotency.key) }
                completion(result)
            }
            repeatOrBegin(start, idempotency)
        } catch {
            completion(.failure(error))
        }
    }

    /// Starts a session that continues from a state of another one, without its secrets and its effects in flight.
    ///
    /// The new session has the user of that state, so it is in the list of that user's sessions, and it ends with them.
    ///
    /// - Parameters:
    ///   - view: The session at the revision to continue from.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the new session and its secret, or with the ``SessionError`` that prevented it.
    public func fork(
        _ view: SessionView,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<StartedSession, SessionError>) -> Void
    ) {
        reserve(
            SessionStart(
                application: view.application,
                link: nil,
                client: view.record.client,
                idempotency: nil,
                origin: view,
                caller: caller,
                then: completion
            )
        )
    }

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

    /// The number of times that a start is repeated because other servers have started sessions with the same key.
    private static let conflictLimit = 4

    /// Finds the session that the same request has started before, or starts one.
    private func repeatOrBegin(_ start: SessionStart, _ idempotency: Idempotency) {
        store.load(
            .creation(idempotency.key),
            then: StoreCompletion(on: start.caller.queue) { [self] result in
                let now = dependencies.clock.now
                var start = start
                start.knownCreation = (try? result.get())??.id
                switch result {
                case .failure(let error): start.fail(.store(error))
                case .success(let stored?):
                    guard let creation = stored.creation, creation.at + limits.credentialReplay > now,
                        stored.expiresAt > now
                    else { return loadExpired(start) }
                    guard creation.request == idempotency.request else { return start.fail(.idempotencyKeyReused) }
                    repeatCreation(start, stored.id, idempotency)
                case .success(nil): loadExpired(start)
                }
            }
        )
    }

    /// Gives the client of a repeated request the same credential again, because the response was lost.
    private func repeatCreation(_ start: SessionStart, _ id: SessionID, _ idempotency: Idempotency) {
        find(
            id,
            LoadWaiter(access: .creation, caller: start.caller) { found in
                do throws(SessionError) {
                    let session = try found.get()
                    let credential = try session.credential(creating: idempotency)
                    let started: StartedSession = (SubmissionResult(view: session.view, isReplay: true), credential)
                    session.confirm(started, on: start.caller.queue, then: start.then)
                } catch .unauthorized {
                    // The session was ended in the meantime.
                    self.loadExpired(start)
                } catch {
                    start.fail(error)
                }
            }
        )
    }

    /// Reserves a share of the quota; counts the sessions first if their number is not known.
    func reserve(_ start: SessionStart) {
        guard quota.isUnknown else { return reserve(start, afterRemoving: Removable.allCases[...]) }
        count(start) { self.reserve(start, afterRemoving: Removable.allCases[...]) }
    }

    /// The kinds of sessions that give way to a new one, in this order.
    private enum Removable: CaseIterable { case expired, untouched }

    /// Reserves a share of the quota; if none is left, removes sessions of the first kind that there are any of.
    ///
    /// Expired sessions are remembered only while there is room. Then those give way that were started and never used: they
    /// hold nothing of a user, while a session with an account or with a user's input is never removed for another one. A
    /// session that may only seem expired, because the clock has jumped, is such a session until ``removalBegins``.
    private func reserve(_ start: SessionStart, afterRemoving kinds: ArraySlice<Removable>) {
        if quota.reserve() { return begin(start) }
        guard let kind = kinds.first else {
            return count(start) { self.quota.reserve() ? self.begin(start) : self.reject(start) }
        }
        let now = dependencies.clock.now
        if kind == .expired, removalBegins > now { return reserve(start, afterRemoving: kinds.dropFirst()) }
        let removal: SessionRemoval =
            switch kind {
            case .expired: .expired(before: now, limit: 256)
            // Few of a small number, because the latest ones are probably about to be used.
            case .untouched: .untouched(limit: min(256, 1 + limits.sessions / 100))
            }
        let mark = quota.mark
        store.remove(
            removal,
            then: StoreCompletion(on: start.caller.queue) { [self] result in
                switch result {
                case .failure(let error): start.fail(.store(error))
                case .success(0): reserve(start, afterRemoving: kinds.dropFirst())
                case .success(let count):
                    switch kind {
                    case .expired:
                        dependencies.metrics.sessionsExpired(count)
                        self.count(start) { self.reserve(start, afterRemoving: kinds.dropFirst()) }
                    case .untouched:
                        quota.release(withoutAccount: count, since: mark)
                        dependencies.metrics.sessionsDisplaced(count)
                        reserve(start, afterRemoving: kinds.dropFirst())
                    }
                }
            }
        )
    }

    /// Rejects a new session until the first one expires; ones that are used meanwhile may make that later.
    private func reject(_ start: SessionStart) {
        let now = dependencies.clock.now
        let free = max(quota.tally?.firstExpiry ?? now + limits.sweepInterval, removalBegins)
        if quota.recordRejection() {
            dependencies.log.warning("Session limit reached", metadata: ["limit": .stringConvertible(limits.sessions)])
        }
        start.fail(.tooManySessions(until: max(free, now + .seconds(1))))
    }

    private func count(_ start: SessionStart, then next: @escaping @Sendable () -> Void) {
        let mark = quota.mark
        store.tally(
            then: StoreCompletion(on: start.caller.queue) { [self] result in
                switch result {
                case .failure(let error): start.fail(.store(error))
                case .success(let tally):
                    quota.record(tally, since: mark)
                    next()
                }
            }
        )
    }

    /// Starts the application and commits the first record.
    private func begin(_ start: SessionStart) {
        let now = dependencies.clock.now
        let id = SessionID.make(at: now.milliseconds)
        let (credential, issue) = CredentialIssue.make(for: start.idempotency, at: now)
        do throws(SessionError) {
            let step = try firstStep(start, id, at: now)
            var record = LiveRecord(
                id: id,
                application: start.application.name,
                credential: credential.digest,
                client: start.client,
                createdAt: now,
                // A resumed session holds what its client has entered, so it counts as used from its start.
                usedAt: start.expiredRecord == nil ? nil : now,
                expiresAt: limits.expiry(createdAt: now, changedAt: start.expiredRecord == nil ? nil : now),
                creation: start.idempotency.map { Reply(key: $0.key, request: $0.request, at: now) },
                issue: issue,
                due: nil,
                content: step.state
            )
            record.take(step.state, changes: nil)
            try dependencies.effects.reserve(step.effects)
            do throws(SessionError) {
                try commit(record, step, credential, start)
            } catch {
                dependencies.effects.release(step.effects)
                throw error
            }
        } catch {
            quota.endReservation(isStarted: false)
            start.fail(error)
        }
    }

    private func firstStep(_ start: SessionStart, _ id: SessionID, at now: Timestamp) throws(SessionError) -> Step {
        let context = StepContext(now: now, session: id.description, client: start.client)
        if let origin = start.origin {
            do throws(SnapshotError) {
                return try start.application.fork(of: origin.record.state, at: context)
            } catch {
                throw .unreadable(application: start.application.name)
            }
        }
        do throws(NavigationError) {
            if let expired = start.expiredRecord {
                return try withExpired(expired) { () throws(NavigationError) in
                    try start.application.resume(expired.state, at: context)
                }
            }
            return try start.application.start(link: start.link, at: context)
        } catch {
            guard let expired = start.expiredRecord else { throw .navigation(error, nil) }
            throw failedResumption(of: expired, error)
        }
    }

    private func commit(
        _ record: LiveRecord,
        _ step: Step,
        _ credential: Credential,
        _ start: SessionStart
    ) throws(SessionError) {
        let encoded: EncodedStep
        do throws(StoreError) {
            let history = dependencies.history(
                starting: record,
                link: start.link,
                forked: start.origin?.record.revision,
                in: start.application
            )
            encoded = try dependencies.encoded(record, history, start.application)
        } catch {
            dependencies.log(error, of: record.id)
            throw .store(error)
        }
        let lease = store.lease
        let mark = quota.mark
        dependencies.store.commit(
            SessionCommit(
                expectedGeneration: nil,
                session: record.with(()),
                record: encoded.history,
                knownCreation: start.knownCreation,
                addsReply: false,
                historyLimits: limits.history,
                work: step.effects.isEmpty ? nil : dependencies.work(of: record, after: nil),
                lease: lease
            ),
            then: StoreCompletion(on: start.caller.queue) { [self] result in
                switch result {
                case .success(.committed):
                    quota.endReservation(isStarted: true)
                    if record.account != nil { quota.accountChanged(isPresent: true, since: mark) }
                    let session = Session(
                        record,
                        encoded: encoded.state,
                        log: encoded.log,
                        start.application,
                        dependencies
                    )
                    insert(session, runs: step.effects, isReserved: true, under: lease)
                    dependencies.metrics.sessionStarted(of: record.application)
                    dependencies.log(step, of: record, took: .zero, trace: nil)
                    let view = SessionView(session: session, record: record, encoded: encoded.state)
                    let result: StartedSession = (SubmissionResult(view: view, isReplay: false), credential)
                    removeExpired(start) { start.then(.success(result)) }
                case .success(.conflict):
                    dependencies.effects.release(step.effects)
                    quota.endReservation(isStarted: false)
                    guard let idempotency = start.idempotency, start.conflicts < Self.conflictLimit else {
                        return start.fail(.store(StoreError(.conflict, "The session \(record.id) already exists.")))
                    }
                    // Another server has started a session for the same request, or removed the one that was known.
                    var again = start
                    again.conflicts += 1
                    repeatOrBegin(again, idempotency)
                case .failure(let error):
                    dependencies.effects.release(step.effects)
                    // In doubt, the session counts as started, so the limit holds; the next sweep counts the store.
                    quota.endReservation(isStarted: error.kind == .unknownOutcome)
                    dependencies.log(error, of: record.id)
                    start.fail(.store(error))
                }
            }
        )
    }
}
