import Concurrency
import HTTPCore
import Sessions

/// The limit on requests that wait at a time, by session and by client address.
final class WaitLimiter: Sendable {
    /// A wait that counts until this is released, whether it ends with a response or is cancelled.
    final class Slot: Sendable {
        private let limiter: WaitLimiter
        private let session: SessionID
        private let network: ClientAddress?

        fileprivate init(_ limiter: WaitLimiter, _ session: SessionID, _ network: ClientAddress?) {
            self.limiter = limiter
            self.session = session
            self.network = network
        }

        deinit {
            limiter.waits.withLock { $0.remove(session, network) }
        }
    }

    private let waits: Lock<RequestCounts>

    /// The number of requests that wait now.
    var count: Int { waits.withLock { $0.total } }

    init(_ limits: RequestLimits) {
        let session = RequestCounts.Limit(
            quota: limits.sessionWaits,
            policy: "session-waits",
            detail: "Too many requests wait for this session's next revision."
        )
        let address = RequestCounts.Limit(
            quota: limits.addressWaits,
            policy: "address-waits",
            detail: "Too many requests of your address wait for a next revision."
        )
        waits = Lock(
            RequestCounts(
                session: limits.sessionWaits == 0 ? nil : session,
                address: limits.addressWaits == 0 ? nil : address
            )
        )
    }

    /// Counts a wait of a session until the returned slot is released.
    ///
    /// A wait from an unknown address has no limit by address.
    ///
    /// - Throws: The problem if the wait exceeds a limit. It is not counted then.
    func begin(_ session: SessionID, _ client: ClientAddress?) throws(APIError) -> Slot {
        let network = client?.network
        if let exceeded = waits.withLock({ $0.add(session, network) }) { throw .limit(exceeded.problem) }
        return Slot(self, session, network)
    }
}
