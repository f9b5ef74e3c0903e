public import Coordination
import Threads

extension SessionRegistry {
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
}
