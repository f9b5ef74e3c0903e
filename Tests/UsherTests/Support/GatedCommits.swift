import Concurrency

@testable import Accounts
@testable import ServiceDatabase

/// Commits that wait until a test opens the gate, and are then made one after the other, in the order of their arrival.
final class GatedCommits: CommitFaults {
    private struct State {
        var isOpen = false
        var arrived = 0
        var made = 0
    }

    private let state = Monitor(State())

    func open() { state.withLock { $0.isOpen = true } }

    /// Blocks until a number of commits have arrived.
    func waitForArrival(of count: Int) { state.wait(while: { $0.arrived < count }) { _ in } }

    /// Blocks until a number of commits have been made.
    func waitForCommits(_ count: Int) { state.wait(while: { $0.made < count }) { _ in } }

    func beforeCommit() {
        let place = state.withLock { state in
            defer { state.arrived += 1 }
            return state.arrived
        }
        state.wait(while: { !$0.isOpen || $0.made < place }) { _ in }
    }

    func afterCommit() { state.withLock { $0.made += 1 } }
}
