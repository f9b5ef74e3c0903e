import Concurrency

/// A collection of the commits that arrive while a store is busy, so that a whole batch shares one transaction.
///
/// ```swift
/// func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
///     if batches.add(commit, completion) { thread.submit { self.commitBatch() } }
/// }
/// ```
public final class CommitBatches: Sendable {
    /// The commits of a batch, with their completions.
    public typealias Batch = [(commit: SessionCommit, completion: StoreCompletion<CommitOutcome>)]

    private struct State {
        var waiting: Batch = []
        /// Whether a call of ``take()`` is due.
        var isAnnounced = false
    }

    private let state = Lock(State())

    /// Makes an empty collection.
    public init() {}

    /// Adds a commit to the next batch.
    ///
    /// - Returns: Whether the store must schedule a call of ``take()``; `false` if one is scheduled, as it takes this
    ///   commit, too.
    public func add(_ commit: SessionCommit, _ completion: StoreCompletion<CommitOutcome>) -> Bool {
        state.withLock { state in
            state.waiting.append((commit, completion))
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
    }

    /// Removes and returns the batch; the next commit begins another one.
    public func take() -> Batch {
        state.withLock { state in
            state.isAnnounced = false
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
