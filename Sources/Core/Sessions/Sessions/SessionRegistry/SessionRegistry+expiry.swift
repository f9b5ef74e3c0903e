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
        _ = live.removeExpired(at: now)
        live.dropDocuments(unusedSince: now - limits.sweepInterval)
        dependencies.metrics.sessionsEvicted(live.evict(unusedSince: now - limits.liveIdle))
        dependencies.metrics.sessionsEvicted(live.evict(excessOf: dependencies.liveBytes))
        dependencies.metrics.sessions(live: live.counts)
        do throws(StoreError) {
            if removalBegins <= now { try await removeExpired(before: now - limits.expiredRetention) }
            let mark = quota.mark
            quota.record(try await store.tally(), since: mark)
            try await removeOrphanedUploads()
        } catch {
            // The store has logged the failure, and the next sweep tries again.
        }
        scheduleSweep()
    }

    private func removeExpired(before time: Timestamp) async throws(StoreError) {
        while !dependencies.isClosed {
            let count = try await store.removeExpired(before: time, limit: 256)
            dependencies.metrics.sessionsExpired(count)
            if count < 256 { return }
        }
    }
}
