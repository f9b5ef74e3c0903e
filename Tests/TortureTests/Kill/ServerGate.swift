import Concurrency

/// The gate at which clients wait while no server runs, and which gives them the port of the next one.
final class ServerGate: Sendable {
    enum Phase: Equatable, Sendable {
        /// No server runs.
        case closed
        /// A server listens on a port.
        case open(port: Int)
        /// A server listens on a port, and clients complete their unanswered requests without sending new ones.
        case finishing(port: Int)
        /// Clients end, even with unanswered requests.
        case ended
    }

    private let state = Monitor((phase: Phase.closed, inside: 0))

    /// Waits for a server.
    ///
    /// A client that has entered must call ``leave()``.
    ///
    /// - Returns: The port of the server and whether clients must not send new requests, or `nil` if the gate is over.
    func enter() -> (port: Int, isFinishing: Bool)? {
        state.wait(while: { $0.phase == .closed }) { state in
            switch state.phase {
            case .open(let port):
                state.inside += 1
                return (port, false)
            case .finishing(let port):
                state.inside += 1
                return (port, true)
            case .closed, .ended:
                return nil
            }
        }
    }

    func leave() { state.withLock { $0.inside -= 1 } }

    func set(_ phase: Phase) { state.withLock { $0.phase = phase } }

    /// Closes the gate, and waits until all clients have left.
    func close() {
        set(.closed)
        state.wait(while: { $0.inside > 0 }) { _ in }
    }
}
