import Concurrency
import Coordination

/// A commit that is in doubt or in conflict, with the request that gets its result after the reload.
struct UnresolvedCommit: Sendable {
    let request: SessionRequest
    let change: SessionChange
    let error: StoreError

    /// Whether nothing of the request was applied, because another server was faster.
    var isConflict: Bool { error.kind == .conflict }

    /// The idempotency key of a request that is to run again, which no other request may use until then.
    var keyInUse: Digest? { isConflict ? request.key : nil }

    /// Whether the stored record shows if the request was applied meanwhile, as a repetition at another server.
    ///
    /// It does not if so many requests have followed that its key may be forgotten, such as after the process was paused.
    func isDecided(by found: LiveRecord) -> Bool {
        // The change has the reply to the request itself.
        request.key == nil || found.replies.hasAll(since: change.record.replies.count - 1)
    }
}

/// The reload of a session's record from the store, after a commit that is in doubt or in conflict.
///
/// The store may have the record from before the commit, the record of the commit, or a record of another server. The session
/// continues from the record that it finds, and runs no request until then. The request of the commit gets its result after the
/// reload, too, because only the stored record shows whether the event was applied.
struct SessionReload: Sendable {
    /// The interval after which a failed reload is repeated.
    private static let interval = Duration.seconds(5)

    private let session: Session
    /// The failed commit, or `nil` for a later try, when its request has already been rejected.
    private let unresolved: UnresolvedCommit?
    /// The queue on which the session continues with the result.
    private let queue: any WorkQueue

    private var dependencies: SessionDependencies { session.dependencies }

    init(of session: Session, after unresolved: UnresolvedCommit?, on queue: any WorkQueue) {
        self.session = session
        self.unresolved = unresolved
        self.queue = queue
    }

    func begin() {
        dependencies.store.load(
            .id(session.id),
            then: StoreCompletion(on: queue) { result in
                do throws(StoreError) {
                    guard let stored = try result.get() else { return endAsMissing() }
                    confirm(try dependencies.read(stored, session.application), stored.logSize)
                } catch {
                    fail(error)
                }
            }
        )
    }

    /// Continues from the stored record once it is durable.
    ///
    /// After a conflict the request runs again, so its own result is confirmed.
    private func confirm(_ found: LiveRecord, _ log: StateLogSize?) {
        if let unresolved, unresolved.isConflict { return end(found, log) }
        dependencies.store.confirmReads(
            then: StoreCompletion(on: queue) { result in
                switch result {
                case .success: end(found, log)
                case .failure(let error): fail(error)
                }
            }
        )
    }

    /// Continues from the stored record, and gives the request of the failed commit its result.
    private func end(_ found: LiveRecord, _ log: StateLogSize?) {
        if let unresolved, unresolved.isConflict {
            dependencies.log(unresolved.error, of: session.id)
            if unresolved.isDecided(by: found), unresolved.request.beginRepetition() {
                return runAgain(unresolved, on: found, log)
            }
        }
        let (base, progress, effects, last) = session.state.withLock { state in
            let base = state.machine.lastCommitted
            let (progress, effects) = state.machine.reloaded(found, log: log, key: unresolved?.keyInUse)
            return (base, progress, effects, state.machine.lastCommitted)
        }
        dependencies.effects.cancel(missingIn: last.record, after: base.record, of: session)
        session.wakeReplaced(by: last.record)
        if let unresolved, unresolved.error.kind == .unknownOutcome, unresolved.change.record.isSame(as: last.record) {
            // The store has the record of the commit, so the request succeeded in spite of the error.
            // Its step has the same effects as `effects`.
            let credential = unresolved.change.credential
            if credential != nil { session.audit(.credentialRenewed, last.record) }
            session.startEffectsAndLog(unresolved.change)
            session.wake(progress.woken)
            let result = SubmissionResult(view: session.view(last), isReplay: false, credential: credential)
            session.reply(unresolved.request, .success(result))
        } else {
            // These effects come from a commit in doubt that belonged to a request which was already rejected.
            dependencies.run(effects, of: session)
            session.wake(progress.woken)
            reject(unresolved.map { .store($0.error) })
        }
        session.start(progress.next)
    }

    /// Runs a request again after a conflict, because nothing of it was applied and the session has another record now.
    private func runAgain(_ unresolved: UnresolvedCommit, on found: LiveRecord, _ log: StateLogSize?) {
        let (former, woken, base) = session.state.withLock { state in
            let former = state.machine.lastCommitted
            let (woken, base) = state.machine.reloadedAfterConflict(found, log: log)
            return (former, woken, base)
        }
        dependencies.effects.cancel(missingIn: base.record, after: former.record, of: session)
        session.releasePlaces(of: unresolved.change)
        session.wakeReplaced(by: base.record)
        session.wake(woken)
        session.run(unresolved.request, on: base)
    }

    /// Marks the session as removed, because the store no longer has it.
    private func endAsMissing() {
        session.markRemoved()
        // In conflict, the event was certainly not applied, because the session was removed, such as for a new one.
        reject(unresolved.map { $0.isConflict ? session.removalError : .store($0.error) })
    }

    /// Rejects the request of the failed commit and the queued ones, and schedules another reload.
    private func fail(_ error: StoreError) {
        dependencies.log(error, of: session.id)
        let queued = session.state.withLock { $0.machine.reloadFailed(key: unresolved?.keyInUse) }
        let rejection = SessionError(reading: error, application: session.application.name)
        // In conflict, the event was certainly not applied.
        reject(unresolved.map { $0.isConflict ? rejection : .store($0.error) })
        session.reject(queued, rejection)
        // Retries without a request, so that effects which may have been committed start and waiters are woken.
        dependencies.clock.schedule(at: dependencies.clock.now + Self.interval) { [weak session] in
            // Weak, because a session that was removed meanwhile needs no reload and must not stay in memory for it.
            guard let session, session.state.withLock({ $0.machine.retryReload() }) else { return }
            SessionReload(of: session, after: nil, on: session.dependencies.background).begin()
        }
    }

    /// Rejects the request of the failed commit, if it still waits.
    private func reject(_ error: SessionError?) {
        guard let unresolved, let error else { return }
        // If the step was committed, its effects start after a later reload, without reserved places.
        session.releasePlaces(of: unresolved.change)
        unresolved.request.then(.failure(error))
    }
}
