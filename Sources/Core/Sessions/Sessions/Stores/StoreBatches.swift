import Concurrency

/// A collection of the requests that arrive while a store is busy, so that a whole batch shares one transaction.
///
/// ```swift
/// func commit(_ commit: SessionCommit, then completion: StoreCompletion<CommitOutcome>) {
///     if batches.add(commit, completion) { thread.submit { self.commitBatch() } }
/// }
/// ```
///
/// A store that runs several transactions at once can limit them. A transaction costs a database several times as much as a
/// request in it, so a few requests should wait until a transaction ends and share the next one. Such a store calls
/// ``ended()`` after each transaction.
public final class StoreBatches<Request: Sendable, Outcome: Sendable>: Sendable {
    /// The requests of a batch, with their completions.
    public typealias Batch = [(request: Request, completion: StoreCompletion<Outcome>)]

    private struct State {
        var waiting: Batch = []
        /// Whether a call of ``take()`` is due.
        var isAnnounced = false
        /// The number of transactions that were begun and have not ended, as far as the store tells.
        var running = 0

        mutating func announce(_ requestsPerTransaction: Int) -> Bool {
            guard !isAnnounced, !waiting.isEmpty, waiting.count >= running * requestsPerTransaction else {
                return false
            }
            isAnnounced = true
            running += 1
            return true
        }
    }

    /// The number of requests that wait for each transaction that runs before another one begins.
    private let requestsPerTransaction: Int
    private let state = Lock(State())

    /// Makes an empty collection.
    ///
    /// - Parameter requestsPerTransaction: The number of requests that must wait for each transaction that runs before another
    ///   one begins, or 0 if the store needs no limit.
    public init(requestsPerTransaction: Int = 0) {
        self.requestsPerTransaction = requestsPerTransaction
    }

    /// Adds a request to the next batch.
    ///
    /// - Returns: Whether the store must schedule a call of ``take()``. It need not if a call is scheduled, which takes this
    ///   request, too, or if the request has to wait for ``ended()``.
    public func add(_ request: Request, _ completion: StoreCompletion<Outcome>) -> Bool {
        state.withLock { state in
            state.waiting.append((request, completion))
            return state.announce(requestsPerTransaction)
        }
    }

    /// Removes and returns the batch, after which the next request begins another one.
    public func take() -> Batch {
        state.withLock { state in
            state.isAnnounced = false
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Records that a transaction has ended.
    ///
    /// A store without a limit need not call this.
    ///
    /// - Returns: Whether the store must schedule a call of ``take()`` for the requests that have waited.
    public func ended() -> Bool {
        state.withLock { state in
            state.running -= 1
            return state.announce(requestsPerTransaction)
        }
    }
}

/// The commits that arrive while a store is busy.
public typealias CommitBatches = StoreBatches<SessionCommit, CommitOutcome>
