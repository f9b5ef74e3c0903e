import Coordination

extension SessionRegistry {
    /// The number of due sessions that are loaded and continued together.
    ///
    /// Their commits share transactions. A request waits behind the loads of at most one group.
    private static let dueGroup = 64

    /// Runs everything that is due, and returns the time of the next scan: in five seconds if the store fails.
    func scanDue() async -> Timestamp? {
        do throws(StoreError) {
            return try await runDue()
        } catch {
            return dependencies.clock.now + .seconds(5)
        }
    }

    /// Loads the sessions with effects that have not run, and fires the timers that are due, group by group.
    ///
    /// - Returns: The time at which the next session is due; `nil` if none is, or the registry is closed.
    private func runDue() async throws(StoreError) -> Timestamp? {
        let now = dependencies.clock.now
        var last: DueSession?
        while !dependencies.isClosed {
            let page = try await store.due(after: last, at: now, limit: Self.dueGroup * 4)
            var due = page.prefix { $0.at <= now }
            while !due.isEmpty, !dependencies.isClosed {
                try await runDue(due.prefix(Self.dueGroup).map(\.id), now)
                due = due.dropFirst(Self.dueGroup)
            }
            if let next = page.first(where: { $0.at > now }) { return next.at }
            guard let end = page.last else { return nil }
            last = end
        }
        return nil
    }

    private func runDue(_ group: [SessionID], _ now: Timestamp) async throws(StoreError) {
        let failure = await withTaskGroup(of: StoreError?.self) { tasks in
            for id in group {
                tasks.addTask {
                    do throws(StoreError) {
                        try await self.runDue(id, now)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await tasks.reduce(nil) { $0 ?? $1 }
        }
        if let failure { throw failure }
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
                await dependencies.effects.fire(timer, of: session)
            } else {
                // The store has only the earliest time of a session, which may be that of a running effect, so a later
                // timer is scheduled here.
                dependencies.effects.run(timer, of: session)
            }
        }
    }
}
