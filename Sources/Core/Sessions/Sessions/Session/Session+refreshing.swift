import Concurrency
import Coordination

/// A caller that waits until a session has been compared with the store.
struct RefreshWaiter: Sendable {
    let caller: any Caller
    let then: @Sendable (SessionError?) -> Void
}

extension Session {
    /// Compares the session with the store, and continues from the stored record if another server has changed it.
    ///
    /// So a client that has seen a revision at one server sees no earlier one at another. A caller joins a refresh that is
    /// queued, but not one that has begun, because this may have read a record that is older than what the caller's client has
    /// seen.
    ///
    /// - Parameters:
    ///   - caller: The party that waits.
    ///   - completion: Called on the caller's queue, with an error if the store can't be read.
    func refresh(for caller: any Caller, then completion: @escaping @Sendable (SessionError?) -> Void) {
        let waiter = RefreshWaiter(caller: caller, then: completion)
        let joins = state.withLock { state in
            defer { state.refreshWaiters = (state.refreshWaiters ?? []) + [waiter] }
            return state.refreshWaiters != nil
        }
        guard !joins else { return }
        // The request has an internal caller, because this caller may give up while others have joined.
        begin(
            SessionRequest(command: .refresh, caller: InternalCaller(queue: caller.queue)) { [self] result in
                // A refresh that has begun has taken its waiters, and succeeds. The waiters that are there by then wait for the
                // next one, because this one may have read before they came.
                guard case .failure(let failure) = result else { return }
                // It was rejected before it began. If the session was removed, its waiters find that out themselves.
                guard case .store(let error) = failure else { return end(takeRefreshWaiters(), nil) }
                end(takeRefreshWaiters(), .store(error))
            }
        )
    }

    /// Compares the session with the store because another server may have changed it, for the callers that wait for a change.
    ///
    /// If none waits now, the session is compared when the next one begins to wait. A stream waits again and again, and a hint
    /// that comes between two of its waits would be lost otherwise.
    func compare(on queue: any WorkQueue) {
        let isWaitedFor = state.withLock { state in
            state.isOutdated = state.machine.waiterCount == 0
            return !state.isOutdated
        }
        // The store logs a failure, and the next comparison tries again.
        if isWaitedFor { refresh(for: InternalCaller(queue: queue)) { _ in } }
    }

    /// Carries out a refresh.
    func refresh(_ request: SessionRequest, on base: Machine.Committed) {
        let waiters = takeRefreshWaiters()
        dependencies.store.load(
            id,
            unless: base.record.generation,
            then: StoreCompletion(on: request.caller.queue) { [self] result in
                do throws(StoreError) {
                    switch try result.get() {
                    case .unchanged:
                        finish(request, .success(SubmissionResult(view: view(base), isReplay: false)))
                    case .changed(let stored):
                        refreshed(try dependencies.read(stored, application), stored.logSize)
                    case .missing:
                        markRemoved()
                    }
                    end(waiters, nil)
                } catch {
                    dependencies.log(error, of: id)
                    finish(request, .success(SubmissionResult(view: view(base), isReplay: false)))
                    end(waiters, SessionError(reading: error, application: application.name))
                }
            }
        )
    }

    /// Continues from a record that another server has committed.
    private func refreshed(_ found: LiveRecord, _ log: StateLogSize?) {
        // The server that has committed its effects runs them.
        let (base, progress) = state.withLock { ($0.machine.lastCommitted, $0.machine.reloaded(found, log: log).0) }
        dependencies.effects.cancel(missingIn: found, after: base.record, of: self)
        wakeReplaced(by: found)
        wake(progress.woken)
        start(progress.next)
    }

    private func takeRefreshWaiters() -> [RefreshWaiter] {
        state.withLock { state in
            defer { state.refreshWaiters = nil }
            return state.refreshWaiters ?? []
        }
    }

    private func end(_ waiters: [RefreshWaiter], _ error: SessionError?) {
        for waiter in waiters { waiter.caller.queue.perform { waiter.then(error) } }
    }
}
