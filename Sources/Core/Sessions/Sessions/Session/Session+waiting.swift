public import Concurrency
import Coordination

extension Session {
    /// Waits until the client's revision or credential is not the session's any more, the session is gone, or the server stops.
    ///
    /// - Parameters:
    ///   - revision: The revision that the client has.
    ///   - wait: The longest wait.
    ///   - credential: The client's credential, or `nil` for none. Its replacement or revocation ends the wait.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the session as it is at the end of the wait, on the caller's queue. The credential may not
    ///     open it any more (``opens(_:_:)``).
    public func view(
        after revision: UInt64,
        wait: Duration,
        as credential: Credential?,
        for caller: any Caller,
        then completion: @escaping @Sendable (SessionView) -> Void
    ) {
        let digest = credential.map { self.digest(of: $0) }
        self.wait(until: .revision(not: revision), within: wait, as: digest, for: caller, then: completion)
    }

    /// Waits until a condition holds, the credential is replaced, the session is gone, or the server stops.
    func wait(
        until condition: Machine.Condition,
        within duration: Duration,
        as credential: Digest? = nil,
        for caller: any Caller,
        then completion: @escaping @Sendable (SessionView) -> Void
    ) {
        let deadline = dependencies.clock.now + duration
        let number = state.withLock { $0.machine.makeWaiterNumber() }
        let scheduledAction = dependencies.clock.schedule(at: deadline) { [self] in
            if let waiter = state.withLock({ $0.machine.timedOut(number) }) { waiter.wake(view) }
        }
        var isOutdated = false
        let waits = state.withLock { state in
            // A timeout, a shutdown, a cancellation or the end of the credential may happen at any time. Under the lock, each is
            // either visible to this check already, or it takes the lock later and then finds the waiter in the list.
            guard dependencies.clock.now < deadline, !dependencies.isShuttingDown, !caller.isCancelled,
                credential.map({ state.machine.lastCommitted.record.opens($0) }) ?? true
            else { return false }
            let waiter = SessionWaiter(
                caller: caller,
                credential: credential,
                scheduledAction: scheduledAction,
                then: completion
            )
            guard state.machine.wait(until: condition, number: number, waiter) else { return false }
            isOutdated = state.isOutdated
            state.isOutdated = false
            return true
        }
        if isOutdated { compare(on: caller.queue) }
        if waits, topics != nil, case .revision = condition { dependencies.topics.followers.follow(self) }
        guard !waits else { return }
        scheduledAction.cancel()
        completion(view)
    }

    /// Wakes the waiters with a credential that does not open a record.
    func wakeReplaced(by record: LiveRecord) {
        wake(
            state.withLock { state in
                state.machine.releaseWaiters { waiter in waiter.credential.map { !record.opens($0) } ?? false }
            }
        )
    }

    /// Wakes all waiters, because the server stops.
    func wakeAll() {
        wake(state.withLock { $0.machine.releaseWaiters() })
    }

    /// Wakes the waiters of callers that have given up, so that the objects they retain are released.
    public func wakeCancelled() {
        wake(state.withLock { $0.machine.releaseWaiters(where: \.caller.isCancelled) })
    }

    func wake(_ waiters: [SessionWaiter]) {
        guard !waiters.isEmpty else { return }
        let view = view
        for waiter in waiters { waiter.wake(view) }
    }
}
