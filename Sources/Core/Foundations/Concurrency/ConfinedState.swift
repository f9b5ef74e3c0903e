/// State that is accessed on one thread only, for blocking work on a database or a file.
///
/// ```swift
/// let file = ConfinedState(try File(path: path), thread: try WorkerThreads(count: 1, name: "store"))
/// file.submit { file in file.write(line) }
/// ```
///
/// Why `@unchecked Sendable` holds:
/// 1. The state is passed as `sending`, so no other reference to it is left.
/// 2. It is private, and only work on the one thread reads or writes it, in order.
public final class ConfinedState<State>: @unchecked Sendable {
    private var state: State
    private let thread: WorkerThreads

    /// Confines a state to a thread.
    ///
    /// - Parameters:
    ///   - state: The state. Its ownership passes to this object.
    ///   - thread: Exactly one thread, which this object ends when it is deallocated.
    public init(_ state: sending State, thread: WorkerThreads) {
        precondition(thread.count == 1, "State can be confined to one thread only.")
        self.state = state
        self.thread = thread
    }

    // Queued work retains this object, so all of it has run by now.
    deinit { thread.finish() }

    /// Adds work to the thread's queue.
    ///
    /// - Parameter work: Runs once, with the state, on the thread. It may block.
    public func submit(_ work: @escaping @Sendable (inout State) -> Void) {
        let isAccepted = thread.submit { work(&self.state) }
        precondition(isAccepted, "The thread of a confined state was stopped by another object.")
    }
}
