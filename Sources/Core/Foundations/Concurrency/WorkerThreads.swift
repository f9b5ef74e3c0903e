import DequeModule

/// A fixed number of named threads for work that blocks: SQLite, DNS, a password hash, a file.
///
/// Swift's own pool has one thread for each core, so a blocking call there holds up every task of the process. Async code
/// that prefers this executor runs on these threads instead:
///
/// ```swift
/// let workers = try WorkerThreads(count: 2, name: "store")
/// let rows = await Task(executorPreference: workers) { readAllRows() }.value
/// workers.submit { compactFile() }
/// workers.stop()
/// ```
///
/// Work starts in the order in which it was added. Work that continues something begun can be added ahead of it with
/// ``submitAhead(_:)``.
public final class WorkerThreads: WorkQueue {
    private struct State {
        /// Work that runs before the queue.
        var ahead = Deque<@Sendable () -> Void>()
        var queue = Deque<@Sendable () -> Void>()
        var isStopping = false

        var isEmpty: Bool { ahead.isEmpty && queue.isEmpty }

        mutating func popFirst() -> (@Sendable () -> Void)? { ahead.popFirst() ?? queue.popFirst() }
    }

    /// The number of threads.
    public let count: Int

    private let state: Monitor<State>
    private let threads = Lock([NamedThread]())

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: The number of threads, at least one.
    ///   - name: The threads' name, to which each adds its number.
    ///   - yields: Whether other threads run before these when the processors are busy.
    /// - Throws: ``ThreadError`` when the system can't create that many. The threads that were started already have ended.
    public init(count: Int, name: String, yields: Bool = false) throws(ThreadError) {
        precondition(count > 0, "WorkerThreads needs at least one thread")
        self.count = count
        state = Monitor(State())
        for number in 0..<count {
            do throws(ThreadError) {
                let thread = try NamedThread(name: "\(name)-\(number)", yields: yields) { [self] in work() }
                threads.withLock { $0.append(thread) }
            } catch {
                stop()
                throw error
            }
        }
    }

    /// The number of queued pieces of work, so a caller can reject new work before the queue grows without bound.
    public var waitingCount: Int {
        state.withLock { $0.ahead.count + $0.queue.count }
    }

    /// Whether the calling thread is one of these.
    public var isCurrent: Bool { threads.withLock { $0.contains(where: \.isCurrent) } }

    /// Adds `work` to the end of the queue.
    ///
    /// - Parameter work: Runs once, on one of the threads. It may block.
    /// - Returns: Whether it will run, which is `false` once ``stop()`` or ``finish()`` has been called.
    @discardableResult
    public func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        state.withLockWakingOne { state in
            guard !state.isStopping else { return false }
            state.queue.append(work)
            return true
        }
    }

    /// Adds `work` ahead of the work of ``submit(_:)``, and behind the work that was added with this call before.
    ///
    /// - Parameter work: Runs once, on one of the threads. It may block.
    /// - Returns: Whether it will run, which is `false` once ``stop()`` or ``finish()`` has been called.
    @discardableResult
    public func submitAhead(_ work: @escaping @Sendable () -> Void) -> Bool {
        state.withLockWakingOne { state in
            guard !state.isStopping else { return false }
            state.ahead.append(work)
            return true
        }
    }

    /// Rejects further work, waits until the queued work has run and the threads have ended.
    ///
    /// It blocks the caller. Further calls do nothing. It is a programmer error to call this on one of the threads.
    public func stop() {
        state.withLock { $0.isStopping = true }
        let threads = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in threads {
            thread.join()
        }
    }

    /// Rejects further work and returns, while the threads end after the queued work.
    ///
    /// It may be called on one of the threads.
    public func finish() {
        state.withLock { $0.isStopping = true }
        _ = threads.withLock { threads in
            // A thread object that is released without a join detaches its thread.
            defer { threads = [] }
            return threads
        }
    }

    private func work() {
        while let work = state.wait(
            while: { $0.isEmpty && !$0.isStopping },
            { $0.popFirst() }
        ) {
            work()
        }
    }
}
