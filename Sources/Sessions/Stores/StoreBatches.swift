import Concurrency

/// A collection of the requests that arrive while a store is busy, so that a whole batch shares one transaction.
///
/// ```swift
/// func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
///     if batches.add(commit, completion) { thread.submit { self.commitBatch() } }
/// }
/// ```
public final class StoreBatches<Request: Sendable, Outcome: Sendable>: Sendable {
    /// The requests of a batch, with their completions.
    public typealias Batch = [(request: Request, completion: StoreCompletion<Outcome>)]

    private struct State {
        var waiting: Batch = []
        /// Whether a call of ``take()`` is due.
        var isAnnounced = false
    }

    private let state = Lock(State())

    /// Makes an empty collection.
    public init() {}

    /// Adds a request to the next batch.
    ///
    /// - Returns: Whether the store must schedule a call of ``take()``; `false` if one is scheduled, as it takes this
    ///   request, too.
    public func add(_ request: Request, _ completion: StoreCompletion<Outcome>) -> Bool {
        state.withLock { state in
            state.waiting.append((request, completion))
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
    }

    /// Removes and returns the batch; the next request begins another one.
    public func take() -> Batch {
        state.withLock { state in
            state.isAnnounced = false
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}

/// The commits that arrive while a store is busy.
public typealias CommitBatches = StoreBatches<SessionCommit, CommitOutcome>
