public import Coordination
import Threads

/// Keeps sessions in memory: they are gone when the process is.
public final class MemoryStore: SessionStore {
    private enum Kept: Sendable {
        case record(SessionRecord)
        case bytes([UInt8], Summary)

        var summary: Summary {
            switch self {
            case .record(let record): Summary(record)
            case .bytes(_, let summary): summary
            }
        }
    }

    private struct Summary: Sendable {
        let revision: UInt64
        let expiresAt: Timestamp
        let creation: Digest?
        let isPending: Bool

        init(_ record: SessionRecord) {
            revision = record.revision
            expiresAt = record.expiresAt
            creation = record.creation?.key
            isPending = !record.state.pending.isEmpty
        }
    }

    private struct State {
        var kept: [SessionID: Kept] = [:]
        var created: [Digest: SessionID] = [:]
    }

    private let applications: HostedApplications?
    private let state = Lock(State())

    /// A store that keeps records as they are.
    public init() {
        applications = nil
    }

    /// A store that writes each record down and reads it back, as one that outlives the process has to.
    public init(writingDownFor applications: HostedApplications) {
        self.applications = applications
    }

    /// Commits to memory gain nothing from company.
    public var groupsCommits: Bool { false }

    /// Takes or refuses each commit.
    public func commit(_ batch: [SessionCommit]) async throws(StoreError) -> [CommitOutcome] {
        let kept = try batch.map { commit throws(StoreError) in try keep(commit.record) }
        return state.withLock { state in
            zip(batch, kept).map { commit, kept in
                let id = commit.record.id
                guard state.kept[id]?.summary.revision == commit.follows else { return .conflict }
                state.kept[id] = kept
                if commit.follows == nil, let key = commit.record.creation?.key { state.created[key] = id }
                return .committed
            }
        }
    }

    /// The record of a session.
    public func load(_ id: SessionID) async throws(StoreError) -> SessionRecord? {
        guard let kept = state.withLock({ $0.kept[id] }) else { return nil }
        return try read(kept)
    }

    /// The record of the session that was started with an idempotency key.
    public func load(createdWith key: Digest) async throws(StoreError) -> SessionRecord? {
        guard let kept = state.withLock({ state in state.created[key].flatMap { state.kept[$0] } }) else { return nil }
        return try read(kept)
    }

    /// Forgets a session.
    public func remove(_ id: SessionID) async throws(StoreError) {
        state.withLock { state in
            if let key = state.kept.removeValue(forKey: id)?.summary.creation { state.created[key] = nil }
        }
    }

    /// Forgets sessions that expired before a time.
    public func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int {
        state.withLock { state in
            let expired = state.kept.filter { $0.value.summary.expiresAt < time }
                .sorted { $0.value.summary.expiresAt < $1.value.summary.expiresAt }
                .prefix(limit)
            for (id, kept) in expired {
                state.kept[id] = nil
                if let key = kept.summary.creation { state.created[key] = nil }
            }
            return expired.count
        }
    }

    /// The sessions that wait for an effect or a timer.
    public func pending(after id: SessionID?, limit: Int) async throws(StoreError) -> [SessionID] {
        state.withLock { state in
            state.kept.filter { $0.value.summary.isPending && $0.key.description > id?.description ?? "" }
                .map(\.key).sorted { $0.description < $1.description }
                .prefix(limit).map { $0 }
        }
    }

    /// How many sessions there are.
    public func count() async throws(StoreError) -> Int {
        state.withLock { $0.kept.count }
    }

    private func keep(_ record: SessionRecord) throws(StoreError) -> Kept {
        guard let applications else { return .record(record) }
        guard let application = applications[record.application] else {
            throw StoreError(.unavailable, "No application '\(record.application)' is hosted here.")
        }
        do {
            return .bytes(try record.encoded(by: application), Summary(record))
        } catch {
            throw StoreError(.unavailable, "The session \(record.id) can't be written down: \(error)")
        }
    }

    private func read(_ kept: Kept) throws(StoreError) -> SessionRecord {
        switch kept {
        case .record(let record):
            return record
        case .bytes(let bytes, _):
            guard let applications else { throw StoreError(.unreadable, "There is nobody to read the record.") }
            do throws(SnapshotError) {
                return try SessionRecord(bytes: bytes, applications: applications)
            } catch {
                throw StoreError(.unreadable, error.description)
            }
        }
    }
}
