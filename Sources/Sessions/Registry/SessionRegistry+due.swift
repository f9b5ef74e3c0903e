import Coordination

extension SessionRegistry {
    func lookForDue() async -> Timestamp? {
        guard !surroundings.isClosed else { return nil }
        do throws(StoreError) {
            return try await doDue()
        } catch {
            return surroundings.clock.now + .seconds(5)
        }
    }

    /// Does what is due: takes sessions up whose effects were left, and lets timers run off.
    ///
    /// - Returns: When the next session is due; `nil` when none is.
    func doDue() async throws(StoreError) -> Timestamp? {
        let now = surroundings.clock.now
        var last: DueSession?
        var next: Timestamp?
        while next == nil {
            let page = try await store.due(after: last, at: now, limit: 256)
            for due in page {
                guard due.at <= now else {
                    next = due.at
                    break
                }
                try await doDue(due.id, now)
            }
            guard let end = page.last else { break }
            last = end
        }
        return next
    }

    private func doDue(_ id: SessionID, _ now: Timestamp) async throws(StoreError) {
        var found = live[id]
        if found == nil {
            do throws(SessionError) {
                found = try await takeUp(id) { stored throws(SessionError) in
                    guard stored.expiresAt > now else { throw .expired(application: stored.application) }
                }
            } catch {
                // Whoever can't be taken up is noted where that is found out, and nobody waits for it.
                guard case .store(let failure) = error else { return }
                throw failure
            }
        }
        guard let session = found else { return }
        for timer in session.record.state.pending {
            guard let due = timer.due else { continue }
            if due <= now {
                surroundings.effects.fire(timer, of: session)
            } else {
                // The store tells only what a session waits for first, which may be an effect that is under way.
                surroundings.effects.run(timer, of: session)
            }
        }
    }
}
