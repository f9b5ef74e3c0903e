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
        /// Those that wait for an effect or a timer.
        var pending: Set<SessionID> = []
        var expiries = ExpiryIndex()

        mutating func keep(_ new: Kept, as id: SessionID) {
            let old = kept[id]?.summary
            let summary = new.summary
            kept[id] = new
            if summary.isPending { pending.insert(id) } else { pending.remove(id) }
            guard let old else {
                if let key = summary.creation { created[key] = id }
                return expiries.note(id, expiresAt: summary.expiresAt)
            }
            if summary.expiresAt < old.expiresAt { expiries.note(id, expiresAt: summary.expiresAt) }
        }

        mutating func forget(_ id: SessionID) {
            guard let summary = kept.removeValue(forKey: id)?.summary else { return }
            pending.remove(id)
            // An old key may have started another session since.
            if let key = summary.creation, created[key] == id { created[key] = nil }
        }
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
                state.keep(kept, as: id)
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
        state.withLock { $0.forget(id) }
    }

    /// Forgets sessions that expired before a time.
    public func removeExpired(before time: Timestamp, limit: Int) async throws(StoreError) -> Int {
        state.withLock { state in
            var expired: [(id: SessionID, at: Timestamp)] = []
            for id in state.expiries.take(until: time) {
                guard let expiry = state.kept[id]?.summary.expiresAt else { continue }
                if expiry < time {
                    expired.append((id, expiry))
                } else {
                    state.expiries.note(id, expiresAt: expiry)
                }
            }
            expired.sort { $0.at < $1.at }
            for (id, _) in expired.prefix(limit) { state.forget(id) }
            for (id, expiry) in expired.dropFirst(limit) { state.expiries.note(id, expiresAt: expiry) }
            return min(limit, expired.count)
        }
    }

    /// The sessions that wait for an effect or a timer.
    public func pending(after id: SessionID?, limit: Int) async throws(StoreError) -> [SessionID] {
        state.withLock { state in
            state.pending.filter { $0.description > id?.description ?? "" }
                .sorted { $0.description < $1.description }
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
            throw StoreError(.unreadable, "No application '\(record.application)' is hosted here.")
        }
        do {
            return .bytes(try record.encoded(by: application), Summary(record))
        } catch {
            throw StoreError(.unreadable, "The session \(record.id) can't be written down: \(error)")
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
