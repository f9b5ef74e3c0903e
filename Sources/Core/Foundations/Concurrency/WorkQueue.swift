/// A queue of work, which one or several threads run in the order in which it was added.
///
/// Every queue is a task executor, so an application's async code can stay on the queue's threads.
public protocol WorkQueue: TaskExecutor {
    /// Whether the calling thread is one of the queue's own.
    var isCurrent: Bool { get }

    /// Adds work to the end of the queue.
    ///
    /// - Parameter work: Runs once, on a thread of the queue.
    /// - Returns: Whether the work will run, which is `false` once the queue has ended.
    @discardableResult
    func submit(_ work: @escaping @Sendable () -> Void) -> Bool
}

extension WorkQueue {
    /// Runs work now if this is a thread of the queue or the queue has ended, and otherwise adds it to the queue.
    ///
    /// - Parameter work: Runs exactly once, also after the queue has ended.
    public func perform(_ work: @escaping @Sendable () -> Void) {
        if isCurrent || !submit(work) { work() }
    }

    /// Adds a task's next job, when the Swift runtime calls it.
    ///
    /// A task that outlives the queue continues on Swift's shared pool, because a job must never be dropped.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isAccepted = submit { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        if !isAccepted { globalConcurrentExecutor.enqueue(job) }
    }
}

/// A queue without threads: work runs on the calling thread before `submit` returns.
public final class InlineQueue: WorkQueue {
    /// The shared instance, which has no state.
    public static let shared = InlineQueue()

    private init() {}

    /// Always true, as work runs on the calling thread.
    public var isCurrent: Bool { true }

    /// Runs the work.
    ///
    /// - Returns: True.
    public func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        work()
        return true
    }

    /// Adds a task's next job to Swift's shared pool.
    ///
    /// If the job ran here, a task that yields would continue before the call that started it returns.
    public func enqueue(_ job: consuming ExecutorJob) {
        globalConcurrentExecutor.enqueue(UnownedJob(job))
    }
}

/// The recipient of a result, which gets it on its own queue and may cancel before.
public protocol Caller: AnyObject, Sendable {
    /// The queue on which the caller gets its result.
    var queue: any WorkQueue { get }
    /// Whether the caller no longer needs the result, so that work for it that has not started can be skipped.
    var isCancelled: Bool { get }
}
