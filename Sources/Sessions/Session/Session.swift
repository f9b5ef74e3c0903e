public import Coordination
import Logging
public import Threads

/// A session in memory.
///
/// Its requests are carried out one by one, and each is committed before its caller hears of it. Sessions never wait for each
/// other, and only a client that asked for an effect waits for it. The order is the ``SessionMachine``'s; this class puts a
/// lock round it, and connects it to the application, the store, the clock and the callers.
public final class Session: Sendable {
    /// The public name.
    public let id: SessionID
    /// The number of this object, which no other one has in the life of the process.
    public let number: UInt64
    /// The application.
    public let application: Application

    private struct State {
        var machine: Machine
        /// Whether the credential has opened the session.
        var isOpened = false
        /// The time of the last access.
        var lastUsed: Timestamp
    }

    private typealias Machine = SessionMachine<SessionRequest, SessionWaiter>

    /// The result of a request, on the caller's queue.
    public typealias Completion = @Sendable (Result<Answer, SessionError>) -> Void

    let dependencies: SessionDependencies
    private let state: Lock<State>

    init(
        _ record: SessionRecord,
        _ encoded: EncodedState?,
        _ application: Application,
        _ dependencies: SessionDependencies
    ) {
        id = record.id
        number = dependencies.makeNumber()
        self.application = application
        self.dependencies = dependencies
        state = Lock(
            State(machine: SessionMachine(.init(record: record, encoded: encoded)), lastUsed: dependencies.clock.now)
        )
    }

    deinit { dependencies.sessionReleased(number) }

    /// The session as it is now.
    public var view: SessionView { view(state.withLock { $0.machine.last }) }

    var record: SessionRecord { state.withLock { $0.machine.last.record } }

    /// The time of the last access.
    var lastUsed: Timestamp { state.withLock { $0.lastUsed } }

    /// Whether all of the session is in the store and no request runs, so that it can leave memory.
    var isIdle: Bool { state.withLock { $0.machine.isIdle } }

    /// Whether the session is gone.
    var isRemoved: Bool { state.withLock { $0.machine.isRemoved } }

    /// The number of callers that wait for a change.
    var watcherCount: Int { state.withLock { $0.machine.waiterTotal } }

    /// Applies an event in the session's order, and waits a while for its effects.
    ///
    /// - Parameters:
    ///   - submission: The event and its conditions. The idempotency key comes before the revisions, so that a client whose
    ///     response was lost gets that response and no mismatch.
    ///   - caller: The party that the result is for. A submission whose caller gives up while it is queued is not applied.
    ///   - completion: Takes the state that follows, before this returns where nothing has to be waited for;
    ///     ``SessionView/Status/busy(_:)`` when effects outlast the wait. After a ``SessionError`` nothing has changed; after
    ///     ``SessionError/store(_:)`` with an unknown outcome the same key tells.
    public func submit(_ submission: Submission, for caller: any Caller, then completion: @escaping Completion) {
        begin(SessionRequest(command: .submit(submission), caller: caller, then: completion))
    }

    /// Replaces the credential, when the session was started again with the same key and its credential was never used.
    ///
    /// The completion gets ``SessionError/keyReused`` once it was used.
    func renewCredential(_ credential: Digest, for caller: any Caller, then completion: @escaping Completion) {
        begin(SessionRequest(command: .renewCredential(credential), caller: caller, then: completion))
    }

    /// Ends the session after the requests that are queued.
    func end(for caller: any Caller, then completion: @escaping Completion) {
        begin(SessionRequest(command: .end, caller: caller, then: completion))
    }

    /// Checks the right to the session, and records the access; returns `false` when the session is gone.
    ///
    /// - Throws: ``SessionError/unauthorised`` or ``SessionError/expired(application:)``.
    func admit(_ access: SessionAccess) throws(SessionError) -> Bool {
        let now = dependencies.clock.now
        return try state.withLock { state throws(SessionError) in
            guard !state.machine.isRemoved else { return false }
            try access.check(state.machine.last.record, at: now)
            if case .credential = access { state.isOpened = true }
            state.lastUsed = now
            return true
        }
    }

    /// Marks the session as gone if it has expired and no request runs; returns whether it is gone.
    func removeIfExpired(at now: Timestamp) -> Bool {
        let (isRemoved, woken) = state.withLock { $0.machine.expired(at: now) }
        wake(woken)
        return isRemoved
    }
}

// MARK: - Requests

extension Session {
    private func begin(_ request: SessionRequest) {
        switch state.withLock({ $0.machine.submit(request, key: request.key) }) {
        case .run(let base): run(request, on: base)
        case .queued: break
        case .reload: reload(for: nil, on: request.caller.queue)
        case .keyInUse: request.then(.failure(.keyInUse))
        case .gone: request.then(.failure(gone))
        }
    }

    /// Carries a request out; it is the one that runs.
    private func run(_ request: SessionRequest, on base: Machine.Committed) {
        guard !request.caller.isCancelled else { return finish(request, .failure(.abandoned)) }
        do throws(SessionError) {
            switch request.command {
            case .submit(let submission): try apply(submission, request, on: base)
            case .renewCredential(let credential): try renew(credential, request, on: base)
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
        switch try dependencies.outcome(of: submission, on: view(base)) {
        case .replay:
            finish(request, .success(Answer(view: view(base), isReplay: true)))
        case .unchanged:
            finish(request, .success(Answer(view: view(base), isReplay: false)))
        case .change(let next, let step):
            let change = Change(record: next, step: step, began: began, trace: submission.trace)
            try commit(change, request, after: base, addsReply: submission.idempotency != nil)
        }
    }

    private func renew(
        _ credential: Digest,
        _ request: SessionRequest,
        on base: Machine.Committed
    ) throws(SessionError) {
        guard base.record.replies.count == 0, !state.withLock({ $0.isOpened }) else { throw .keyReused }
        var next = base.record
        next.update { header in
            header.credential = credential
            header.generation += 1
        }
        try commit(Change(record: next), request, after: base, addsReply: false)
    }

    private func remove(_ request: SessionRequest, _ base: Machine.Committed) {
        dependencies.store.remove(
            .session(id),
            then: StoreCompletion(on: request.caller.queue) { [self] result in
                switch result {
                case .success:
                    markRemoved()
                    request.then(.success(Answer(view: view(base), isReplay: false)))
                case .failure(let error):
                    finish(request, .failure(.store(error)))
                }
            }
        )
    }

    /// Ends the running request, which has left the record as it was.
    private func finish(_ request: SessionRequest, _ result: Result<Answer, SessionError>) {
        let next = state.withLock { $0.machine.finished(key: request.key) }
        reply(request, result)
        start(next)
    }

    private func reply(_ request: SessionRequest, _ result: Result<Answer, SessionError>) {
        guard request.wait > .zero, case .success(let answer) = result, answer.isBusy else {
            return request.then(result)
        }
        wait(until: .notBusy, within: request.wait, for: request.caller) { view in
            request.then(.success(Answer(view: view, isReplay: answer.isReplay)))
        }
    }

    /// Starts the next request on its caller's queue, where its response is made, too.
    private func start(_ next: Machine.Next?) {
        guard let next else { return }
        let isTaken = next.request.caller.queue.submit { self.run(next.request, on: next.base) }
        if !isTaken { run(next.request, on: next.base) }
    }

    private func view(_ committed: Machine.Committed) -> SessionView {
        SessionView(session: self, record: committed.record, encoded: committed.encoded)
    }

    /// The error for a request to a session that is gone.
    private var gone: SessionError {
        let record = record
        return record.expiresAt <= dependencies.clock.now ? .expired(application: record.application) : .unauthorised
    }
}

// MARK: - Commits

extension Session {
    /// A record that is being committed.
    private final class Change: Sendable {
        let record: SessionRecord
        /// The step that led to it; `nil` for a new credential.
        let step: Step?
        let began: ContinuousClock.Instant
        let trace: String?

        init(
            record: SessionRecord,
            step: Step? = nil,
            began: ContinuousClock.Instant = .now,
            trace: String? = nil
        ) {
            self.record = record
            self.step = step
            self.began = began
            self.trace = trace
        }
    }

    /// A commit whose outcome is in doubt.
    private struct Doubt: Sendable {
        let request: SessionRequest
        let change: Change
        let error: StoreError
    }

    private func commit(
        _ change: Change,
        _ request: SessionRequest,
        after base: Machine.Committed,
        addsReply: Bool
    ) throws(SessionError) {
        let stored: (session: StoredSession, written: EncodedState?)
        do throws(StoreError) {
            stored = try dependencies.stored(change.record, application, after: base.encoded)
        } catch {
            dependencies.log(error, of: id)
            throw .store(error)
        }
        let commit = SessionCommit(follows: base.record.generation, session: stored.session, addsReply: addsReply)
        dependencies.store.commit(
            commit,
            then: StoreCompletion(on: request.caller.queue) { [self] result in
                switch result {
                case .success(.committed):
                    committed(.init(record: change.record, encoded: stored.written), change, request)
                case .success(.conflict):
                    failed(StoreError(.conflict, "Another process has changed the session \(id)."), change, request)
                case .failure(let error):
                    failed(error, change, request)
                }
            }
        )
    }

    private func committed(
        _ committed: Machine.Committed,
        _ change: Change,
        _ request: SessionRequest
    ) {
        let now = dependencies.clock.now
        let progress = state.withLock { state in
            state.lastUsed = now
            return state.machine.committed(committed, key: request.key)
        }
        conclude(change)
        wake(progress.woken)
        reply(request, .success(Answer(view: view(committed), isReplay: false)))
        start(progress.next)
    }

    /// Starts the effects of a step that is committed, and logs it.
    private func conclude(_ change: Change) {
        guard let step = change.step else { return }
        dependencies.run(step.effects, of: self)
        dependencies.log(step, of: change.record, took: change.began.duration(to: .now), trace: change.trace)
    }

    private func failed(_ error: StoreError, _ change: Change, _ request: SessionRequest) {
        dependencies.log(error, of: id)
        switch state.withLock({ $0.machine.failed(error.kind, committing: change.record, key: request.key) }) {
        case .unchanged(let next):
            request.then(.failure(.store(error)))
            start(next)
        case .reload:
            reload(for: Doubt(request: request, change: change, error: error), on: request.caller.queue)
        }
    }

    /// Asks the store for its record.
    ///
    /// - Parameter doubt: The commit that is in doubt; its caller hears from the record whether it counts.
    private func reload(for doubt: Doubt?, on queue: any WorkQueue) {
        dependencies.store.load(
            .id(id),
            then: StoreCompletion(on: queue) { [self] result in
                do throws(StoreError) {
                    guard let stored = try result.get() else { return lost(doubt) }
                    reloaded(try dependencies.read(stored, application), doubt)
                } catch {
                    reloadFailed(error, doubt)
                }
            }
        )
    }

    private func reloaded(_ found: SessionRecord, _ doubt: Doubt?) {
        let (progress, effects, last) = state.withLock { state in
            let (progress, effects) = state.machine.reloaded(found)
            return (progress, effects, state.machine.last)
        }
        wake(progress.woken)
        if let doubt, doubt.error.kind == .unknownOutcome, doubt.change.record.isSame(as: last.record) {
            conclude(doubt.change)
            reply(doubt.request, .success(Answer(view: view(last), isReplay: false)))
        } else {
            dependencies.run(effects, of: self)
            if let doubt { doubt.request.then(.failure(.store(doubt.error))) }
        }
        start(progress.next)
    }

    /// The store has no such session any more.
    private func lost(_ doubt: Doubt?) {
        markRemoved()
        if let doubt { doubt.request.then(.failure(.store(doubt.error))) }
    }

    private func reloadFailed(_ error: StoreError, _ doubt: Doubt?) {
        dependencies.log(error, of: id)
        let rejected = state.withLock { $0.machine.reloadFailed() }
        if let doubt { doubt.request.then(.failure(.store(doubt.error))) }
        reject(rejected, .store(error))
        dependencies.clock.schedule(at: dependencies.clock.now + .seconds(5)) { [weak self] in
            guard let self, self.state.withLock({ $0.machine.retryReload() }) else { return }
            self.reload(for: nil, on: self.dependencies.workers)
        }
    }

    private func markRemoved() {
        let (woken, rejected) = state.withLock { $0.machine.removed() }
        wake(woken)
        reject(rejected, gone)
    }

    private func reject(_ requests: [SessionRequest], _ error: SessionError) {
        for request in requests { request.caller.queue.perform { request.then(.failure(error)) } }
    }
}

// MARK: - Waiting

extension Session {
    /// Waits until the session has another revision than a client knows, or is gone, or the server stops.
    ///
    /// - Parameters:
    ///   - revision: The revision that the client knows.
    ///   - wait: The longest wait.
    ///   - caller: The party that the result is for.
    ///   - completion: Takes the session as it is then, on the caller's queue.
    public func view(
        after revision: UInt64,
        wait: Duration,
        for caller: any Caller,
        then completion: @escaping @Sendable (SessionView) -> Void
    ) {
        self.wait(until: .revision(not: revision), within: wait, for: caller, then: completion)
    }

    /// Waits as ``view(after:wait:for:then:)`` does until no effect keeps the session busy.
    func settled(
        within wait: Duration,
        for caller: any Caller,
        then completion: @escaping @Sendable (SessionView) -> Void
    ) {
        self.wait(until: .notBusy, within: wait, for: caller, then: completion)
    }

    private func wait(
        until condition: Machine.Condition,
        within duration: Duration,
        for caller: any Caller,
        then completion: @escaping @Sendable (SessionView) -> Void
    ) {
        let deadline = dependencies.clock.now + duration
        let number = state.withLock { $0.machine.nextWaiterNumber() }
        let alarm = dependencies.clock.schedule(at: deadline) { [self] in
            if let waiter = state.withLock({ $0.machine.timedOut(number) }) { waiter.wake(view) }
        }
        let waits = state.withLock { state in
            // Looked at under the lock: an alarm, a release or a cancellation either shows here already, or comes after this
            // and finds the waiter.
            guard dependencies.clock.now < deadline, !dependencies.isOver, !caller.isCancelled else { return false }
            return state.machine.wait(
                until: condition,
                number: number,
                SessionWaiter(caller: caller, alarm: alarm, then: completion)
            )
        }
        guard !waits else { return }
        alarm.cancel()
        completion(view)
    }

    /// Wakes every waiter, as the server is stopping.
    func wakeAll() {
        wake(state.withLock { $0.machine.releaseWaiters() })
    }

    /// Wakes the waiters whose callers have given up, so that nothing is kept for them.
    public func wakeCancelled() {
        wake(state.withLock { $0.machine.releaseWaiters(where: \.caller.isCancelled) })
    }

    private func wake(_ waiters: [SessionWaiter]) {
        guard !waiters.isEmpty else { return }
        let view = view
        for waiter in waiters { waiter.wake(view) }
    }
}
