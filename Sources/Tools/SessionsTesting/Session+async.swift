public import Sessions

// The functions with completions that requests of the server use, as async functions for tests.

extension Session {
    /// Applies an event in the session's order, and waits for its effects, as ``submit(_:for:then:)`` does.
    public func submit(_ submission: Submission) async throws(SessionError) -> SubmissionResult {
        try await AsyncCaller.result(onCancel: { self.wakeCancelled() }) { caller, completion in
            self.submit(submission, for: caller, then: completion)
        }.get()
    }

    /// Waits until the revision is not the client's any more, as ``view(after:wait:as:for:then:)`` does.
    public func view(after revision: UInt64, wait: Duration, as credential: Credential? = nil) async -> SessionView {
        await AsyncCaller.result(onCancel: { self.wakeCancelled() }) { caller, completion in
            self.view(after: revision, wait: wait, as: credential, for: caller, then: completion)
        }
    }
}
