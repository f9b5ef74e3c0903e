package import Concurrency
import Synchronization

/// An async task as the caller of a function with a completion.
package final class AsyncCaller: Caller {
    private let cancelled = Atomic(false)

    package var queue: any WorkQueue { InlineQueue.shared }
    package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Returns the result of a call with a completion.
    ///
    /// - Parameters:
    ///   - onCancel: Called when the task is cancelled, after the caller counts as cancelled.
    ///   - call: Makes the call, as the caller that it is given. It must call the completion exactly once.
    /// - Returns: The value that the completion gets, also after a cancellation.
    package static func result<Value: Sendable>(
        onCancel: @escaping @Sendable () -> Void = {},
        _ call: (AsyncCaller, @escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        let caller = AsyncCaller()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                call(caller) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            caller.cancelled.store(true, ordering: .releasing)
            onCancel()
        }
    }
}
