import Concurrency
import Coordination
import Documents
import Logging

extension Session {
    /// A record to be committed, with the data for its log line; a class, so that closures copy one reference.
    final class Change: Sendable {
        let record: LiveRecord
        /// The step that led to the record; `nil` if only the first use of the credential is recorded.
        let step: Step?
        /// The credential that the step has issued; `nil` if it has issued none.
        let credential: Credential?
        /// The record of the step, whose state is still to be encoded, or `nil` if the state stays as it is.
        let history: HistoryRecord?
        /// The lease to which the effects of the step belong; `nil` if the store is not shared.
        let lease: Lease?
        let began: ContinuousClock.Instant
        let trace: String?

        /// Whether a client gets the document of the step at once, so that it is drawn before the commit.
        let isSeen: Bool

        /// What the commit changes of the session's state: nothing without a step.
        var stateChanges: StateChanges? { step.map(\.changes) ?? StateChanges() }

        init(
            record: LiveRecord,
            step: Step? = nil,
            credential: Credential? = nil,
            history: HistoryRecord? = nil,
            lease: Lease? = nil,
            began: ContinuousClock.Instant = .now,
            trace: String? = nil,
            isSeen: Bool = false
        ) {
            self.record = record
            self.step = step
            self.credential = credential
            self.history = history
            self.lease = lease
            self.began = began
            self.trace = trace
            self.isSeen = isSeen
        }
    }

    /// A commit that is in doubt or in conflict, with the request that gets its result after the reload.
    struct UnresolvedCommit: Sendable {
        let request: SessionRequest
        let change: Change
        let error: StoreError

        /// The idempotency key of a request that is to run again, which no other request may use until then.
        var keyInUse: Digest? { error.kind == .conflict ? request.key : nil }

        /// Whether the stored record shows if the request was applied meanwhile, as a repetition at another server.
        ///
        /// It does not if so many requests have followed that its key may be forgotten, such as after the process was paused.
        func isDecided(by found: LiveRecord) -> Bool {
            // The change has the reply to the request itself.
            request.key == nil || found.replies.hasAll(since: change.record.replies.count - 1)
        }
    }

    /// Commits a change of the running request; the request gets its result when the store has completed.
    func commit(
        _ change: Change,
        _ request: SessionRequest,
        after base: Machine.Committed,
        addsReply: Bool,
        requiring lease: Lease? = nil
    ) throws(SessionError) {
        let changesAccount = change.record.account != base.record.account
        let step: EncodedStep?
        do throws(StoreError) {
            step = try change.history.map { (history) throws(StoreError) in
                try dependencies.encoded(
                    change.record,
                    history,
                    application,
                    // The states before belong to another user.
                    after: changesAccount ? nil : base.log,
                    changes: change.stateChanges
                )
            }
        } catch {
            dependencies.log(error, of: id)
            throw .store(error)
        }
        var next = Machine.Committed(
            record: change.record,
            encoded: step == nil ? base.encoded : step?.state,
            log: step == nil ? base.log : step?.log
        )
        next.bytes = next.log?.whole ?? measuredBytes(of: change.record, after: base)
        try checkSize(of: next, after: base)
        let document = change.isSeen ? try document(of: next, after: base) : nil
        let commit = SessionCommit(
            expectedGeneration: base.record.generation,
            session: change.record.with(()),
            record: step?.history,
            addsReply: addsReply,
            isPlainStep: step != nil && change.record.isPlainStep(after: base.record),
            changesAccount: changesAccount,
            historyLimits: dependencies.limits.history,
            work: dependencies.work(of: change.record, after: change.stateChanges),
            lease: change.lease,
            requiredLease: lease
        )
        let mark = commit.changesAccount ? dependencies.quota.mark : nil
        dependencies.store.commit(
            commit,
            then: StoreCompletion(on: request.caller.queue) { [self, next] result in
                switch result {
                case .success(.committed):
                    if let mark, (base.record.account == nil) != (next.record.account == nil) {
                        dependencies.quota.accountChanged(isPresent: next.record.account != nil, since: mark)
                    }
                    committed(next, document, change, request)
                case .success(.conflict):
                    failed(StoreError(.conflict, "Another server has changed the session \(id)."), change, request)
                case .failure(let error):
                    failed(error, change, request)
                }
            }
        )
    }

    /// Returns the size of a state that need not be encoded, which is measured now and then.
    private func measuredBytes(of record: LiveRecord, after base: Machine.Committed) -> Int {
        let limit = dependencies.limits.stateBytes
        // More often the closer it is to the limit, or if it was never measured.
        let interval: UInt64 = base.bytes > limit / 8 ? 1 : base.bytes == 0 || base.bytes > limit / 64 ? 16 : 64
        let isDue = record.revision % interval == 0
        return isDue && record.revision != base.record.revision ? encodedBytes(of: record) : base.bytes
    }

    private func encodedBytes(of record: LiveRecord) -> Int {
        (try? application.encode(record.state).count) ?? 0
    }

    /// Rejects a state beyond the limit, unless it is smaller than the one before: the user can always go back.
    private func checkSize(of next: Machine.Committed, after base: Machine.Committed) throws(SessionError) {
        guard next.bytes > dependencies.limits.stateBytes, next.bytes > encodedBytes(of: base.record) else { return }
        throw .navigation(dependencies.limits.stateTooLarge(next.bytes), view(base))
    }

    /// Draws the next document, and rejects one beyond the limit, unless it is smaller than the one before.
    private func document(
        of next: Machine.Committed,
        after base: Machine.Committed
    ) throws(SessionError) -> StateDocument? {
        guard let renderer = dependencies.renderer.withLock({ $0 }) else { return nil }
        let document = renderer.drawn(view(next))
        let bytes = document.documentBytes
        guard bytes > dependencies.limits.documentBytes, bytes > renderer.drawn(view(base)).documentBytes else {
            return document
        }
        let largest = document.largestScreen.flatMap { key, bytes in
            next.record.state.screens[key].map { (name: $0.name, bytes: bytes) }
        }
        throw .navigation(dependencies.limits.documentTooLarge(bytes, largest: largest), view(base))
    }

    private func committed(
        _ committed: Machine.Committed,
        _ document: StateDocument?,
        _ change: Change,
        _ request: SessionRequest
    ) {
        let now = dependencies.clock.now
        let (last, progress, former) = state.withLock { state in
            state.lastUsed = now
            let last = state.machine.lastCommitted
            let progress = state.machine.committed(committed, key: request.key)
            return (last, progress, document.map { state.replaceDocument(by: $0) })
        }
        dependencies.addLiveBytes(committed.bytes - last.bytes + (former?.bytes ?? 0))
        if change.credential != nil { audit(.credentialRenewed, committed.record) }
        // The effects first: they don't have to wait until responses are written.
        startEffectsAndLog(change)
        wake(progress.woken)
        if change.credential != nil { credentialReplaced(in: committed.record) }
        // The revision is the same, so nothing else wakes the waits and streams of a credential that was revoked.
        if change.step == nil, committed.record.devices != last.record.devices { wakeReplaced(by: committed.record) }
        reply(
            request,
            .success(SubmissionResult(view: view(committed), isReplay: false, credential: change.credential))
        )
        start(progress.next)
    }

    private func audit(_ action: AuditEvent.Action, _ record: LiveRecord) {
        dependencies.audit?.record(AuditEvent(action, session: id, account: record.account, client: client))
    }

    private func credentialReplaced(in record: LiveRecord) {
        wakeReplaced(by: record)
        dependencies.log.info("Credential replaced", metadata: ["session": "\(id)", "app": "\(record.application)"])
    }

    /// Starts the effects of a committed step, and logs the step.
    private func startEffectsAndLog(_ change: Change) {
        guard let step = change.step else { return }
        dependencies.run(step.effects, of: self, isReserved: true, under: change.lease)
        dependencies.log(step, of: change.record, took: change.began.duration(to: .now), trace: change.trace)
    }

    /// Handles a failed commit: rejects its request, or reloads the record first if the store may have another one.
    private func failed(_ error: StoreError, _ change: Change, _ request: SessionRequest) {
        // The reload tells whether a conflict is with another server, or with the end of the session.
        if error.kind != .conflict { dependencies.log(error, of: id) }
        switch state.withLock({ $0.machine.failed(error.kind, committing: change.record, key: request.key) }) {
        case .unchanged(let next):
            releasePlaces(of: change)
            request.then(.failure(.store(error)))
            start(next)
        case .reload:
            reload(for: UnresolvedCommit(request: request, change: change, error: error), on: request.caller.queue)
        }
    }

    /// Loads the session's record from the store, after a commit that is in doubt or in conflict.
    ///
    /// The store may have the record from before the commit, the record of the commit, or one of another server. The
    /// session continues from the one that it finds, and runs no request until then. The request of the commit gets its
    /// result after the reload too, because only the stored record shows whether the event was applied.
    ///
    /// - Parameters:
    ///   - unresolved: The failed commit; `nil` for a later try, when its request has already been rejected.
    ///   - queue: The queue on which the session continues with the result.
    func reload(for unresolved: UnresolvedCommit?, on queue: any WorkQueue) {
        dependencies.store.load(
            .id(id),
            then: StoreCompletion(on: queue) { [self] result in
                do throws(StoreError) {
                    guard let stored = try result.get() else { return recordMissing(unresolved) }
                    confirm(try dependencies.read(stored, application), stored.logSize, unresolved, on: queue)
                } catch {
                    reloadFailed(error, unresolved)
                }
            }
        )
    }

    /// Continues from the stored record once it is durable.
    ///
    /// After a conflict the request runs again, so its own result is confirmed.
    private func confirm(
        _ found: LiveRecord,
        _ log: StateLogSize?,
        _ unresolved: UnresolvedCommit?,
        on queue: any WorkQueue
    ) {
        if unresolved?.error.kind == .conflict { return reloaded(found, log, unresolved) }
        dependencies.store.confirmReads(
            then: StoreCompletion(on: queue) { [self] result in
                switch result {
                case .success: reloaded(found, log, unresolved)
                case .failure(let error): reloadFailed(error, unresolved)
                }
            }
        )
    }

    /// Continues from the stored record, and gives the request of the failed commit its result.
    private func reloaded(_ found: LiveRecord, _ log: StateLogSize?, _ unresolved: UnresolvedCommit?) {
        if let unresolved, unresolved.error.kind == .conflict { dependencies.log(unresolved.error, of: id) }
        if let unresolved, unresolved.error.kind == .conflict, unresolved.isDecided(by: found),
            unresolved.request.beginRepetition()
        {
            return runAgain(unresolved, on: found, log)
        }
        let (progress, effects, last) = state.withLock { state in
            let (progress, effects) = state.machine.reloaded(found, log: log, key: unresolved?.keyInUse)
            return (progress, effects, state.machine.lastCommitted)
        }
        wakeReplaced(by: last.record)
        if let unresolved, unresolved.error.kind == .unknownOutcome, unresolved.change.record.isSame(as: last.record) {
            // The store has the record of the commit, so the request succeeded in spite of the error.
            // Its step has the same effects as `effects`.
            if unresolved.change.credential != nil { audit(.credentialRenewed, last.record) }
            startEffectsAndLog(unresolved.change)
            wake(progress.woken)
            reply(
                unresolved.request,
                .success(SubmissionResult(view: view(last), isReplay: false, credential: unresolved.change.credential))
            )
        } else {
            // These effects come from a commit in doubt whose request has already been rejected.
            dependencies.run(effects, of: self)
            wake(progress.woken)
            if let unresolved {
                releasePlaces(of: unresolved.change)
                unresolved.request.then(.failure(.store(unresolved.error)))
            }
        }
        start(progress.next)
    }

    /// Runs a request again whose commit was in conflict: nothing of it was applied, and the session is another one now.
    private func runAgain(_ unresolved: UnresolvedCommit, on found: LiveRecord, _ log: StateLogSize?) {
        let (woken, base) = state.withLock { $0.machine.reloadedAfterConflict(found, log: log) }
        releasePlaces(of: unresolved.change)
        wakeReplaced(by: base.record)
        wake(woken)
        run(unresolved.request, on: base)
    }

    /// Gives back the places in the effect queues that were reserved for a step that was not committed.
    private func releasePlaces(of change: Change) {
        if let step = change.step { dependencies.effects.release(step.effects, from: client) }
    }

    /// Marks the session as removed, because the store no longer has it.
    private func recordMissing(_ unresolved: UnresolvedCommit?) {
        markRemoved()
        guard let unresolved else { return }
        releasePlaces(of: unresolved.change)
        // In conflict, the event was certainly not applied: the session was removed, such as for a new one.
        let isConflict = unresolved.error.kind == .conflict
        unresolved.request.then(.failure(isConflict ? removalError : .store(unresolved.error)))
    }

    /// The interval after which a failed reload is repeated.
    private static let reloadInterval = Duration.seconds(5)

    /// Rejects the request of the failed commit and the queued ones, and schedules another reload.
    private func reloadFailed(_ error: StoreError, _ unresolved: UnresolvedCommit?) {
        dependencies.log(error, of: id)
        let rejected = state.withLock { $0.machine.reloadFailed(key: unresolved?.keyInUse) }
        let rejection = SessionError(reading: error, application: application.name)
        if let unresolved {
            // If the step was committed, its effects start after a later reload, without reserved places.
            releasePlaces(of: unresolved.change)
            // In conflict, the event was certainly not applied.
            let isConflict = unresolved.error.kind == .conflict
            unresolved.request.then(.failure(isConflict ? rejection : .store(unresolved.error)))
        }
        reject(rejected, rejection)
        // Retries without a request, so that effects which may have been committed start and waiters are woken.
        dependencies.clock.schedule(at: dependencies.clock.now + Self.reloadInterval) { [weak self] in
            // Weak, because a session that was removed meanwhile needs no reload and must not stay in memory for it.
            guard let self, self.state.withLock({ $0.machine.retryReload() }) else { return }
            self.reload(for: nil, on: self.dependencies.background)
        }
    }

    func markRemoved() {
        let (woken, rejected) = state.withLock { $0.machine.markRemoved() }
        wake(woken)
        reject(rejected, removalError)
    }

    func reject(_ requests: [SessionRequest], _ error: SessionError) {
        for request in requests { request.caller.queue.perform { request.then(.failure(error)) } }
    }
}
