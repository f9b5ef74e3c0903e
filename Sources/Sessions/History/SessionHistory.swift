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

    /// The transitions, newest first.
    public var records: [HistoryRecord] { stored.records }

    /// The current revision.
    public var revision: UInt64 { stored.session.revision }

    /// Returns the session at some revisions; those that the history does not reach are left out.
    ///
    /// A state of an earlier release is migrated for that, but not stored. Takes about a millisecond for each revision.
    ///
    /// - Parameter revisions: The revisions.
    /// - Returns: The session at each revision that is known.
    public func views(at revisions: Set<UInt64>) -> [UInt64: SessionView] {
        guard let lowest = revisions.min() else { return [:] }
        var views: [UInt64: SessionView] = [:]
        var content = stored.session.content
        var (revision, expiresAt) = (stored.session.revision, stored.session.expiresAt)
        if revisions.contains(revision) { views[revision] = view(content, revision, expiresAt) }
        for (index, record) in stored.records.enumerated() where revision > lowest {
            guard record.revision == revision, let earlier = record.earlier(than: content) else { break }
            content = earlier
            revision -= 1
            let last = index + 1 < stored.records.count ? stored.records[index + 1] : nil
            if let last, last.revision == revision { expiresAt = last.expiresAt }
            if revisions.contains(revision) { views[revision] = view(content, revision, expiresAt) }
        }
        return views
    }

    private func view(_ content: StoredContent, _ revision: UInt64, _ expiresAt: Timestamp) -> SessionView? {
        let session = session
        guard
            let restored = try? session.dependencies.withCrashAttribution(
                session.id,
                { try LiveRecord.restored(stored.session.with(content), by: session.application, at: now) }
            )
        else { return nil }
        var record = restored.record
        record.state = record.content
        record.update { header in
            header.revision = revision
            header.expiresAt = expiresAt
        }
        return SessionView(session: session, record: record, encoded: nil)
    }
}

extension HistoryRecord {
    /// Returns the content before the transition; `nil` if it is not known.
    fileprivate func earlier(than content: StoredContent) -> StoredContent? {
        switch (change, content) {
        case (.live(let state), _): .live(state)
        case (.encoded(let change), .encoded(let bytes)): change.applied(to: bytes).map { .encoded($0) }
        default: nil
        }
    }
}

extension SessionRegistry {
    /// Reads the history of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - completion: Called with the history on a thread of its own, where states may be restored; a store without a
    ///     history gives one without records. The ``SessionError`` is ``SessionError/store(_:)``.
    public func history(
        of session: Session,
        then completion: @escaping @Sendable (Result<SessionHistory, SessionError>) -> Void
    ) {
        store.history(
            of: session.id,
            then: StoreCompletion(on: historyThread) { [self] result in
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
