import Concurrency
import Glibc

/// Runs asynchronous work and blocks the calling thread until it is done.
///
/// The thread must be one of our own, never one of Swift's pool.
func waiting(_ work: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Monitor<Result<Void, any Error>?>(nil)
    Task {
        do {
            try await work()
            outcome.withLock { $0 = .success(()) }
        } catch {
            outcome.withLock { $0 = .failure(error) }
        }
    }
    try outcome.wait(while: { $0 == nil }) { $0 ?? .success(()) }.get()
}

/// Blocks the calling thread for a time.
func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    unsafe nanosleep(&time, nil)
}
