internal import Glibc

/// A mutex that protects plain state, with a condition variable for threads that wait for a change of it.
///
/// ```swift
/// let queue = Monitor([Order]())
/// queue.withLock { $0.append(order) }                      // producer
/// let batch = queue.wait(while: { $0.isEmpty }) { queue in  // consumer: sleeps while there is nothing
///     defer { queue.removeAll() }
///     return queue
/// }
/// ```
///
/// Waiting blocks the thread, so do it on threads of our own (``NamedThread``, ``WorkerThreads``) and never on Swift's
/// shared pool.
///
/// `@unchecked Sendable` holds for the same three reasons as for ``Lock``. The condition variable is on the heap, too, and
/// `pthread_cond_wait` has locked the mutex again when it returns.
@safe
public final class Monitor<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// Creates a monitor that protects `state`.
    ///
    /// - Parameter state: The state. Its ownership passes to the monitor.
    public init(_ state: sending State) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        self.state = state
        let mutexCode = unsafe pthread_mutex_init(mutex, nil)
        precondition(mutexCode == 0, "pthread_mutex_init failed with errno \(mutexCode)")
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        defer { unsafe pthread_condattr_destroy(&attributes) }
        let conditionCode = unsafe pthread_cond_init(changed, &attributes)
        precondition(conditionCode == 0, "pthread_cond_init failed with errno \(conditionCode)")
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` with the state while no other thread does, then wakes all waiting threads.
    ///
    /// - Parameter body: Reads and changes the state.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`. Its earlier changes of the state remain, and waiting threads are woken as well.
    public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try access(wakingAll: true, body)
    }

    /// Does the same as ``withLock(_:)``, but wakes one waiting thread.
    ///
    /// Use it when any waiter can handle the change.
    ///
    /// - Parameter body: Reads and changes the state.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`. Its earlier changes of the state remain, and one waiting thread is woken as well.
    public func withLockWakingOne<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try access(wakingAll: false, body)
    }

    @inline(__always)
    private func access<Result, Failure: Error>(
        wakingAll: Bool,
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe _ = wakingAll ? pthread_cond_broadcast(changed) : pthread_cond_signal(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Waits while `condition` holds, then runs `body` with the state before any other thread can change it.
    ///
    /// The body may change the state, but that wakes no thread.
    ///
    /// - Parameters:
    ///   - condition: Whether to continue waiting. It is evaluated at once, after each change, and after each pause.
    ///   - recheckAfter: The milliseconds after which `condition` is evaluated again even without a change, or `nil` for no
    ///     limit.
    ///   - body: Reads and changes the state.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`. Its earlier changes of the state remain.
    public func wait<Result: Sendable, Failure: Error>(
        while condition: (State) -> Bool,
        recheckAfter: (State) -> Int64? = { _ in nil },
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while condition(state) {
            if let milliseconds = recheckAfter(state) {
                var deadline = Self.deadline(after: max(0, milliseconds))
                unsafe pthread_cond_timedwait(changed, mutex, &deadline)
            } else {
                unsafe pthread_cond_wait(changed, mutex)
            }
        }
        return try body(&state)
    }

    private static func deadline(after milliseconds: Int64) -> timespec {
        var deadline = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_sec += Int(milliseconds / 1_000)
        deadline.tv_nsec += Int(milliseconds % 1_000) * 1_000_000
        if deadline.tv_nsec >= 1_000_000_000 {
            deadline.tv_sec += 1
            deadline.tv_nsec -= 1_000_000_000
        }
        return deadline
    }
}
