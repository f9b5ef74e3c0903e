import Concurrency
import Coordination
import Documents
import Logging

extension Session {
    /// Commits a change of the running request.
    ///
    /// The request gets its result when the store has completed the commit.
    func commit(
        _ change: SessionChange,
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
                    // The states before belong to another user, so the log begins again.
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
        // The closer it is to the limit, the more often it is measured. A size of 0 was never measured.
        let interval: UInt64 = base.bytes > limit / 8 ? 1 : base.bytes == 0 || base.bytes > limit / 64 ? 16 : 64
        let isDue = record.revision % interval == 0
        return isDue && record.revision != base.record.revision ? encodedBytes(of: record) : base.bytes
    }

    private func encodedBytes(of record: LiveRecord) -> Int {
        (try? application.encode(record.state).count) ?? 0
    }

    /// Rejects a state beyond the limit, unless it is smaller than the one before, so that the user can always go back.
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
        _ change: SessionChange,
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
        // The effects come first, because they don't have to wait until responses are written.
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

    func audit(_ action: AuditEvent.Action, _ record: LiveRecord) {
        dependencies.audit?.record(AuditEvent(action, session: id, account: record.account, client: client))
    }

    private func credentialReplaced(in record: LiveRecord) {
        wakeReplaced(by: record)
        dependencies.log.info("Credential replaced", metadata: ["session": "\(id)", "app": "\(record.application)"])
    }

    /// Starts the effects of a committed step, and logs the step.
    func startEffectsAndLog(_ change: SessionChange) {
        guard let step = change.step else { return }
        dependencies.run(step, of: self, under: change.lease)
        dependencies.log(step, of: change.record, took: change.began.duration(to: .now), trace: change.trace)
    }

    /// Handles a failed commit.
    ///
    /// It rejects the request, or reloads the record first if the store may have another one.
    private func failed(_ error: StoreError, _ change: SessionChange, _ request: SessionRequest) {
        // The reload tells whether a conflict is with another server, or with the end of the session.
        if error.kind != .conflict { dependencies.log(error, of: id) }
        switch state.withLock({ $0.machine.failed(error.kind, committing: change.record, key: request.key) }) {
        case .unchanged(let next):
            releasePlaces(of: change)
            request.then(.failure(.store(error)))
            start(next)
        case .reload:
            let unresolved = UnresolvedCommit(request: request, change: change, error: error)
            SessionReload(of: self, after: unresolved, on: request.caller.queue).begin()
        }
    }

    /// Gives back the places in the effect queues that were reserved for a step that was not committed.
    func releasePlaces(of change: SessionChange) {
        if let step = change.step { dependencies.effects.release(step.effects, from: client) }
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
