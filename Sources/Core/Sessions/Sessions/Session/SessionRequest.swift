import Concurrency
import Coordination
import Synchronization

/// A request to a session, with the caller that gets its result.
///
/// It is a class because the queue and several closures refer to it.
final class SessionRequest: Sendable {
    /// The kinds of request that run in the order of the session.
    enum Command: Sendable {
        case submit(Submission)
        case recordUse
        /// Commits a change of the record that is no step, such as of its credentials.
        case amend(Amendment)
        /// Loads the record again if another server has changed it.
        case refresh
        case end
    }

    typealias Amendment = @Sendable (LiveRecord) throws(SessionError) -> LiveRecord

    let command: Command
    let caller: any Caller
    let then: @Sendable (Result<SubmissionResult, SessionError>) -> Void
    /// The digest of the request's idempotency key.
    let key: Digest?
    /// The longest wait for effects.
    let wait: Duration
    /// The number of times that the request ran again because another server had changed the session.
    private let repetitions = Atomic<UInt8>(0)

    /// Counts another run, and returns whether the request may run again.
    ///
    /// Each conflict means that another server has succeeded, so a request does not lose many times in a row. The limit ends a
    /// loop that a faulty store could cause.
    func beginRepetition() -> Bool { repetitions.add(1, ordering: .relaxed).newValue <= 32 }

    /// The credential that a client has presented for it.
    var credential: Credential? {
        if case .submit(let submission) = command { submission.credential } else { nil }
    }

    init(
        command: Command,
        caller: any Caller,
        then completion: @escaping @Sendable (Result<SubmissionResult, SessionError>) -> Void
    ) {
        self.command = command
        self.caller = caller
        then = completion
        if case .submit(let submission) = command {
            key = submission.idempotency?.key
            wait = submission.wait
        } else {
            key = nil
            wait = .zero
        }
    }
}

/// A caller that waits for a change of a session.
struct SessionWaiter: Sendable {
    let caller: any Caller
    /// The digest of the client's credential, or `nil` for none.
    ///
    /// The replacement or revocation of the credential ends the wait.
    let credential: Digest?
    /// Ends the wait at its deadline.
    let scheduledAction: ScheduledAction
    let then: @Sendable (SessionView) -> Void

    func wake(_ view: SessionView) {
        scheduledAction.cancel()
        caller.queue.perform { then(view) }
    }
}

/// A caller inside the server, such as an effect that has ended.
///
/// It never gives up.
final class InternalCaller: Caller {
    let queue: any WorkQueue
    var isCancelled: Bool { false }

    init(queue: any WorkQueue) {
        self.queue = queue
    }
}
