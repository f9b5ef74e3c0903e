import DequeModule

/// A fixed number of named threads for work that blocks: SQLite, DNS, a password hash, a file.
///
/// Swift's own pool has one thread a core, so a blocking call there holds up every task of the process. Async code runs
/// here instead when its task prefers it:
///
/// ```swift
/// let workers = try WorkerThreads(count: 2, name: "store")
/// let rows = await Task(executorPreference: workers) { readAllRows() }.value
/// workers.submit { compactFile() }
/// workers.stop()
/// ```
///
/// Work is taken in the order it came in.
public final class WorkerThreads: WorkQueue {
    private struct State {
        var queue = Deque<@Sendable () -> Void>()
        var isStopping = false
    }

    /// The number of threads.
    public let count: Int

    private let state: Monitor<State>
    private let threads = Lock([NamedThread]())

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: How many threads; at least one.
    ///   - name: Their name; each has its number added.
    /// - Throws: ``ThreadError`` when the system doesn't give that many; those already started have ended again.
    public init(count: Int, name: String) throws(ThreadError) {
        precondition(count > 0, "WorkerThreads needs at least one thread")
        self.count = count
        state = Monitor(State())
        for number in 0..<count {
            do throws(ThreadError) {
                let thread = try NamedThread(name: "\(name)-\(number)") { [self] in work() }
                threads.withLock { $0.append(thread) }
            } catch {
                stop()
                throw error
            }
        }
    }

    /// How much work waits for a thread, so that a caller can turn new work away before a queue grows without bound.
    public var waitingCount: Int {
        state.withLock { $0.queue.count }
    }

    /// Whether the calling thread is one of these.
    public var isCurrent: Bool { threads.withLock { $0.contains(where: \.isCurrent) } }

    /// Puts `work` at the end of the queue.
    ///
    /// - Parameter work: Runs once, on one of the threads; it may block.
    /// - Returns: Whether it will run: `false` once ``stop()`` has been called.
    @discardableResult
    public func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        state.withLockWakingOne { state in
            guard !state.isStopping else { return false }
            state.queue.append(work)
            return true
        }
    }

    /// Lets the threads finish what is queued, refuses more, and waits until they have ended.
    ///
    /// Blocks the caller. Calling it again is harmless; it is a programmer error to call it on one of the threads.
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

    /// Lets the threads finish what is queued and refuses more, without waiting; may be called on one of the threads.
    public func finish() {
        state.withLock { $0.isStopping = true }
        _ = threads.withLock { threads in
            // Threads that nobody will wait for clean up after themselves.
            defer { threads = [] }
            return threads
        }
    }

    private func work() {
        while let work = state.waiting(
            while: { $0.queue.isEmpty && !$0.isStopping },
            { $0.queue.popFirst() }
        ) {
            work()
        }
    }
}
