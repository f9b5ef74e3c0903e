import Coordination
import Logging

extension SessionRegistry {
    /// Takes a session up that was put down.
    ///
    /// - Parameter admit: Refuses whoever may not have it.
    /// - Returns: The session; `nil` when there is none, or its application is not hosted any more.
    func takeUp(
        _ id: SessionID,
        _ admit: (StoredSession) throws(SessionError) -> Void
    ) async throws(SessionError) -> Session? {
        while true {
            let taken = try await live.reading { number async throws(SessionError) -> TakenUp in
                guard let stored = try await load(id), let application = applications[stored.application] else {
                    return .nothing
                }
                try admit(stored)
                let (record, changes) = try await read(stored, application)
                // Its timers are in the store, where they are looked for when they are due.
                var pending = record.state.pending.filter { $0.due == nil }
                var session = Session(record, nil, application, surroundings)
                if !changes.isEmpty {
                    guard let changed = try await commit(changes, to: record, application) else { return .outdated }
                    session = changed
                    pending = record.state.pending
                }
                return seat(session, readAt: number, runs: pending).map(TakenUp.session) ?? .outdated
            }
            switch taken {
            case .session(let session): return session
            case .nothing: return nil
            case .outdated: continue
            }
        }
    }

    private enum TakenUp {
        case session(Session)
        case nothing
        /// It has come and gone while it was read.
        case outdated
    }

    private func load(_ id: SessionID) async throws(SessionError) -> StoredSession? {
        do throws(StoreError) {
            return try await store.load(id)
        } catch {
            guard error.kind == .unreadable else { throw .store(error) }
            surroundings.note(error, of: id)
            await setAside(id, because: error.description)
            // Nobody can tell any more whose it was, and there is nothing left in it to protect.
            throw .unreadable(application: nil)
        }
    }

    /// - Throws: ``SessionError/unreadable(application:)``; a damaged session is set aside then.
    private func read(
        _ stored: StoredSession,
        _ application: Application
    ) async throws(SessionError) -> (record: SessionRecord, changes: [SnapshotChange]) {
        do throws(SnapshotError) {
            let now = surroundings.clock.now
            return try surroundings.guarding(stored.id) { () throws(SnapshotError) in
                try SessionRecord.takenUp(stored, by: application, at: now)
            }
        } catch {
            await refuse(stored, error)
            throw .unreadable(application: stored.application)
        }
    }

    /// Commits what had to be changed in a session that another release of its application has written, as one step.
    ///
    /// - Returns: The session; `nil` when somebody else was faster.
    private func commit(
        _ changes: [SnapshotChange],
        to record: SessionRecord,
        _ application: Application
    ) async throws(SessionError) -> Session? {
        var next = record
        next.update { header in
            header.generation += 1
            header.revision += 1
        }
        do throws(StoreError) {
            let (session, written) = try surroundings.stored(next, application, after: nil)
            let commit = SessionCommit(follows: record.generation, session: session, addsReply: false)
            guard try await surroundings.committer.commit(commit) == .committed else { return nil }
            surroundings.log.notice(
                "session brought up to date",
                metadata: [
                    "session": "\(record.id)", "app": "\(record.application)",
                    "changes": "\(changes.map(\.description).joined(separator: " "))",
                ]
            )
            return Session(next, written, application, surroundings)
        } catch {
            surroundings.note(error, of: record.id)
            throw .store(error)
        }
    }

    /// Sets a session aside that is damaged; one of another version is left as it is, for the version that can read it.
    private func refuse(_ stored: StoredSession, _ error: SnapshotError) async {
        if case .setAside = stored.content { return }
        surroundings.log.error(
            "session refused",
            metadata: ["session": "\(stored.id)", "app": "\(stored.application)", "reason": "\(error)"]
        )
        if error.reason == .unreadable { await setAside(stored.id, because: error.description) }
    }

    func setAside(_ id: SessionID, because reason: String) async {
        do throws(StoreError) {
            try await store.setAside(id, because: reason)
            surroundings.metrics.sessionSetAside()
        } catch {
            // It is refused each time it is wanted, until it can be set aside.
        }
    }
}
