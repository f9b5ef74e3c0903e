import Concurrency
import Coordination
import Logging

/// Finds sessions in memory, or loads them from the store.
///
/// A session that another release of its application has stored is migrated first, and one that can't be read is quarantined.
final class SessionLoader: Sendable {
    /// The sessions in memory.
    let live: SessionCache
    private let applications: HostedApplications
    private let dependencies: SessionDependencies

    private var store: InstrumentedStore { dependencies.store }
    private var limits: SessionLimits { dependencies.limits }

    init(_ applications: HostedApplications, _ live: SessionCache, _ dependencies: SessionDependencies) {
        self.applications = applications
        self.live = live
        self.dependencies = dependencies
    }

    /// Finds a session in memory or loads it.
    ///
    /// Requests for the same session share one load.
    func find(_ id: SessionID, _ load: LoadWaiter) {
        switch live.find(id, load) {
        case .found(let session):
            guard store.isShared else { return use(session, load) }
            session.refresh(for: load.caller) { [self] error in
                if let error { load.then(.failure(error)) } else { use(session, load) }
            }
        case .isLoading: break
        case .mustLoad: self.load(id, on: load.caller.queue)
        }
    }

    /// Adds a session to the cache and runs its effects.
    func insert(
        _ session: Session,
        runs effects: [PendingEffect],
        isReserved: Bool = false,
        under lease: Lease? = nil,
        wasBegun: Bool = false
    ) {
        let evicted = live.insert(session, bytes: dependencies.liveBytes)
        dependencies.metrics.sessions(live: live.counts)
        dependencies.metrics.sessionsEvicted(evicted)
        dependencies.run(effects, of: session, isReserved: isReserved, under: lease, wasBegun: wasBegun)
    }

    /// Hands a session in memory to a caller that has a right to it.
    private func use(_ session: Session, _ load: LoadWaiter) {
        do throws(SessionError) {
            if try session.authorize(load.access) { return deliver(session, to: load) }
            // It was removed from memory, but the store may still have it, as expired.
            live.remove(session)
            find(session.id, load)
        } catch {
            load.then(.failure(error))
        }
    }

    /// Passes a session to a caller that has a right to it, after the first use of its credential was committed.
    private func deliver(_ session: Session, to load: LoadWaiter) {
        // While the store fails, the session's own knowledge of the use must do.
        guard session.hasUnrecordedUse, !store.isFailing else { return load.then(.success(session)) }
        session.recordUse(for: load.caller) { load.then(.success(session)) }
    }

    private func load(_ id: SessionID, on queue: any WorkQueue) {
        store.load(
            .id(id),
            then: StoreCompletion(on: queue) { [self] result in
                switch result {
                case .success(let stored?):
                    open(stored, on: queue)
                case .success(nil):
                    endLoad(id, .unauthorized)
                case .failure(let error) where error.kind == .unreadable:
                    dependencies.log(error, of: id)
                    // Its credential can't be checked, and no readable content is left to protect.
                    quarantine(id, because: error.description, on: queue) {
                        self.endLoad(id, .unreadable(application: nil))
                    }
                case .failure(let error):
                    endLoad(id, .store(error))
                }
            }
        )
    }

    private func endLoad(_ id: SessionID, _ error: SessionError) {
        for load in live.endLoad(of: id) { load.end(.failure(error)) }
    }

    /// Restores a stored session for those callers that have a right to it.
    private func open(_ stored: StoredSession, on queue: any WorkQueue) {
        let now = dependencies.clock.now
        guard
            live.loads(of: stored.id).contains(where: {
                (try? $0.access.check(stored, at: now, replay: limits.credentialReplay)) != nil
            })
        else {
            for load in live.endLoad(of: stored.id) {
                do throws(SessionError) {
                    try load.access.check(stored, at: now, replay: limits.credentialReplay)
                    // The caller joined after the check above and has a right, so it starts over.
                    find(stored.id, load)
                } catch {
                    load.end(.failure(error))
                }
            }
            return
        }
        guard let application = applications[stored.application] else {
            return endLoad(stored.id, dependencies.leave(.unknownApplication(of: stored), of: stored.id))
        }
        let restored: (record: LiveRecord, changes: [SnapshotChange])
        do throws(SnapshotError) {
            restored = try dependencies.withCrashAttribution(stored.id) { () throws(SnapshotError) in
                try LiveRecord.restored(stored, by: application, at: now)
            }
        } catch {
            return reject(stored, error, on: queue)
        }
        guard !restored.changes.isEmpty else {
            // The timers stay in the store, where a scan finds them when they are due.
            // The effects are in progress at the server that has committed them if others use the store, too.
            let pending = restored.record.state.pending.filter { $0.due == nil && !store.isShared }
            let session = Session(restored.record, log: stored.logSize, application, dependencies)
            return finishLoad(session, runs: pending)
        }
        commit(restored.changes, to: restored.record, application, on: queue)
    }

    /// Commits the migration of a session from another release of its application, as one step.
    private func commit(
        _ changes: [SnapshotChange],
        to record: LiveRecord,
        _ application: Application,
        on queue: any WorkQueue
    ) {
        var next = record
        next.update { header in
            header.generation += 1
            header.revision += 1
        }
        let history = HistoryRecord(
            revision: next.revision,
            at: dependencies.clock.now,
            expiresAt: next.expiresAt,
            details: [],
            state: .live(next.state)
        )
        let step: EncodedStep
        do throws(StoreError) {
            step = try dependencies.encoded(next, history, application)
        } catch {
            dependencies.log(error, of: record.id)
            return endLoad(record.id, .store(error))
        }
        let migrated = next
        dependencies.store.commit(
            SessionCommit(
                expectedGeneration: record.generation,
                session: next.with(()),
                record: step.history,
                addsReply: false,
                historyLimits: limits.history,
                work: dependencies.work(of: next, after: nil),
                lease: store.lease
            ),
            then: StoreCompletion(on: queue) { [self] result in
                switch result {
                case .success(.committed):
                    dependencies.log.notice(
                        "Session migrated",
                        metadata: [
                            "session": "\(record.id)", "app": "\(record.application)",
                            "changes": "\(changes.map(\.description).joined(separator: " "))",
                        ]
                    )
                    let session = Session(migrated, encoded: step.state, log: step.log, application, dependencies)
                    finishLoad(session, runs: [])
                    dependencies.run(migrated.state.pending, of: session, wasBegun: true)
                // Another server has migrated the session in the meantime.
                case .success(.conflict): load(record.id, on: queue)
                case .failure(let error):
                    dependencies.log(error, of: record.id)
                    endLoad(record.id, .store(error))
                }
            }
        )
    }

    /// Adds a loaded session to the cache, runs its effects, and hands it to the callers that wait for it.
    private func finishLoad(_ session: Session, runs effects: [PendingEffect]) {
        dependencies.newer.withLock { _ = $0.removeValue(forKey: session.id) }
        insert(session, runs: effects, wasBegun: true)
        dependencies.metrics.sessionLoaded()
        for (number, load) in live.endLoad(of: session.id).enumerated() {
            // The record was read for the first caller. The others came later, and their clients may have seen a newer record
            // at another server.
            if number > 0, store.isShared {
                find(session.id, load)
                continue
            }
            do throws(SessionError) {
                guard try session.authorize(load.access) else { throw .unauthorized }
                load.caller.queue.perform { self.deliver(session, to: load) }
            } catch {
                load.end(.failure(error))
            }
        }
    }

    /// Quarantines a damaged session.
    ///
    /// A session of another version stays as it is, for the release that can restore it.
    private func reject(_ stored: StoredSession, _ error: SnapshotError, on queue: any WorkQueue) {
        let end = { @Sendable [self] in endLoad(stored.id, .unreadable(application: stored.application)) }
        if case .quarantined = stored.content { return end() }
        guard !error.isNewer else {
            return endLoad(stored.id, dependencies.leave(StoreError(.newer, error.description), of: stored.id))
        }
        dependencies.log.error(
            "Session restore failed",
            metadata: ["session": "\(stored.id)", "app": "\(stored.application)", "reason": "\(error)"]
        )
        guard error.reason == .unreadable else { return end() }
        quarantine(stored.id, because: error.description, on: queue, then: end)
    }

    private func quarantine(
        _ id: SessionID,
        because reason: String,
        on queue: any WorkQueue,
        then completion: @escaping @Sendable () -> Void
    ) {
        store.mark(
            id,
            .quarantined(reason: reason),
            then: StoreCompletion(on: queue) { [self] result in
                // After a failure the session is rejected on each request, until it can be quarantined.
                if case .success(1...) = result { dependencies.metrics.sessionQuarantined() }
                completion()
            }
        )
    }
}
