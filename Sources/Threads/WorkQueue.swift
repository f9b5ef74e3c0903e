/// A thread, or several, that run work in the order in which it was added.
///
/// Every queue is a task executor, so that async code of an application can stay on the queue's threads.
public protocol WorkQueue: TaskExecutor {
    /// Whether the calling thread is one of the queue's own.
    var isCurrent: Bool { get }

    /// Adds work to the end of the queue.
    ///
    /// - Parameter work: Runs once, on a thread of the queue.
    /// - Returns: Whether it will run: `false` once the queue has ended.
    @discardableResult
    func submit(_ work: @escaping @Sendable () -> Void) -> Bool
}

extension WorkQueue {
    /// Runs work once: now when the calling thread is one of the queue's own or the queue has ended, otherwise later.
    ///
    /// - Parameter work: Runs once, also after the queue has ended.
    public func perform(_ work: @escaping @Sendable () -> Void) {
        if isCurrent || !submit(work) { work() }
    }

    /// Adds a task's next job; called by the Swift runtime.
    ///
    /// A task that outlives the queue continues on Swift's shared pool, because a job must never be dropped.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = submit { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }
}

/// A queue without threads: work runs on the calling thread before `submit` returns.
public final class InlineQueue: WorkQueue {
    /// The one queue of this kind; it has no state.
    public static let shared = InlineQueue()

    private init() {}

    /// Always true.
    public var isCurrent: Bool { true }

    /// Runs the work.
    ///
    /// - Returns: True.
    public func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        work()
        return true
    }

    /// Hands a task's next job to Swift's shared pool: a task that yields must not go on before the call that made it returns.
    public func enqueue(_ job: consuming ExecutorJob) {
        globalConcurrentExecutor.enqueue(UnownedJob(job))
    }
}

/// The party that a result is for: it gets the result on its own queue, and may give up before.
public protocol Caller: AnyObject, Sendable {
    /// The queue on which the caller gets its result.
    var queue: any WorkQueue { get }
    /// Whether the caller has given up; work that has not begun for it need not begin.
    var isCancelled: Bool { get }
}
