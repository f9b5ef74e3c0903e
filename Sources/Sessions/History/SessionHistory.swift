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

    /// The transitions, newest first.
    public var records: [HistoryRecord] { stored.records }

    /// The current revision.
    public var revision: UInt64 { stored.session.revision }

    /// Returns the session at a revision, or `nil` if the history does not reach it.
    ///
    /// A state of an earlier release is migrated for that, but not stored. Takes about a millisecond.
    public func view(at revision: UInt64) -> SessionView? {
        var position = Position(self)
        return position.view(at: revision)
    }

    /// A position in a history, which moves to earlier states.
    ///
    /// It holds the content of one state. So a page of a hundred transitions needs the memory of two states, the one before and
    /// the one after a transition:
    ///
    /// ```swift
    /// var position = SessionHistory.Position(history)
    /// let after = position.view(at: record.revision)
    /// let before = position.view(at: record.revision - 1)
    /// ```
    public struct Position {
        private let history: SessionHistory
        private var content: StoredContent
        private var revision: UInt64
        private var expiresAt: Timestamp
        private var rest: ArraySlice<HistoryRecord>

        /// Starts at the current revision.
        public init(_ history: SessionHistory) {
            self.history = history
            let session = history.stored.session
            (content, revision, expiresAt) = (session.content, session.revision, session.expiresAt)
            rest = history.stored.records[...]
        }

        /// Moves to a revision and returns the session there.
        ///
        /// - Parameter target: A revision that is not later than the position.
        /// - Returns: The session, or `nil` if the history does not reach the revision, or if it is later than the position.
        public mutating func view(at target: UInt64) -> SessionView? {
            while revision > target {
                guard let record = rest.first, record.revision == revision, let earlier = record.earlier(than: content)
                else { return nil }
                rest.removeFirst()
                content = earlier
                revision -= 1
                if let last = rest.first, last.revision == revision { expiresAt = last.expiresAt }
            }
            return revision == target ? history.view(content, revision, expiresAt) : nil
        }
    }

    fileprivate func view(_ content: StoredContent, _ revision: UInt64, _ expiresAt: Timestamp) -> SessionView? {
        let session = session
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
    ///   - thread: ``historyThread`` for a client, and ``inspectionThread`` for an operator.
    ///   - completion: Called with the history on the thread, where states may be restored. A store without a history gives one
    ///     without records. The ``SessionError`` is ``SessionError/store(_:)``.
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
