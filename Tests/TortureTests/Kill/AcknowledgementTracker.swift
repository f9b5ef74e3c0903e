import Concurrency
import RawHTTP

/// The clients that have received an acknowledgment since the last reset.
final class AcknowledgementTracker: Sendable {
    private let clients: Int
    private let active = Monitor(Set<Int>())

    init(clients: Int) {
        self.clients = clients
    }

    func record(_ client: Int) {
        active.withLock { _ = $0.insert(client) }
    }

    func reset() { active.withLock { $0 = [] } }

    /// Waits until every client has received an acknowledgment.
    ///
    /// - Throws: `RawClient.Failure` when that takes longer than 30 seconds.
    func waitForAll() throws {
        let deadline = ContinuousClock.now + .seconds(30)
        let isLoaded = active.wait(
            while: { $0.count < clients && ContinuousClock.now < deadline },
            recheckAfter: { _ in 100 }
        ) { $0.count == clients }
        guard isLoaded else { throw RawClient.Failure(text: "Clients get no responses.") }
    }
}
