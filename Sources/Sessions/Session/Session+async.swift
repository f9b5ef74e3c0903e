import Concurrency
import Synchronization

// Async façades, for tools and tests. The server's requests use the functions with completions.

extension Session {
    /// Applies an event in the session's order, and waits for its effects; see ``submit(_:for:then:)``.
    public func submit(_ submission: Submission) async throws(SessionError) -> SubmissionResult {
        try await AsyncCaller.result(onCancel: { self.wakeCancelled() }) { caller, completion in
            self.submit(submission, for: caller, then: completion)
        }.get()
    }

    /// Waits until the revision is not the client's any more; see ``view(after:wait:as:for:then:)``.
    public func view(after revision: UInt64, wait: Duration, as credential: Credential? = nil) async -> SessionView {
        await AsyncCaller.result(onCancel: { self.wakeCancelled() }) { caller, completion in
            self.view(after: revision, wait: wait, as: credential, for: caller, then: completion)
        }
    }

    /// Returns the result once no effect keeps the session busy, or when the wait is over.
    public func waitForEffects(after result: SubmissionResult, within wait: Duration) async -> SubmissionResult {
        guard wait > .zero, result.isBusy else { return result }
        let view = await AsyncCaller.result(onCancel: { self.wakeCancelled() }) { caller, completion in
            self.waitForEffects(within: wait, for: caller, then: completion)
        }
        return SubmissionResult(view: view, isReplay: result.isReplay)
    }
}

/// An async task as the caller of a function with a completion.
final class AsyncCaller: Caller {
    private let cancelled = Atomic(false)

    var queue: any WorkQueue { InlineQueue.shared }
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Returns the result of a call with a completion.
    ///
    /// - Parameters:
    ///   - onCancel: Called when the task is cancelled, after the caller counts as cancelled.
    ///   - call: Makes the call, as the caller that it is given; it must call the completion exactly once.
    /// - Returns: The value that the completion gets, also after a cancellation.
    static func result<Value: Sendable>(
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
