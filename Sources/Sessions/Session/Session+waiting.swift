import Coordination
public import Threads

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

    func wait(
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

    func wake(_ waiters: [SessionWaiter]) {
        guard !waiters.isEmpty else { return }
        let view = view
        for waiter in waiters { waiter.wake(view) }
    }
}
