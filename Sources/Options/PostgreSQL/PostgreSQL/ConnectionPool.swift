import Concurrency
import DequeModule

/// Connections to a PostgreSQL server, opened and used by threads of their own.
///
/// ```swift
/// let pool = try ConnectionPool(ConnectionSettings("postgres://usher@db.example/usher"))
/// pool.run(Transaction(.reads, count)) { result in … }
/// ```
///
/// The pool connects in the background and, after a failure, again in intervals that grow up to two seconds. A transaction
/// waits for a connection until the time-out of the settings. While the server can't be reached, it fails at once.
package final class ConnectionPool: Sendable {
    /// The result of a transaction: the rows of each query, or why it failed.
    package typealias Outcome = Result<[Rows], DatabaseError>

    private let inbox: PoolInbox
    private let connectors: WorkerThreads
    private let thread: NamedThread

    /// Starts the threads, and begins to connect.
    ///
    /// - Parameters:
    ///   - settings: The settings of the connections.
    ///   - observe: Called with the number of open connections and the number of transactions that wait for one, when one of
    ///     them changes. It is called on the thread of the pool.
    /// - Throws: ``DatabaseError`` if the system provides no thread or descriptor.
    package init(
        _ settings: ConnectionSettings,
        observe: @escaping @Sendable (_ connections: Int, _ waiting: Int) -> Void = { _, _ in }
    ) throws(DatabaseError) {
        let inbox = PoolInbox(waker: try Waker())
        do throws(ThreadError) {
            let connectors = try WorkerThreads(count: min(settings.count, 2), name: "postgresql-open")
            thread = try NamedThread(name: "postgresql") {
                var loop = PoolLoop(settings, inbox, connectors, observe)
                loop.run()
            }
            self.connectors = connectors
        } catch {
            throw DatabaseError(.unavailable, "The connections to PostgreSQL can't start their threads: \(error)")
        }
        self.inbox = inbox
    }

    /// Runs a transaction on one of the connections.
    ///
    /// - Parameters:
    ///   - transaction: The queries. Two transactions can run in any order, so queries that must see changes of one another
    ///     belong in one.
    ///   - completion: Called once, on the thread of the pool.
    package func run(_ transaction: Transaction, then completion: @escaping @Sendable (Outcome) -> Void) {
        run(when: { transaction }, then: completion)
    }

    /// Runs a transaction that is made when a connection takes it, so that it can contain all work that waits by then.
    ///
    /// - Parameters:
    ///   - make: Called at most once, on the thread of the pool. It is not called if no connection takes the transaction in
    ///     time.
    ///   - completion: Called once, on the thread of the pool.
    package func run(
        when make: @escaping @Sendable () -> Transaction,
        then completion: @escaping @Sendable (Outcome) -> Void
    ) {
        let call = PoolCall(make: make, completion: completion, submitted: .now)
        if !inbox.add(call) { completion(.failure(.closed)) }
    }

    /// Ends the connections after the transactions that they have been given, so that later calls fail.
    ///
    /// - Parameter completion: Called when all connections have ended, on the thread of the pool.
    package func close(then completion: @escaping @Sendable () -> Void) {
        guard inbox.close(completion) else { return completion() }
        connectors.finish()
        // The completion is called on the thread, so nothing can wait for the end of the thread.
        thread.detach()
    }
}

extension DatabaseError {
    static let closed = DatabaseError(.unavailable, "The connections to PostgreSQL have been closed.")
}

/// A transaction that waits for a connection or for its result.
struct PoolCall: Sendable {
    let make: @Sendable () -> Transaction
    let completion: @Sendable (ConnectionPool.Outcome) -> Void
    let submitted: ContinuousClock.Instant
}

/// The work that other threads hand to the thread of a pool.
final class PoolInbox: Sendable {
    /// The work since the last call of ``take()``.
    struct Content: Sendable {
        var calls: [PoolCall] = []
        /// The connections that were opened, or why they could not be.
        var opened: [Result<Connection, DatabaseError>] = []
        /// Called when all connections have ended.
        ///
        /// It is empty while the pool is open.
        var closings: [@Sendable () -> Void] = []
    }

    let waker: Waker
    private let state = Lock((content: Content(), isClosed: false))

    init(waker: Waker) {
        self.waker = waker
    }

    /// Adds a call, or returns `false` when the pool is closed.
    func add(_ call: PoolCall) -> Bool {
        let isAdded = state.withLock { state in
            guard !state.isClosed else { return false }
            state.content.calls.append(call)
            return true
        }
        if isAdded { waker.signal() }
        return isAdded
    }

    /// Adds an attempt to connect that has ended.
    func add(_ opened: Result<Connection, DatabaseError>) {
        state.withLock { $0.content.opened.append(opened) }
        waker.signal()
    }

    /// Closes the pool for further calls, or returns `false` if it was closed before.
    func close(_ completion: @escaping @Sendable () -> Void) -> Bool {
        let isFirst = state.withLock { state in
            guard !state.isClosed else { return false }
            state.isClosed = true
            state.content.closings.append(completion)
            return true
        }
        if isFirst { waker.signal() }
        return isFirst
    }

    /// Removes and returns the work.
    func take() -> Content {
        // Cleared before the work is taken, so work that is added in between wakes the thread again.
        waker.clear()
        return state.withLock { state in
            defer { state.content = Content() }
            return state.content
        }
    }
}
