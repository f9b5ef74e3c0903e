import Concurrency
import RawHTTP

/// The clients that have received an acknowledgment since the last reset.
final class AcknowledgementTracker: Sendable {
    private struct State {
        var active: Set<Int> = []
        /// Whether a client waits after its acknowledgment.
        var holds: Bool
    }

    private let clients: Int
    private let state: Monitor<State>

    /// Makes a tracker without acknowledgments.
    ///
    /// - Parameters:
    ///   - clients: The number of clients.
    ///   - holds: Whether each client waits after its acknowledgment until ``release()``, so that none of them uses up what
    ///     the others need for theirs.
    init(clients: Int, holds: Bool = false) {
        self.clients = clients
        state = Monitor(State(holds: holds))
    }

    /// Records an acknowledgment, and blocks while clients are held.
    func record(_ client: Int) {
        state.withLock { _ = $0.active.insert(client) }
        state.wait(while: { $0.holds }) { _ in }
    }

    /// Forgets the acknowledgments.
    ///
    /// From now on clients are held if `holds` is true.
    func reset(holds: Bool = false) { state.withLock { $0 = State(holds: holds) } }

    /// Lets the clients go on.
    func release() { state.withLock { $0.holds = false } }

    /// Waits until every client has received an acknowledgment.
    ///
    /// - Throws: `RawClient.Failure` when that takes longer than 30 seconds.
    func waitForAll() throws {
        let deadline = ContinuousClock.now + .seconds(30)
        let isLoaded = state.wait(
            while: { $0.active.count < clients && ContinuousClock.now < deadline },
            recheckAfter: { _ in 100 }
        ) { $0.active.count == clients }
        guard isLoaded else { throw RawClient.Failure(text: "Clients get no responses.") }
    }
}
