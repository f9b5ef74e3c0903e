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
/// Copies are the same lock.
///
/// Why `@unchecked Sendable` holds:
/// 1. Mutex and state lie in one object on the heap, at one address for the lock's whole life.
/// 2. The state is hidden and read or written only between `pthread_mutex_lock` and `pthread_mutex_unlock`.
/// 3. State comes in as `sending` and only `Sendable` results go out, so nothing else refers to what is inside, unless
///    the body lets a reference escape through a captured variable, which it must not do.
public struct Lock<State>: @unchecked Sendable {
    @usableFromInline let guarded: Guarded<State>

    /// Makes an unlocked lock that guards `state`.
    ///
    /// - Parameter state: What is to be guarded. The caller gives it away.
    public init(_ state: sending State) {
        guarded = Guarded.make(state)
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
        try unsafe guarded.withUnsafeMutablePointers { state, mutex throws(Failure) in
            unsafe pthread_mutex_lock(mutex)
            defer { unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&state.pointee)
        }
    }
}

/// A state and, behind it in the same piece of memory, its mutex.
@usableFromInline
@safe
final class Guarded<State>: ManagedBuffer<State, pthread_mutex_t> {
    static func make(_ state: State) -> Guarded {
        let buffer = unsafe create(minimumCapacity: 1) { buffer in
            let code = unsafe buffer.withUnsafeMutablePointerToElements { unsafe pthread_mutex_init($0, nil) }
            precondition(code == 0, "pthread_mutex_init failed with errno \(code)")
            return state
        }
        return unsafe unsafeDowncast(buffer, to: Guarded.self)
    }

    deinit {
        _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_destroy($0) }
    }
}
