/// One thread on which an actor runs whose work blocks: a database, a file.
///
/// ```swift
/// actor Store {
///     nonisolated let thread: SerialThread
///     nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
///     deinit { thread.finish() }
/// }
/// ```
public final class SerialThread: SerialExecutor {
    private let worker: WorkerThreads

    /// Starts the thread.
    ///
    /// - Parameter name: Its name, as tools show it.
    /// - Throws: ``ThreadError`` when the system gives none.
    public init(name: String) throws(ThreadError) {
        worker = try WorkerThreads(count: 1, name: name)
    }

    /// Runs tasks on the same thread, for those that mostly call the actor: they spare the way to another thread and back.
    public var tasks: any TaskExecutor { worker }

    /// Puts the actor's next piece of work at the end of the queue; called by the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedSerialExecutor()
        let isTaken = worker.submit { unsafe job.runSynchronously(on: executor) }
        precondition(isTaken, "An actor must not be used after its thread was finished.")
    }

    /// Lets the thread end after what is queued, without waiting for it; for the actor's `deinit`.
    public func finish() {
        worker.finish()
    }
}
