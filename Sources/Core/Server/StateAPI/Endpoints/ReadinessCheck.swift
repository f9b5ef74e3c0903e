import Concurrency
import Sessions

/// The check behind `/readyz`, at most one at a time and one a second, so that probes are cheap for the store.
final class ReadinessCheck: Sendable {
    typealias Completion = @Sendable (StoreError?) -> Void

    private struct State {
        var error: StoreError?
        /// The time until which the result is used again, or `nil` before the first one.
        var expiry: ContinuousClock.Instant?
        /// The callers that wait for the running check.
        var waiters: [Completion] = []
        var isRunning = false
    }

    private enum Step {
        case complete(StoreError?)
        case start
        case wait
    }

    private let registry: SessionRegistry
    private let lifetime: Duration
    private let databases: [any WatchedDatabase]
    private let state = Lock(State())

    /// Makes the check of a registry's store and of the databases that effects use, with a result that is used for a time.
    init(_ registry: SessionRegistry, lifetime: Duration, databases: [any WatchedDatabase]) {
        self.registry = registry
        self.lifetime = lifetime
        self.databases = databases
    }

    /// Checks whether the databases can be reached, and passes the error to the completion if one can't be.
    func run(on queue: any WorkQueue, then completion: @escaping Completion) {
        let step = state.withLock { state -> Step in
            if let expiry = state.expiry, .now < expiry { return .complete(state.error) }
            state.waiters.append { error in queue.perform { completion(error) } }
            if state.isRunning { return .wait }
            state.isRunning = true
            return .start
        }
        switch step {
        case .complete(let error): completion(error)
        case .start:
            registry.readiness(on: queue) { [self] error in
                end(error ?? databases.lazy.compactMap(\.problem).first)
            }
        case .wait: break
        }
    }

    private func end(_ error: StoreError?) {
        let waiters = state.withLock { state in
            state.error = error
            state.expiry = .now + lifetime
            state.isRunning = false
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter(error) }
    }
}
