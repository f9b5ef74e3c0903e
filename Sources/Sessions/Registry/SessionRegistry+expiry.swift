import Coordination
import Threads

extension SessionRegistry {
    func scheduleSweep() {
        guard !surroundings.isClosed else { return }
        let alarm = surroundings.clock.schedule(at: surroundings.clock.now + limits.sweep) { [weak self] in
            guard let self, !self.surroundings.isClosed else { return }
            Task(executorPreference: self.workers) { await self.sweepExpired() }
        }
        sweep.withLock { $0 = alarm }
    }

    private func sweepExpired() async {
        let now = surroundings.clock.now
        surroundings.metrics.sessionsExpired(live.removeExpired(at: now))
        surroundings.metrics.sessionsPutDown(live.putDown(unusedSince: now - limits.liveIdle))
        surroundings.metrics.sessions(live: live.count)
        do throws(StoreError) {
            while try await store.removeExpired(before: now - limits.remembered, limit: 256) == 256 {}
            places.note(counted: try await store.count())
        } catch {
            // The store says so itself, and the next sweep tries again.
        }
        scheduleSweep()
    }
}
