public import Glibc

/// A mutex that protects plain state.
///
/// ```swift
/// let stock = Lock([String: Int]())
/// let apples = stock.withLock { stock in stock["apples", default: 0] }
/// ```
///
/// It replaces `Synchronization.Mutex`, which on Swift 6.3 hands the lock from one sleeping thread to the next when more
/// threads than cores contend for it (a few hundred times slower than a pthread mutex), and hides its ordering from the
/// thread sanitizer. Copies share one lock.
///
/// Why `@unchecked Sendable` holds:
/// 1. Mutex and state are in one heap object, at one address for the lock's whole life.
/// 2. The state is private and accessed only between `pthread_mutex_lock` and `pthread_mutex_unlock`.
/// 3. State is passed in as `sending` and only `Sendable` results are returned, so there is no other reference to it. The
///    body must not let one escape through a captured variable.
public struct Lock<State>: @unchecked Sendable {
    @usableFromInline let storage: LockStorage<State>

    /// Creates an unlocked lock that protects `state`.
    ///
    /// - Parameter state: The state. Its ownership passes to the lock.
    public init(_ state: sending State) {
        storage = LockStorage.make(state)
    }

    /// Runs `body` with the state while no other thread does, and returns its result.
    ///
    /// The body must be short and must not wait for anything. It must not lock the same lock again, because that deadlocks.
    ///
    /// - Parameter body: Reads and changes the state.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`. Its earlier changes of the state remain.
    @inlinable
    public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe storage.withUnsafeMutablePointers { state, mutex throws(Failure) in
            unsafe pthread_mutex_lock(mutex)
            defer { unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&state.pointee)
        }
    }
}

/// The state, followed by its mutex in the same allocation.
@usableFromInline
@safe
final class LockStorage<State>: ManagedBuffer<State, pthread_mutex_t> {
    static func make(_ state: State) -> LockStorage {
        let buffer = unsafe create(minimumCapacity: 1) { buffer in
            let code = unsafe buffer.withUnsafeMutablePointerToElements { unsafe pthread_mutex_init($0, nil) }
            precondition(code == 0, "pthread_mutex_init failed with errno \(code)")
            return state
        }
        return unsafe unsafeDowncast(buffer, to: LockStorage.self)
    }

    deinit {
        _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_destroy($0) }
    }
}
