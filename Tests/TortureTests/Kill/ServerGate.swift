import Threads

/// Where clients wait while there is no server, and learn where the next one is.
final class ServerGate: Sendable {
    enum Phase: Equatable, Sendable {
        /// There is no server.
        case closed
        /// There is one at a port.
        case open(port: Int)
        /// There is one, and what was begun is to be brought to its end there.
        case finishing(port: Int)
        /// Clients end, whatever they have begun.
        case over
    }

    private let state = Monitor((phase: Phase.closed, inside: 0))

    /// Waits for a server; a client that was let in must ``leave()``.
    ///
    /// - Returns: Where the server is, `nil` when there will be none; and whether nothing new is to be begun.
    func enter() -> (port: Int, isFinishing: Bool)? {
        state.waiting(while: { $0.phase == .closed }) { state in
            switch state.phase {
            case .open(let port):
                state.inside += 1
                return (port, false)
            case .finishing(let port):
                state.inside += 1
                return (port, true)
            case .closed, .over:
                return nil
            }
        }
    }

    func leave() { state.withLock { $0.inside -= 1 } }

    func set(_ phase: Phase) { state.withLock { $0.phase = phase } }

    /// Lets nobody in any more, and waits until all have left.
    func close() {
        set(.closed)
        state.waiting(while: { $0.inside > 0 }) { _ in }
    }
}
