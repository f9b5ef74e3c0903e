public import Concurrency
public import Coordination
import Documents
import Logging

/// A session in memory.
///
/// A session carries out its requests one by one, and commits each of them before the caller gets the result. Sessions never
/// wait for each other, and a caller waits for effects only if its request asks for that. ``SessionMachine``, a plain value,
/// decides the order. This class guards it with a lock, and connects it to the application, the store, the clock and the
/// callers.
public final class Session: Sendable {
    /// The public name.
    public let id: SessionID
    /// The number of this object, which is unique in the life of the process, so a session that is loaded again gets another.
    public let number: UInt64
    /// The application that the session runs.
    public let application: Application

    struct State {
        var machine: Machine
        /// The credential that opened the session last, or `nil` before the first access since the session was loaded.
        var verifiedCredential: VerifiedCredential?
        /// The time of the last access.
        var lastUsed: Timestamp
        /// The address of the client that sent the event that was applied last, or `nil` if it is unknown, as after a restart.
        var client: String?
        /// The last document that was drawn (``Session/document``).
        var document: StateDocument?
        /// The callers of the refresh that is queued, which later callers join, or `nil` if none is queued.
        var refreshWaiters: [RefreshWaiter]?
        /// Whether another server may have changed the session since it was read, so that the next caller that waits compares it.
        var isOutdated: Bool
    }

    typealias Machine = SessionMachine<SessionRequest, SessionWaiter>

    /// Called with the result of a request, on the caller's queue.
    public typealias Completion = @Sendable (Result<SubmissionResult, SessionError>) -> Void

    /// The topics that the session follows, or `nil` if it never follows one.
    let topics: SessionTopics?
    let dependencies: SessionDependencies
    let state: Lock<State>

    init(
        _ record: LiveRecord,
        encoded: EncodedState? = nil,
        log: StateLogSize? = nil,
        _ application: Application,
        _ dependencies: SessionDependencies
    ) {
        id = record.id
        number = dependencies.makeNumber()
        self.application = application
        topics = SessionTopics(of: application, isShared: dependencies.store.isShared)
        self.dependencies = dependencies
        let bytes = log?.whole ?? 0
        state = Lock(
            State(
                machine: SessionMachine(.init(record: record, encoded: encoded, log: log, bytes: bytes)),
                lastUsed: dependencies.clock.now,
                // A hint about a change that comes while the session is loaded finds no session to tell, so the first waiter
                // compares it.
                isOutdated: encoded == nil && dependencies.store.isShared
            )
        )
        dependencies.addLiveBytes(bytes)
    }

    deinit {
        dependencies.addLiveBytes(-bytes)
    }

    /// The session as it is now.
    public var view: SessionView { view(state.withLock { $0.machine.lastCommitted }) }

    /// The error for a request to the session if it was ended or has expired, or `nil` while it can be used.
    public var removal: SessionError? { isRemoved ? removalError : nil }

    var record: LiveRecord { state.withLock { $0.machine.lastCommitted.record } }

    /// The sizes of the encoded state and of the document, in bytes.
    ///
    /// If the store requires no encoding, the size of the state is the last measured one.
    var bytes: Int { state.withLock { $0.machine.lastCommitted.bytes + ($0.document?.bytes ?? 0) } }

    /// The time of the last access.
    var lastUsed: Timestamp { state.withLock { $0.lastUsed } }

    /// The address of the client that sent the event that was applied last, or `nil` if it is unknown.
    var client: String? { state.withLock { $0.client } }

    /// Whether no request runs and the store has the last record, so that the session can be evicted.
    var isIdle: Bool { state.withLock { $0.machine.isIdle } }

    /// Whether the session was ended or has expired.
    var isRemoved: Bool { state.withLock { $0.machine.isRemoved } }

    /// The number of callers that wait for a change.
    public var waiterCount: Int { state.withLock { $0.machine.waiterCount } }

    /// Applies an event in the session's order, and waits for its effects within the limit of the submission.
    ///
    /// - Parameters:
    ///   - submission: The event and its conditions. The idempotency key is checked before the revisions. So a client that
    ///     repeats a request because the response was lost succeeds, instead of failing with a mismatch.
    ///   - caller: The party that gets the result. If it gives up while its request is queued, the event is not applied.
    ///   - completion: Called with the state that follows, before this call returns if there is nothing to wait for. The
    ///     status is ``SessionView/Status/busy(_:)`` if effects outlast the wait. After a ``SessionError`` nothing has
    ///     changed, with one exception: ``SessionError/store(_:)`` with an unknown outcome. A repetition with the same key
    ///     then applies the event if it was not applied before.
    public func submit(_ submission: Submission, for caller: any Caller, then completion: @escaping Completion) {
        begin(SessionRequest(command: .submit(submission), caller: caller, then: completion))
    }

    /// Commits that a client has used the credential, so that the request which issued it can't be repeated any more.
    ///
    /// A read must succeed while the store can't be written, so the completion is called after a failure, too. This session
    /// then still knows that the credential was used, and the next access tries again.
    func recordUse(for caller: any Caller, then completion: @escaping @Sendable () -> Void) {
        begin(SessionRequest(command: .recordUse, caller: caller) { _ in completion() })
    }

    /// Returns the credential again for a client that repeats the creation of the session because the response was lost.
    ///
    /// - Throws: ``SessionError/idempotencyKeyReused`` if the credential was used.
    func credential(creating idempotency: Idempotency) throws(SessionError) -> Credential {
        try state.withLock { state throws(SessionError) in
            let record = state.machine.lastCommitted.record
            guard state.verifiedCredential == nil, let issue = record.issue, issue.replaced == nil else {
                throw .idempotencyKeyReused
            }
            return issue.credential(for: idempotency)
        }
    }

    /// Whether the store has still to learn that the credential which opened the session last was used.
    var hasUnrecordedUse: Bool {
        state.withLock { state in
            guard let used = state.verifiedCredential?.digest else { return false }
            return state.machine.lastCommitted.record.hasRepeatableIssue(of: used)
        }
    }

    /// Returns whether a credential opened the session last, which the store may not have learned.
    func wasUsed(_ credential: Digest) -> Bool { state.withLock { $0.verifiedCredential?.digest == credential } }

    /// Commits a change of the record that is no step, after the requests that are queued before this one.
    ///
    /// - Parameters:
    ///   - caller: The party that gets the result.
    ///   - amendment: Returns the next record. If it throws, nothing changes.
    ///   - completion: Called with the session, which has the same revision as before.
    func amend(
        for caller: any Caller,
        _ amendment: @escaping SessionRequest.Amendment,
        then completion: @escaping Completion
    ) {
        begin(SessionRequest(command: .amend(amendment), caller: caller, then: completion))
    }

    /// Ends the session, after the requests that are queued before this one.
    func end(for caller: any Caller, then completion: @escaping Completion) {
        begin(SessionRequest(command: .end, caller: caller, then: completion))
    }

    /// Returns whether a credential opens the session at a commit.
    ///
    /// A request or a wait that began before the credential was replaced must check it again.
    public func opens(_ record: LiveRecord, _ credential: Credential) -> Bool {
        record.opens(digest(of: credential))
    }

    /// Returns the digest of a credential, which is known if the credential opened the session last.
    func digest(of credential: Credential) -> Digest {
        verified(credential)?.digest ?? credential.digest
    }

    /// Returns the name of a credential in the history, which is known if the credential opened the session last.
    func name(of credential: Credential) -> String {
        verified(credential)?.name ?? credential.digest.credentialName
    }

    private func verified(_ credential: Credential) -> VerifiedCredential? {
        state.withLock { $0.verifiedCredential }.flatMap { $0.isSame(as: credential) ? $0 : nil }
    }

    /// Checks the right to the session, and records the access.
    ///
    /// - Returns: `false` if the session is gone.
    /// - Throws: ``SessionError/unauthorized``, ``SessionError/credentialReplaced`` or
    ///   ``SessionError/expired(application:resumable:)``.
    func authorize(_ access: SessionAccess) throws(SessionError) -> Bool {
        let now = dependencies.clock.now
        return try state.withLock { state throws(SessionError) in
            guard !state.machine.isRemoved else { return false }
            let record = state.machine.lastCommitted.record
            let replay = dependencies.limits.credentialReplay
            if case .credential(let credential, _) = access {
                let verified = state.verifiedCredential
                if let verified, verified.isSame(as: credential), record.opens(verified.digest) {
                    // The digest of a known credential has been computed before, so `.trusted` is enough to check the expiry.
                    try SessionAccess.trusted.check(record, at: now, replay: replay)
                } else {
                    try access.check(record, at: now, replay: replay)
                    let digest = credential.digest
                    if record.opens(digest) { state.verifiedCredential = VerifiedCredential(credential, digest) }
                }
            } else {
                try access.check(record, at: now, replay: replay)
            }
            state.lastUsed = now
            return true
        }
    }

    /// Marks the session as removed if it has expired and no request runs, and returns whether it is removed.
    func removeIfExpired(at now: Timestamp) -> Bool {
        let (isRemoved, woken) = state.withLock { $0.machine.removeIfExpired(at: now) }
        wake(woken)
        return isRemoved
    }
}

// MARK: - Requests

extension Session {
    func begin(_ request: SessionRequest) {
        switch state.withLock({ $0.machine.submit(request, key: request.key) }) {
        case .run(let base): run(request, on: base)
        case .queued: break
        case .reload: SessionReload(of: self, after: nil, on: request.caller.queue).begin()
        case .idempotencyKeyInUse: request.then(.failure(.idempotencyKeyInUse))
        case .removed: request.then(.failure(removalError))
        }
    }

    /// Carries out a request that the machine has made the running one.
    func run(_ request: SessionRequest, on base: Machine.Committed) {
        guard !request.caller.isCancelled else { return finish(request, .failure(.cancelled)) }
        do throws(SessionError) {
            switch request.command {
            case .submit(let submission): try apply(submission, request, on: base)
            case .recordUse: try recordUse(request, on: base)
            case .amend(let amendment): try amend(amendment, request, on: base)
            case .refresh: refresh(request, on: base)
            case .end: remove(request, base)
            }
        } catch {
            finish(request, .failure(error))
        }
    }

    private func apply(
        _ submission: Submission,
        _ request: SessionRequest,
        on base: Machine.Committed
    ) throws(SessionError) {
        let began = ContinuousClock.now
        if let lease = submission.lease, !dependencies.holds(lease) { throw .cancelled }
        switch try dependencies.outcome(of: submission, on: view(base)) {
        case .replay(let credential):
            finishRepetition(
                request,
                SubmissionResult(view: view(base), isReplay: true, credential: credential)
            )
        case .unchanged:
            finish(request, .success(SubmissionResult(view: view(base), isReplay: false)))
        case .change(let next, let step, let credential, let history):
            let change = SessionChange(
                record: next,
                step: step,
                credential: credential,
                history: history,
                lease: step.effects.isEmpty ? nil : dependencies.store.lease,
                began: began,
                trace: submission.trace,
                isSeen: submission.isSeen || isFollowed
            )
            if let client = submission.client { state.withLock { $0.client = client } }
            // The effects run with this address, so each place is given back to the client that has taken it.
            let address = client
            try dependencies.effects.reserve(
                step.effects,
                from: address,
                exceedsLimit: submission.event.isInternal
            )
            do throws(SessionError) {
                try commit(
                    change,
                    request,
                    after: base,
                    addsReply: submission.idempotency != nil,
                    requiring: submission.lease
                )
            } catch {
                dependencies.effects.release(step.effects, from: address)
                throw error
            }
        }
    }

    private func recordUse(_ request: SessionRequest, on base: Machine.Committed) throws(SessionError) {
        let used = state.withLock { $0.verifiedCredential?.digest }
        guard let used, base.record.hasRepeatableIssue(of: used) else {
            return finish(request, .success(SubmissionResult(view: view(base), isReplay: false)))
        }
        var next = base.record
        next.update { header in
            header.recordReceipt(of: used)
            header.generation += 1
        }
        try commit(SessionChange(record: next), request, after: base, addsReply: false)
    }

    private func amend(
        _ amendment: SessionRequest.Amendment,
        _ request: SessionRequest,
        on base: Machine.Committed
    ) throws(SessionError) {
        guard base.record.expiresAt > dependencies.clock.now else { throw removalError }
        var next = try amendment(base.record)
        next.update { $0.generation += 1 }
        try commit(SessionChange(record: next), request, after: base, addsReply: false)
    }

    private func remove(_ request: SessionRequest, _ base: Machine.Committed) {
        dependencies.store.remove(
            .session(id),
            then: StoreCompletion(on: request.caller.queue) { [self] result in
                switch result {
                case .success(let count):
                    markRemoved()
                    let removed = SubmissionResult(view: view(base), isReplay: false)
                    guard count == 0 else { return request.then(.success(removed)) }
                    // It was removed before, such as by a request with an unknown outcome.
                    confirm(removed, on: request.caller.queue, then: request.then)
                case .failure(let error):
                    finish(request, .failure(.store(error)))
                }
            }
        )
    }

    /// Ends the running request, which was applied before, once the record that shows this is durable.
    private func finishRepetition(_ request: SessionRequest, _ result: SubmissionResult) {
        confirm(result, on: request.caller.queue) { [self] in finish(request, $0) }
    }

    /// Passes on a result that rests on a read, once everything that was read is durable.
    func confirm<Value: Sendable>(
        _ result: Value,
        on queue: any WorkQueue,
        then completion: @escaping @Sendable (Result<Value, SessionError>) -> Void
    ) {
        dependencies.store.confirmReads(
            then: StoreCompletion(on: queue) { completion($0.map { result }.mapError(SessionError.store)) }
        )
    }

    /// Ends the running request, which did not change the record.
    func finish(_ request: SessionRequest, _ result: Result<SubmissionResult, SessionError>) {
        let next = state.withLock { $0.machine.finished(key: request.key) }
        reply(request, result)
        start(next)
    }

    func reply(_ request: SessionRequest, _ result: Result<SubmissionResult, SessionError>) {
        guard request.wait > .zero, case .success(let submitted) = result, submitted.isBusy else {
            return request.then(result)
        }
        // The credential that the client has from now on, which may be replaced during the wait.
        let credential = (submitted.credential ?? request.credential)?.digest
        wait(until: .notBusy, within: request.wait, as: credential, for: request.caller) { view in
            guard credential.map({ view.record.opens($0) }) ?? true else {
                return request.then(.failure(.credentialReplaced))
            }
            request.then(
                .success(
                    SubmissionResult(view: view, isReplay: submitted.isReplay, credential: submitted.credential)
                )
            )
        }
    }

    /// Starts the next request on its caller's queue, where its result is delivered, too.
    func start(_ next: Machine.Next?) {
        guard let next else { return }
        let isAccepted = next.request.caller.queue.submit { self.run(next.request, on: next.base) }
        // The queue has ended. The request runs here, because the requests behind it would never start otherwise.
        if !isAccepted { run(next.request, on: next.base) }
    }

    func view(_ committed: Machine.Committed) -> SessionView {
        SessionView(session: self, record: committed.record, encoded: committed.encoded)
    }

    /// The error for a request to a session that was ended or has expired.
    var removalError: SessionError {
        let record = record
        return record.expiresAt <= dependencies.clock.now ? record.expiry : .unauthorized
    }
}
