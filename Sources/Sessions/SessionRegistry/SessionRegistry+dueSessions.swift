import Coordination

extension SessionRegistry {
    /// Runs everything that is due, and returns the time of the next scan: in five seconds if the store fails.
    func scanDue() async -> Timestamp? {
        guard !dependencies.isClosed else { return nil }
        do throws(StoreError) {
            return try await runDue()
        } catch {
            return dependencies.clock.now + .seconds(5)
        }
    }

    /// Loads the sessions with effects that have not run, and fires the timers that are due.
    ///
    /// - Returns: The time at which the next session is due; `nil` if none is.
    func runDue() async throws(StoreError) -> Timestamp? {
        let now = dependencies.clock.now
        var last: DueSession?
        var next: Timestamp?
        while next == nil {
            let page = try await store.due(after: last, at: now, limit: 256)
            for due in page {
                guard due.at <= now else {
                    next = due.at
                    break
                }
                try await runDue(due.id, now)
            }
            guard let end = page.last else { break }
            last = end
        }
        return next
    }

    private func runDue(_ id: SessionID, _ now: Timestamp) async throws(StoreError) {
        let found: Result<Session, SessionError> = await withCheckedContinuation { continuation in
            let caller = InternalCaller(queue: background)
            find(id, LoadWaiter(access: .trusted, caller: caller) { continuation.resume(returning: $0) })
        }
        let session: Session
        switch found {
        case .success(let found): session = found
        case .failure(.store(let failure)): throw failure
        // The load failure was already logged; no client is waiting.
        case .failure: return
        }
        for timer in session.record.state.pending {
            guard let due = timer.due else { continue }
            if due <= now {
                dependencies.effects.fire(timer, of: session)
            } else {
                // The store has only the earliest time of a session, which may be that of a running effect, so a later
                // timer is scheduled here.
                dependencies.effects.run(timer, of: session)
            }
        }
    }
}
