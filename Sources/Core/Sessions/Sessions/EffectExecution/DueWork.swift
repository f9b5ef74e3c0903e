import Concurrency
import Coordination

/// Runs the effects and timers that are due in sessions which are not in memory, and the work that other servers have left.
final class DueWork: Sendable {
    private let loader: SessionLoader
    private let dependencies: SessionDependencies

    private var store: InstrumentedStore { dependencies.store }

    init(_ loader: SessionLoader, _ dependencies: SessionDependencies) {
        self.loader = loader
        self.dependencies = dependencies
    }

    /// The number of due sessions that are loaded and continued together.
    ///
    /// Their commits share transactions. A request waits behind the loads of at most one group.
    private static let dueGroup = 64

    /// Runs everything that is due, and returns the time of the next scan, which is after five seconds if the store fails.
    func scan() async -> Timestamp? {
        let began = dependencies.clock.now
        do throws(StoreError) {
            return store.isShared ? try await runClaimed() : try await runDue()
        } catch {
            return began + .seconds(5)
        }
    }

    /// Loads the sessions with effects that have not run, and fires the timers that are due, group by group.
    ///
    /// - Returns: The time at which the next session is due, or `nil` if none is due or the registry is closed.
    private func runDue() async throws(StoreError) -> Timestamp? {
        let now = dependencies.clock.now
        let declined = Set(declined(at: now))
        var last: DueSession?
        while !dependencies.isClosed {
            let page = try await store.due(after: last, at: now, limit: Self.dueGroup * 4)
            var due = page.prefix { $0.at <= now }
            while !due.isEmpty, !dependencies.isClosed {
                try await runDue(due.prefix(Self.dueGroup).map(\.id).filter { !declined.contains($0) }, now)
                due = due.dropFirst(Self.dueGroup)
            }
            if let next = page.first(where: { $0.at > now }) { return next.at }
            guard let end = page.last else { return nil }
            last = end
        }
        return nil
    }

    private func runDue(_ group: [SessionID], _ now: Timestamp) async throws(StoreError) {
        try await inParallel(group) { id throws(StoreError) in try await self.runDue(id, now) }
    }

    /// Calls a function for each element of a group at the same time.
    ///
    /// When all calls have ended, it throws the first of their errors.
    private func inParallel<Element: Sendable>(
        _ group: [Element],
        _ body: @escaping @Sendable (Element) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        let failure = await withTaskGroup(of: StoreError?.self) { tasks in
            for element in group {
                tasks.addTask {
                    do throws(StoreError) {
                        try await body(element)
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

    /// The sessions that were left to a later release, and are not tried again yet.
    private func declined(at now: Timestamp) -> [SessionID] {
        dependencies.newer.withLock { newer in newer.filter { $0.value > now }.map(\.key) }
    }

    /// Returns a session, or `nil` if it can't be loaded.
    ///
    /// Such a failure was already logged, and no client waits for the session.
    private func session(_ id: SessionID) async throws(StoreError) -> Session? {
        let found: Result<Session, SessionError> = await withCheckedContinuation { continuation in
            let caller = InternalCaller(queue: dependencies.background)
            loader.find(id, LoadWaiter(access: .trusted, caller: caller) { continuation.resume(returning: $0) })
        }
        switch found {
        case .success(let session): return session
        case .failure(.store(let failure)) where failure.kind == .newer: return nil
        case .failure(.store(let failure)): throw failure
        case .failure: return nil
        }
    }

    private func runDue(_ id: SessionID, _ now: Timestamp) async throws(StoreError) {
        guard let session = try await session(id) else { return }
        for timer in session.record.state.pending {
            guard let due = timer.due else { continue }
            if due <= now {
                await dependencies.effects.fire(timer, of: session)
            } else {
                // The store has only the earliest time of a session, which may belong to a running effect, so a later timer is
                // scheduled here.
                dependencies.effects.run(timer, of: session)
            }
        }
    }
}

// MARK: - A shared store

extension DueWork {
    /// The time between two claims, which is also the time in which the work of a server that has ended is found.
    ///
    /// It is a fraction of the duration of a lease, which a claim renews.
    static let claimInterval = Duration.seconds(5)

    /// Claims the effects and timers that no other server runs, and runs all that belong to this server group by group.
    ///
    /// Each claim returns everything that the server owns, because it does not learn of everything that it gets: the outcome of
    /// a commit or a claim can be unknown, and a commit can happen after the server has looked for its outcome.
    ///
    /// - Returns: The time of the next claim.
    private func runClaimed() async throws(StoreError) -> Timestamp? {
        let limit = Self.dueGroup * 4
        while !dependencies.isClosed {
            let now = dependencies.clock.now
            let claimed = try await store.claimWork(at: now, limit: limit, declining: declined(at: now))
            var waiting = claimed.owned.filter { !dependencies.effects.runs($0) }[...]
            while !waiting.isEmpty, !dependencies.isClosed {
                try await inParallel(Array(waiting.prefix(Self.dueGroup))) { work throws(StoreError) in
                    try await self.run(work, under: claimed.lease, now)
                }
                waiting = waiting.dropFirst(Self.dueGroup)
            }
            guard claimed.work.count == limit else {
                return min(claimed.next ?? now + Self.claimInterval, now + Self.claimInterval)
            }
        }
        return nil
    }

    /// Runs an effect or timer that this server owns.
    ///
    /// - Throws: ``StoreError`` if its session can't be read. The server still owns the work then, and the next claim runs it.
    private func run(_ work: PendingWork, under lease: Lease?, _ now: Timestamp) async throws(StoreError) {
        guard let session = try await session(work.session),
            let pending = session.record.state.pending.first(where: { $0.key == work.key })
        else { return }
        if pending.due == nil {
            dependencies.run([pending], of: session, under: lease, wasBegun: true)
        } else {
            await dependencies.effects.fire(pending, of: session)
        }
    }
}
