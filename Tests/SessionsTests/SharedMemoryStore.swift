import Concurrency
import Coordination
import SessionsTesting

@testable import Sessions

/// One server's access to sessions in memory that several servers share.
///
/// Leases end by the clock of the tests, which stands for the store's clock.
final class SharedMemoryStore: SessionStore {
    static let leaseDuration = Duration.seconds(20)

    /// The data that the servers share.
    final class Shared: Sendable {
        struct Item {
            let due: Timestamp?
            var owner: Lease?
        }

        struct State {
            var work: [PendingWork: Item] = [:]
            var leases: [Lease: Timestamp] = [:]
            var lastNumber: Int64 = 0
            /// The receivers of hints, with the lease that each server had first.
            var receivers: [Int64: @Sendable (ChangeHint) -> Void] = [:]
            /// Whether all hints are lost.
            var losesHints = false
        }

        let sessions = MemoryStore(requiresEncoding: true)
        let clock: ManualClock
        let state = Lock(State())

        init(clock: ManualClock) { self.clock = clock }
    }

    private struct State {
        var lease: Lease
        /// Whether the server is cut off: it renews nothing and reads nothing, though it can still commit.
        var isPaused = false
        /// The time of the last claim, whether or not it succeeded.
        var lastClaim: Timestamp?
        /// The number of claims with something to run that lose their results.
        var lostClaims = 0
    }

    private let shared: Shared
    private let server: Lock<State>
    private let number: Int64

    /// Whether hints are passed on.
    ///
    /// Without them servers look for changes in shorter intervals.
    let sharing: StorePromises.Sharing

    init(_ shared: Shared, sharing: StorePromises.Sharing = .hints) {
        self.shared = shared
        self.sharing = sharing
        let lease = Self.register(in: shared)
        number = lease.number
        server = Lock(State(lease: lease))
    }

    private static func register(in shared: Shared) -> Lease {
        let now = shared.clock.now
        return shared.state.withLock { state in
            state.lastNumber += 1
            let lease = Lease(number: state.lastNumber)
            state.leases[lease] = now + leaseDuration
            return lease
        }
    }

    /// Makes the server miss its renewals, as if its process stood still.
    func pauseRenewals() { server.withLock { $0.isPaused = true } }
    func continueRenewals() { server.withLock { $0.isPaused = false } }

    /// Makes the server lose the results of the next claims with something to run.
    func loseClaims(_ count: Int) { server.withLock { $0.lostClaims = count } }

    var requiresEncoding: Bool { true }
    var promises: StorePromises { StorePromises(sharing: sharing) }

    var lease: Lease? {
        let (lease, now) = (server.withLock { $0.lease }, shared.clock.now)
        return shared.state.withLock { $0.leases[lease].map { $0 > now } ?? false } ? lease : nil
    }

    func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        let id = commit.session.id, now = shared.clock.now
        if let required = commit.requiredLease, shared.state.withLock({ ($0.leases[required] ?? now) <= now }) {
            return completion(.success(.conflict))
        }
        let result = Lock<Result<CommitOutcome, StoreError>?>(nil)
        shared.state.withLock { state in
            shared.sessions.commit(
                commit,
                then: StoreCompletion(on: InlineQueue.shared) { outcome in result.withLock { $0 = outcome } }
            )
            guard case .success(.committed)? = result.withLock({ $0 }), let work = commit.work else { return }
            let keys = Set(work.map { PendingWork(session: id, key: $0.key) })
            state.work = state.work.filter { $0.key.session != id || keys.contains($0.key) }
            for item in work where state.work[PendingWork(session: id, key: item.key)] == nil {
                let owner = item.due == nil ? commit.lease : nil
                state.work[PendingWork(session: id, key: item.key)] = .init(due: item.due, owner: owner)
            }
        }
        guard let result = result.withLock({ $0 }) else { return }
        completion(result)
        if case .success(.committed) = result { announce(id, commit.session.generation) }
    }

    private func announce(_ id: SessionID, _ generation: UInt64) {
        let receivers = shared.state.withLock { state in
            state.losesHints ? [] : state.receivers.filter { $0.key != number }.map(\.value)
        }
        for receive in receivers { receive(.changed([.init(session: id, generation: generation)])) }
    }

    func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) {
        guard sharing == .hints else { return }
        shared.state.withLock { $0.receivers[number] = receive }
    }

    func loseHints() { shared.state.withLock { $0.losesHints = true } }

    var lastClaim: Timestamp? { server.withLock { $0.lastClaim } }

    func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID],
        then completion: StoreCompletion<ClaimedWork>
    ) {
        defer { server.withLock { $0.lastClaim = now } }
        guard !server.withLock({ $0.isPaused }) else {
            return completion(.failure(StoreError(.unavailable, "as planned")))
        }
        if lease == nil {
            let lease = Self.register(in: shared)
            server.withLock { $0.lease = lease }
        }
        let lease = server.withLock { $0.lease }
        let claimed = shared.state.withLock { state in
            state.leases = state.leases.filter { $0.value > now || $0.key == lease }
            state.leases[lease] = now + Self.leaseDuration
            let leases = state.leases
            for work in state.work.keys where declined.contains(work.session) && state.work[work]?.owner == lease {
                state.work[work]?.owner = nil
            }
            let free = state.work.filter { work, item in
                if declined.contains(work.session) { return false }
                return if let owner = item.owner { leases[owner] == nil } else { item.due.map { $0 <= now } ?? true }
            }
            let claimed = free.keys.sorted { "\($0)" < "\($1)" }.prefix(limit)
            for work in claimed { state.work[work]?.owner = lease }
            let next = state.work.values.filter { $0.owner == nil }.compactMap(\.due).min()
            let owned = state.work.filter { $0.value.owner == lease }.map(\.key)
            return ClaimedWork(Array(claimed), owned: owned, under: lease, next: next)
        }
        let isLost = server.withLock { state in
            guard !claimed.owned.isEmpty, state.lostClaims > 0 else { return false }
            state.lostClaims -= 1
            return true
        }
        completion(isLost ? .failure(StoreError(.unknownOutcome, "as planned")) : .success(claimed))
    }

    func publish(_ publication: Publication, then completion: StoreCompletion<Void>) {
        shared.sessions.publish(
            publication,
            then: completion.observed { [self] _ in
                let receivers = shared.state.withLock { state in
                    state.losesHints ? [] : state.receivers.filter { $0.key != number }.map(\.value)
                }
                for receive in receivers { receive(.published([publication.topic])) }
            }
        )
    }

    func publications(of topic: TopicID, at now: Timestamp, then completion: StoreCompletion<[Publication]>) {
        shared.sessions.publications(of: topic, at: now, then: completion)
    }

    func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        shared.sessions.load(key, then: completion)
    }

    func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        shared.sessions.history(of: id, then: completion)
    }

    func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        shared.sessions.remove(
            removal,
            then: completion.observed { [self] _ in
                if case .session(let id) = removal { announce(id, .max) }
            }
        )
    }

    func due(after last: DueSession?, at now: Timestamp, limit: Int, then completion: StoreCompletion<[DueSession]>) {
        shared.sessions.due(after: last, at: now, limit: limit, then: completion)
    }

    func count(then completion: StoreCompletion<Int>) { shared.sessions.count(then: completion) }

    func tally(then completion: StoreCompletion<SessionTally>) { shared.sessions.tally(then: completion) }

    func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        shared.sessions.mark(id, mark, then: completion)
    }
}
