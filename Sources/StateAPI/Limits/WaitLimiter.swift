import Concurrency
import HTTPCore
import Sessions

/// The limit on requests that wait at a time, by session and by client address.
final class WaitLimiter: Sendable {
    /// The limit that a wait exceeds.
    enum Rejection: Error {
        case session(limit: Int), address(limit: Int)
    }

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
            limiter.end(session, network)
        }
    }

    private struct Waits {
        var bySession: [SessionID: Int] = [:]
        var byNetwork: [ClientAddress: Int] = [:]
        var count = 0
    }

    private let perSession: Int
    private let perAddress: Int
    private let waits = Lock(Waits())

    /// The number of requests that wait now.
    var count: Int { waits.withLock { $0.count } }

    init(_ limits: RequestLimits) {
        perSession = limits.sessionWaits == 0 ? .max : limits.sessionWaits
        perAddress = limits.addressWaits == 0 ? .max : limits.addressWaits
    }

    /// Counts a wait of a session; an unknown address has no limit of its own.
    ///
    /// - Throws: The limit that it would exceed; it is not counted then.
    func begin(_ session: SessionID, _ client: ClientAddress?) throws(Rejection) -> Slot {
        let network = client?.network
        try waits.withLock { waits throws(Rejection) in
            guard waits.bySession[session, default: 0] < perSession else {
                throw .session(limit: perSession)
            }
            if let network {
                guard waits.byNetwork[network, default: 0] < perAddress else {
                    throw .address(limit: perAddress)
                }
                waits.byNetwork[network, default: 0] += 1
            }
            waits.bySession[session, default: 0] += 1
            waits.count += 1
        }
        return Slot(self, session, network)
    }

    private func end(_ session: SessionID, _ network: ClientAddress?) {
        waits.withLock { waits in
            waits.count -= 1
            Self.decrement(&waits.bySession, session)
            if let network { Self.decrement(&waits.byNetwork, network) }
        }
    }

    private static func decrement<Key>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
