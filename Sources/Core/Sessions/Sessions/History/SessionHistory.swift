public import Concurrency
import Coordination

/// The latest transitions of a session, with the states between them.
public struct SessionHistory: Sendable {
    private let session: Session
    private let stored: StoredHistory
    private let now: Timestamp

    init(_ session: Session, _ stored: StoredHistory, at now: Timestamp) {
        self.session = session
        self.stored = stored
        self.now = now
    }

    /// The transitions that the history shows, newest first.
    public var records: some Sequence<HistoryRecord> {
        stored.records.lazy.filter { !$0.details.isEmpty }.prefix(session.dependencies.limits.history.entries)
    }

    /// The current revision.
    public var revision: UInt64 { stored.session.revision }

    /// Returns the session at a revision, or `nil` if the history does not reach it.
    ///
    /// A state of an earlier release is migrated for that, but not stored. The call takes about a millisecond.
    public func view(at revision: UInt64) -> SessionView? {
        if revision == self.revision { return view(stored.session.content, revision, stored.session.expiresAt) }
        let earlier = stored.records.drop { $0.revision > revision }
        guard let record = earlier.first, record.revision == revision else { return nil }
        if case .live(let state) = record.state { return view(.live(state), revision, record.expiresAt) }
        guard let whole = earlier.firstIndex(where: \.isWhole),
            let log = StateLog(earlier[...whole].reversed(), at: revision)
        else { return nil }
        return view(.encoded(log), revision, record.expiresAt)
    }

    private func view(_ content: StoredContent, _ revision: UInt64, _ expiresAt: Timestamp) -> SessionView? {
        guard
            let restored = try? session.dependencies.withCrashAttribution(
                session.id,
                { try LiveRecord.restored(stored.session.with(content), by: session.application, at: now) }
            )
        else { return nil }
        var record = restored.record
        record.take(record.content, changes: nil)
        record.update { header in
            header.revision = revision
            header.expiresAt = expiresAt
        }
        return SessionView(session: session, record: record, encoded: nil)
    }
}

extension SessionRegistry {
    /// Reads the history of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - thread: ``historyThread`` for a client, and ``inspectionThread`` for an operator.
    ///   - completion: Called with the history on the thread, where states may be restored. The history has no records if the
    ///     store keeps none. The ``SessionError`` is ``SessionError/store(_:)``.
    public func history(
        of session: Session,
        on thread: WorkerThreads,
        then completion: @escaping @Sendable (Result<SessionHistory, SessionError>) -> Void
    ) {
        store.history(
            of: session.id,
            then: StoreCompletion(on: thread) { [self] result in
                switch result {
                case .failure(let error): completion(.failure(.store(error)))
                case .success(let stored?):
                    completion(.success(SessionHistory(session, stored, at: dependencies.clock.now)))
                case .success(nil):
                    let record = session.record
                    let stored = StoredHistory(session: record.with(.live(record.state)), records: [])
                    completion(.success(SessionHistory(session, stored, at: dependencies.clock.now)))
                }
            }
        )
    }
}
