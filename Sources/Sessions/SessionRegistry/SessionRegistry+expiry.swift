import Concurrency
import Coordination

extension SessionRegistry {
    func scheduleSweep() {
        guard !dependencies.isClosed else { return }
        let scheduledAction = dependencies.clock.schedule(at: dependencies.clock.now + limits.sweepInterval) {
            [weak self] in
            guard let self, !self.dependencies.isClosed else { return }
            Task(executorPreference: self.background) { await self.sweepExpired() }
        }
        sweep.withLock { $0 = scheduledAction }
    }

    private func sweepExpired() async {
        let now = dependencies.clock.now
        dependencies.metrics.sessionsExpired(live.removeExpired(at: now))
        dependencies.metrics.sessionsEvicted(live.evict(unusedSince: now - limits.liveIdle))
        dependencies.metrics.sessionsEvicted(live.evict(excessOf: dependencies.liveBytes))
        dependencies.metrics.sessions(live: live.count)
        do throws(StoreError) {
            while try await store.removeExpired(before: now - limits.expiredRetention, limit: 256) == 256 {}
            quota.record(try await store.tally())
        } catch {
            // The store has logged the failure, and the next sweep tries again.
        }
        scheduleSweep()
    }
}
