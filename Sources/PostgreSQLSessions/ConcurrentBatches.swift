import Concurrency
import Sessions

/// A collection of the requests that wait for a transaction, where several transactions may run.
///
/// A transaction costs the database several times as much as a request in it. So while transactions run, the next one begins
/// only when enough requests wait for it. A few requests wait until a transaction ends and share the next one; many requests
/// use all connections.
///
/// The caller runs a transaction when ``add(_:_:)`` or ``ended()`` returns `true`, takes its requests with ``take()``, and calls
/// ``ended()`` after it.
final class ConcurrentBatches<Request: Sendable, Outcome: Sendable>: Sendable {
    typealias Batch = StoreBatches<Request, Outcome>.Batch

    private struct State {
        var waiting: Batch = []
        /// The number of transactions that run, including the announced one.
        var running = 0
        /// Whether a call of ``take()`` is due.
        var isAnnounced = false

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

    init(requestsPerTransaction: Int = 8) {
        self.requestsPerTransaction = requestsPerTransaction
    }

    /// Adds a request; returns whether the caller must run a transaction.
    func add(_ request: Request, _ completion: StoreCompletion<Outcome>) -> Bool {
        state.withLock { state in
            state.waiting.append((request, completion))
            return state.announce(requestsPerTransaction)
        }
    }

    /// Removes and returns the requests of a transaction that begins.
    func take() -> Batch {
        state.withLock { state in
            state.isAnnounced = false
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Notes that a transaction has ended; returns whether the caller must run another one.
    func ended() -> Bool {
        state.withLock { state in
            state.running -= 1
            return state.announce(requestsPerTransaction)
        }
    }
}
