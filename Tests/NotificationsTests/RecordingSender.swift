import Concurrency
import Coordination
import Sessions

/// A service for phones that records what it gets.
final class RecordingSender: NotificationSender {
    struct Unreachable: Error {}

    private let state = Lock((sent: [OutgoingNotification](), tokens: [JSONValue](), failures: 0, hasEnded: false))

    var key: String? { nil }
    /// What it has got, in failed attempts, too.
    var sent: [OutgoingNotification] { state.withLock { $0.sent } }
    var tokens: [JSONValue] { state.withLock { $0.tokens } }

    /// Fails the next attempts.
    func fail(times: Int) { state.withLock { $0.failures = times } }

    /// Says that every device has ended its subscription.
    func endSubscriptions() { state.withLock { $0.hasEnded = true } }

    func send(_ notification: OutgoingNotification, to token: JSONValue) async throws -> NotificationOutcome {
        try state.withLock { state in
            state.sent.append(notification)
            state.tokens.append(token)
            if state.failures > 0 {
                state.failures -= 1
                throw Unreachable()
            }
            return state.hasEnded ? .ended : .accepted
        }
    }
}
