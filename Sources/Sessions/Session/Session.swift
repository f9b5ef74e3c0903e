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

    struct State {
        var machine: Machine
        /// The credential that has opened the session; `nil` when none has yet.
        var openedBy: KnownCredential?
        /// The time of the last access.
        var lastUsed: Timestamp
    }

    typealias Machine = SessionMachine<SessionRequest, SessionWaiter>

    /// The result of a request, on the caller's queue.
    public typealias Completion = @Sendable (Result<Answer, SessionError>) -> Void

    let dependencies: SessionDependencies
    let state: Lock<State>

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
            let record = state.machine.last.record
            if case .credential(let credential) = access {
                let presented = KnownCredential(credential, for: record.credential)
                // A credential that was checked before leaves only the time to check, as work of the server's own does.
                try (presented == state.openedBy ? .work : access).check(record, at: now)
                state.openedBy = presented
            } else {
                try access.check(record, at: now)
            }
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
        guard base.record.replies.count == 0, state.withLock({ $0.openedBy == nil }) else { throw .keyReused }
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
    func finish(_ request: SessionRequest, _ result: Result<Answer, SessionError>) {
        let next = state.withLock { $0.machine.finished(key: request.key) }
        reply(request, result)
        start(next)
    }

    func reply(_ request: SessionRequest, _ result: Result<Answer, SessionError>) {
        guard request.wait > .zero, case .success(let answer) = result, answer.isBusy else {
            return request.then(result)
        }
        wait(until: .notBusy, within: request.wait, for: request.caller) { view in
            request.then(.success(Answer(view: view, isReplay: answer.isReplay)))
        }
    }

    /// Starts the next request on its caller's queue, where its response is made, too.
    func start(_ next: Machine.Next?) {
        guard let next else { return }
        let isTaken = next.request.caller.queue.submit { self.run(next.request, on: next.base) }
        if !isTaken { run(next.request, on: next.base) }
    }

    func view(_ committed: Machine.Committed) -> SessionView {
        SessionView(session: self, record: committed.record, encoded: committed.encoded)
    }

    /// The error for a request to a session that is gone.
    var gone: SessionError {
        let record = record
        return record.expiresAt <= dependencies.clock.now ? .expired(application: record.application) : .unauthorised
    }
}
