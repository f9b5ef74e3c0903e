public import Glibc

/// A mutual-exclusion lock round plain state.
///
/// ```swift
/// let seats = Lock([String: Int]())
/// let taken = seats.withLock { seats in seats["row 4", default: 0] }
/// ```
///
/// It stands in for `Synchronization.Mutex`, which on Swift 6.3 hands the lock from sleeper to sleeper when more threads
/// than cores want it (a few hundred times slower than a pthread mutex) and hides its ordering from the thread sanitizer.
///
/// Why `@unchecked Sendable` holds:
/// 1. The mutex lives on the heap at one address for the lock's whole life, so no copy of it is ever locked.
/// 2. `state` is hidden and read or written only between `pthread_mutex_lock` and `pthread_mutex_unlock`.
/// 3. State comes in as `sending` and only `Sendable` results go out, so nothing else refers to what is inside, unless
///    the body lets a reference escape through a captured variable, which it must not do.
@safe
public final class Lock<State>: @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    // That nobody else reads or writes it meanwhile is what the mutex is for.
    @safe @exclusivity(unchecked) @usableFromInline var state: State

    /// Makes an unlocked lock that guards `state`.
    ///
    /// - Parameter state: What is to be guarded. The caller gives it away.
    public init(_ state: sending State) {
        unsafe mutex = .allocate(capacity: 1)
        self.state = state
        let code = unsafe pthread_mutex_init(mutex, nil)
        precondition(code == 0, "pthread_mutex_init failed with errno \(code)")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with the state while no other thread does, and returns what it returns.
    ///
    /// The body must be short, must not wait for anything and must not take the same lock again: that never returns.
    ///
    /// - Parameter body: Reads and changes the state. What it throws is rethrown; changes made until then stay.
    /// - Returns: The result of `body`.
    @inlinable
    public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
