import Threads

/// Collects commits while a store is busy with others, so that a whole batch shares one transaction.
///
/// ```swift
/// func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
///     if batches.add(commit, completion) { thread.submit { self.commitBatch() } }
/// }
/// ```
public final class CommitBatches: Sendable {
    /// The commits of a batch and where their results go.
    public typealias Batch = [(commit: SessionCommit, completion: StoreCompletion<CommitOutcome>)]

    private struct State {
        var waiting: Batch = []
        var isAnnounced = false
    }

    private let state = Lock(State())

    /// Makes an empty collection.
    public init() {}

    /// Adds a commit to the next batch.
    ///
    /// - Returns: Whether the store must see to it that ``take()`` is called; later commits join this one until then.
    public func add(_ commit: SessionCommit, _ completion: StoreCompletion<CommitOutcome>) -> Bool {
        state.withLock { state in
            state.waiting.append((commit, completion))
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
    }

    /// Takes everything that waits; the next commit that is added is announced again.
    public func take() -> Batch {
        state.withLock { state in
            state.isAnnounced = false
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
