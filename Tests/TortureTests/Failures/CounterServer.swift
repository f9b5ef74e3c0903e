import Concurrency
import Coordination
import Counter
import HTTPCore
import Logging
import Sessions
import SessionsTesting
import StateAPI

/// A server of the counter application with room for one session in memory, over a store that fails as planned.
struct CounterServer: Sendable {
    let clock: ManualClock
    let client: InProcessClient
    private let registry: SessionRegistry

    /// Starts a server, and repeats opening the registry up to 20 times while the store fails.
    ///
    /// - Parameters:
    ///   - store: The store, which fails as planned.
    ///   - clock: The clock of the sessions.
    ///   - performed: The set that receives the idempotency keys of performed effects.
    /// - Throws: `StoreError` if the store still fails at the twentieth opening, or `ThreadError` if the system provides no
    ///   thread.
    init(_ store: any SessionStore, clock: ManualClock, performed: Lock<Set<String>>) async throws {
        var handlers = EffectHandlers()
        handlers.on(Question.self) { _, context in
            performed.withLock { _ = $0.insert(context.idempotencyKey) }
            return 10
        }
        handlers.on(QuietQuestion.self) { _, context in
            performed.withLock { _ = $0.insert(context.idempotencyKey) }
            return 1_000
        }
        var limits = SessionLimits()
        limits.memoryBytes = 1
        let log = Logger(label: "torture") { _ in SwiftLogNoOpLogHandler() }
        registry = try SessionRegistry(
            applications: HostedApplications([try CounterApplication.make()]),
            store: store,
            effects: handlers,
            clock: clock,
            limits: limits,
            effectThreads: 2,
            log: log
        )
        self.clock = clock
        client = InProcessClient(handler: StateAPI(registry: registry, log: log).handler())
        for attempt in 1... {
            do throws(StoreError) {
                try await registry.open()
                break
            } catch {
                guard attempt < 20 else { throw error }
            }
        }
    }

    /// Stops the server.
    ///
    /// Its store stays open.
    func stop() { registry.close() }
}
