import Concurrency
import Coordination
import Sessions

/// A shared store that disregards what other servers have changed.
struct CarelessStore: SessionStore {
    let inner: any SessionStore
    /// Whether commits replace any generation.
    let ignoresGenerations: Bool
    /// Whether a session in memory counts as up to date.
    let skipsComparison: Bool
    /// Whether the hints of other servers are lost.
    let ignoresHints: Bool
    /// Whether sessions are loaded without their stored replies, and the end of each commit is late, so that clients repeat
    /// requests elsewhere.
    let forgetsReplies: Bool

    var requiresEncoding: Bool { inner.requiresEncoding }
    var promises: StorePromises { inner.promises }
    var lease: Lease? { inner.lease }

    func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        guard forgetsReplies else { return commitAtOnce(commit, then: completion) }
        let late = StoreCompletion<CommitOutcome>(on: InlineQueue.shared) { result in
            Task {
                try? await Task.sleep(for: .milliseconds(30))
                completion(result)
            }
        }
        commitAtOnce(commit, then: late)
    }

    private func commitAtOnce(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
        guard ignoresGenerations, commit.expectedGeneration != nil else {
            return inner.commit(commit, then: completion)
        }
        inner.load(
            .id(commit.session.id),
            then: StoreCompletion(on: InlineQueue.shared) { result in
                guard case .success(let stored?) = result else { return inner.commit(commit, then: completion) }
                let careless = SessionCommit(
                    expectedGeneration: stored.generation,
                    session: commit.session,
                    record: commit.record,
                    addsReply: commit.addsReply,
                    changesAccount: commit.changesAccount,
                    work: commit.work,
                    lease: commit.lease
                )
                inner.commit(careless, then: completion)
            }
        )
    }

    func load(_ id: SessionID, unless generation: UInt64, then completion: StoreCompletion<SessionUpdate>) {
        if skipsComparison { return completion(.success(.unchanged)) }
        guard forgetsReplies else { return inner.load(id, unless: generation, then: completion) }
        inner.load(
            id,
            unless: generation,
            then: StoreCompletion(on: InlineQueue.shared) { result in
                guard case .success(.changed(let stored)) = result else { return completion(result) }
                completion(.success(.changed(stored.withForgottenKeys)))
            }
        )
    }

    func onChange(_ receive: @escaping @Sendable (ChangeHint) -> Void) {
        if !ignoresHints { inner.onChange(receive) }
    }

    func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        guard forgetsReplies else { return inner.load(key, then: completion) }
        inner.load(
            key,
            then: StoreCompletion(on: InlineQueue.shared) { result in completion(result.map { $0?.withForgottenKeys }) }
        )
    }

    func history(of id: SessionID, then completion: StoreCompletion<StoredHistory?>) {
        inner.history(of: id, then: completion)
    }

    func remove(_ removal: SessionRemoval, then completion: StoreCompletion<Int>) {
        inner.remove(removal, then: completion)
    }

    func due(
        after last: DueSession?,
        at now: Timestamp,
        limit: Int,
        then completion: StoreCompletion<[DueSession]>
    ) {
        inner.due(after: last, at: now, limit: limit, then: completion)
    }

    func claimWork(
        at now: Timestamp,
        limit: Int,
        declining declined: [SessionID],
        then completion: StoreCompletion<ClaimedWork>
    ) {
        inner.claimWork(at: now, limit: limit, declining: declined, then: completion)
    }

    func count(then completion: StoreCompletion<Int>) { inner.count(then: completion) }

    func mark(_ id: SessionID, _ mark: SessionMark, then completion: StoreCompletion<Int>) {
        inner.mark(id, mark, then: completion)
    }

    func probe(then completion: StoreCompletion<Void>) { inner.probe(then: completion) }

    func close(then completion: StoreCompletion<Void>) { inner.close(then: completion) }
}
