import Concurrency
import Coordination
import Logging

/// One session that is being started, which carries out the actions of ``StartMachine``.
struct SessionStart: Sendable {
    /// A request for a new session.
    struct Request: Sendable {
        let application: Application
        var launch = SessionLaunch()
        var client: ClientInfo
        var idempotency: Idempotency?
        /// The session at the revision that the new one continues from, or `nil` to start the application.
        var origin: SessionView?
        /// The expired session to be resumed, or `nil` for a new start.
        var expired: ExpiredSession?
        let caller: any Caller
        let then: @Sendable (Result<StartedSession, SessionError>) -> Void
    }

    private let registry: SessionRegistry
    private var request: Request
    private var machine: StartMachine
    /// The record of the expired session, once it is loaded.
    private var expired: LiveRecord?
    /// The digests in ``SessionRegistry/starting`` that belong to this start.
    private var held: Set<Digest> = []

    private var dependencies: SessionDependencies { registry.dependencies }
    private var limits: SessionLimits { registry.limits }
    private var quota: SessionQuota { registry.quota }

    init(_ request: Request, in registry: SessionRegistry) {
        self.request = request
        self.registry = registry
        machine = StartMachine(idempotency: request.idempotency, resumes: request.expired != nil)
    }

    /// Begins the start, and passes its result to the request's completion.
    func begin() {
        var start = self
        if let idempotency = request.idempotency {
            guard idempotency.canIssueCredential else { return end(.failure(.idempotencyKeyTooShort)) }
            guard start.hold(idempotency.key) else { return end(.failure(.idempotencyKeyInUse)) }
        }
        start.perform(machine.begin())
    }

    private func perform(_ action: StartMachine.Action) {
        switch action {
        case .findCreation: findCreation()
        case .repeatCreation(let id): repeatCreation(of: id)
        case .loadExpired: loadExpired()
        case .reservePlace: reservePlace()
        case .remove(let kind): remove(kind)
        case .count: count()
        case .commit: commit()
        case .rejectAsFull: rejectAsFull()
        case .fail(let error): end(.failure(error))
        }
    }

    /// Carries out the action that follows from an event.
    private func advance(_ event: (inout StartMachine) -> StartMachine.Action) {
        var next = self
        let action = event(&next.machine)
        next.perform(action)
    }

    /// Holds a digest until the start ends, or returns `false` if another start holds it.
    private mutating func hold(_ digest: Digest) -> Bool {
        guard registry.starting.withLock({ $0.insert(digest).inserted }) else { return false }
        held.insert(digest)
        return true
    }

    private func end(_ result: Result<StartedSession, SessionError>) {
        if !held.isEmpty { registry.starting.withLock { $0.subtract(held) } }
        request.then(result)
    }

    private func completion<Value>(
        _ body: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) -> StoreCompletion<Value> {
        StoreCompletion(on: request.caller.queue, body)
    }

    /// Returns a completion that ends the start if the store fails.
    private func completion<Value>(
        success body: @escaping @Sendable (Value) -> Void
    ) -> StoreCompletion<Value> {
        completion { result in
            switch result {
            case .success(let value): body(value)
            case .failure(let error): end(.failure(.store(error)))
            }
        }
    }
}

// MARK: - A repeated request

extension SessionStart {
    private func findCreation() {
        guard let idempotency = request.idempotency else { return }
        registry.store.load(
            .creation(idempotency.key),
            then: completion { stored in
                advance { $0.found(stored, at: dependencies.clock.now, replay: limits.credentialReplay) }
            }
        )
    }

    private func repeatCreation(of id: SessionID) {
        guard let idempotency = request.idempotency else { return }
        registry.loader.find(
            id,
            LoadWaiter(access: .creation, caller: request.caller) { found in
                do throws(SessionError) {
                    let session = try found.get()
                    let credential = try session.credential(creating: idempotency)
                    let started: StartedSession = (SubmissionResult(view: session.view, isReplay: true), credential)
                    session.confirm(started, on: request.caller.queue, then: end)
                } catch .unauthorized {
                    advance { $0.creationHasEnded() }
                } catch {
                    end(.failure(error))
                }
            }
        )
    }
}

// MARK: - An expired session

extension SessionStart {
    private func loadExpired() {
        guard let expired = request.expired else { return }
        var start = self
        // The second of two requests at the same time must find that the first has resumed the session.
        guard held.contains(expired.key) || start.hold(expired.key) else {
            return end(.failure(.store(StoreError(.unavailable, "The session \(expired.id) is being resumed."))))
        }
        start.load(expired)
    }

    private func load(_ expired: ExpiredSession) {
        registry.store.load(
            .id(expired.id),
            then: completion { result in
                var start = self
                do throws(SessionError) {
                    try start.take(result, of: expired)
                } catch {
                    return start.end(.failure(error))
                }
                start.perform(start.machine.loadedExpired())
            }
        )
    }

    /// Takes the expired session, after checking the right to it.
    ///
    /// - Throws: ``SessionError/unauthorized`` for an unknown session or a wrong credential, ``SessionError/notExpired`` for a
    ///   session that can still be used, ``SessionError/unreadable(application:)``, ``SessionError/unknownApplication(_:)`` if
    ///   the request names another application, or ``SessionError/store(_:)``.
    private mutating func take(
        _ result: Result<StoredSession?, StoreError>,
        of expired: ExpiredSession
    ) throws(SessionError) {
        let stored: StoredSession?
        do throws(StoreError) {
            stored = try result.get()
        } catch {
            throw SessionError(reading: error, application: nil)
        }
        let (application, now) = (request.application, dependencies.clock.now)
        guard let stored, stored.opens(expired.credential.digest) else { throw .unauthorized }
        guard stored.expiresAt <= now else { throw .notExpired }
        guard stored.application == application.name else { throw .unknownApplication(stored.application) }
        if request.client == ClientInfo() { request.client = stored.client }
        do throws(SnapshotError) {
            self.expired = try dependencies.withCrashAttribution(stored.id) { () throws(SnapshotError) in
                try LiveRecord.restored(stored, by: application, at: now).record
            }
        } catch {
            guard !error.isNewer else {
                throw dependencies.leave(StoreError(.newer, error.description), of: stored.id)
            }
            dependencies.log(StoreError(.unreadable, error.description), of: stored.id)
            throw .unreadable(application: stored.application)
        }
    }

    /// Removes the expired session that the new one continues, so that it is resumed once.
    ///
    /// It is removed after the commit of the new session, so that nothing is lost in between. If the removal fails, or the
    /// process ends before it, the session can be resumed once more.
    private func removeExpired(for next: SessionID, then completion: @escaping @Sendable () -> Void) {
        guard let expired else { return completion() }
        guard let uploads = registry.uploadStore else { return remove(expired, then: completion) }
        Task(executorPreference: uploads.queue) {
            do {
                try await uploads.move(from: expired.id, to: next)
            } catch {
                dependencies.log(StoreError(.unavailable, "Its uploads are lost: \(error)"), of: next)
            }
            remove(expired, then: completion)
        }
    }

    private func remove(_ expired: LiveRecord, then completion: @escaping @Sendable () -> Void) {
        if let session = registry.live[expired.id] {
            _ = session.removeIfExpired(at: dependencies.clock.now)
            registry.live.remove(session)
        }
        let mark = quota.mark
        registry.store.remove(
            .session(expired.id),
            then: self.completion { result in
                switch result {
                case .success(let count):
                    if count > 0 { quota.release(hadAccount: expired.account != nil, since: mark) }
                case .failure(let error): dependencies.log(error, of: expired.id)
                }
                completion()
            }
        )
    }
}

// MARK: - A place

extension SessionStart {
    private func reservePlace() {
        guard !quota.isUnknown else { return count() }
        let isReserved = quota.reserve()
        advance { $0.reserved(isReserved, mayRemoveExpired: registry.removalBegins <= dependencies.clock.now) }
    }

    private func count() {
        let mark = quota.mark
        registry.store.tally(
            then: completion { tally in
                quota.record(tally, since: mark)
                advance { $0.counted() }
            }
        )
    }

    private func remove(_ kind: StartMachine.Removable) {
        let removal: SessionRemoval =
            switch kind {
            case .expired: .expired(before: dependencies.clock.now, limit: 256)
            // If the limit is small, only a few are removed, because the latest ones are probably about to be used.
            case .untouched: .untouched(limit: min(256, 1 + limits.sessions / 100))
            }
        let mark = quota.mark
        registry.store.remove(
            removal,
            then: completion { count in
                switch kind {
                case .expired: dependencies.metrics.sessionsExpired(count)
                case .untouched:
                    quota.release(withoutAccount: count, since: mark)
                    dependencies.metrics.sessionsReplaced(count)
                }
                advance { $0.removed(count, of: kind) }
            }
        )
    }

    /// Rejects the new session until the first one expires, which may be later if that one is used in the meantime.
    private func rejectAsFull() {
        let now = dependencies.clock.now
        let free = max(quota.tally?.firstExpiry ?? now + limits.sweepInterval, registry.removalBegins)
        if quota.recordRejection() {
            dependencies.log.warning("Session limit reached", metadata: ["limit": .stringConvertible(limits.sessions)])
        }
        end(.failure(.tooManySessions(until: max(free, now + .seconds(1)))))
    }
}

// MARK: - The first commit

extension SessionStart {
    /// The parts of the first commit of a session.
    private struct FirstCommit: Sendable {
        let record: LiveRecord
        let step: Step
        let credential: Credential
        let encoded: EncodedStep
    }

    private func commit() {
        do throws(SessionError) {
            let first = try firstCommit()
            try dependencies.effects.reserve(first.step.effects)
            commit(first)
        } catch {
            quota.endReservation(isStarted: false)
            end(.failure(error))
        }
    }

    /// Starts the application.
    private func firstCommit() throws(SessionError) -> FirstCommit {
        let now = dependencies.clock.now
        let id = SessionID.make(at: now.milliseconds)
        let (credential, issue) = CredentialIssue.make(for: request.idempotency, at: now)
        let step = try firstStep(of: id, at: now)
        // A resumed session holds what its client has entered, so it counts as used from its start.
        let usedAt = expired == nil ? nil : now
        var record = LiveRecord(
            id: id,
            application: request.application.name,
            credential: credential.digest,
            client: request.client,
            createdAt: now,
            usedAt: usedAt,
            expiresAt: limits.expiry(createdAt: now, changedAt: usedAt, of: request.application),
            creation: request.idempotency.map { Reply(key: $0.key, request: $0.request, at: now) },
            issue: issue,
            due: nil,
            content: step.state
        )
        record.take(step.state, changes: nil)
        do throws(StoreError) {
            let history = dependencies.history(
                starting: record,
                launch: request.launch,
                forked: request.origin?.record.revision,
                in: request.application
            )
            let encoded = try dependencies.encoded(record, history, request.application)
            return FirstCommit(record: record, step: step, credential: credential, encoded: encoded)
        } catch {
            dependencies.log(error, of: id)
            throw .store(error)
        }
    }

    private func firstStep(of id: SessionID, at now: Timestamp) throws(SessionError) -> Step {
        let application = request.application
        let context = StepContext(now: now, session: id.description, client: request.client)
        if let origin = request.origin {
            do throws(SnapshotError) {
                return try application.fork(of: origin.record.state, at: context)
            } catch {
                throw .unreadable(application: application.name)
            }
        }
        guard let expired else {
            do throws(NavigationError) {
                return try application.start(request.launch, at: context)
            } catch {
                throw .navigation(error, nil)
            }
        }
        do throws(NavigationError) {
            return try dependencies.withCrashAttribution(expired.id) { () throws(NavigationError) in
                try application.resume(expired.state, at: context)
            }
        } catch {
            // Its client starts the application again.
            dependencies.log.error(
                "Session resume failed",
                metadata: ["session": "\(expired.id)", "app": "\(expired.application)", "reason": "\(error)"]
            )
            throw .unreadable(application: expired.application)
        }
    }

    private func commit(_ first: FirstCommit) {
        let lease = registry.store.lease
        let mark = quota.mark
        registry.store.commit(
            SessionCommit(
                expectedGeneration: nil,
                session: first.record.with(()),
                record: first.encoded.history,
                knownCreation: machine.knownCreation,
                addsReply: false,
                historyLimits: limits.history,
                work: first.step.effects.isEmpty ? nil : dependencies.work(of: first.record, after: nil),
                lease: lease
            ),
            then: completion { result in
                switch result {
                case .success(.committed):
                    quota.endReservation(isStarted: true)
                    if first.record.account != nil { quota.accountChanged(isPresent: true, since: mark) }
                    finish(first, under: lease)
                case .success(.conflict):
                    dependencies.effects.release(first.step.effects)
                    quota.endReservation(isStarted: false)
                    advance { $0.conflicted(over: first.record.id) }
                case .failure(let error):
                    dependencies.effects.release(first.step.effects)
                    // In doubt, the session counts as started, so the limit holds. The next sweep counts the store.
                    quota.endReservation(isStarted: error.kind == .unknownOutcome)
                    dependencies.log(error, of: first.record.id)
                    end(.failure(.store(error)))
                }
            }
        )
    }

    /// Takes the committed session into memory, and hands it to the client.
    private func finish(_ first: FirstCommit, under lease: Lease?) {
        let (record, encoded) = (first.record, first.encoded)
        let session = Session(record, encoded: encoded.state, log: encoded.log, request.application, dependencies)
        registry.loader.insert(session, runs: first.step.effects, isReserved: true, under: lease)
        dependencies.metrics.sessionStarted(of: record.application)
        dependencies.log(first.step, of: record, took: .zero, trace: nil)
        let view = SessionView(session: session, record: record, encoded: encoded.state)
        removeExpired(for: view.record.id) {
            end(.success((SubmissionResult(view: view, isReplay: false), first.credential)))
        }
    }
}
