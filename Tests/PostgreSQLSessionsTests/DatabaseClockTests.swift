import Concurrency
import Coordination
import Counter
import Logging
import PostgreSQL
import PostgreSQLServers
import SessionsTesting
import Testing

@testable import PostgreSQLSessions
@testable import Sessions

@Suite("The clock of the database")
struct DatabaseClockTests {
    private let settings: ConnectionSettings

    init() throws {
        settings = try PostgreSQLServer.shared.get().settings(count: 2)
    }

    /// A server on a machine with a wrong clock.
    private struct Server {
        let store: PostgreSQLStore
        let registry: SessionRegistry

        init(_ settings: ConnectionSettings, ahead: Duration, follows: Bool = true) throws {
            let timeOfDay: @Sendable () -> Timestamp = { SystemClock.timeOfDay + ahead }
            let store = try PostgreSQLStore(settings, timeOfDay: timeOfDay)
            self.store = store
            registry = try SessionRegistry(
                applications: HostedApplications([CounterApplication.make()]),
                store: store,
                effects: EffectHandlers(),
                clock: SystemClock(following: { timeOfDay() + (follows ? store.clockDifference : .zero) }),
                log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        }

        func start(_ key: String) async throws -> StartedSession {
            try await registry.start(
                "counter",
                link: nil,
                client: ClientInfo(),
                idempotency: Idempotency(creationKey: key, request: Array("start".utf8))
            )
        }

        func close() async {
            registry.close()
            await store.close()
        }
    }

    @Test("servers whose clocks are 90 seconds apart agree on the time for which a start can be repeated")
    func repeatedStart() async throws {
        let servers = try [Duration.seconds(90), .seconds(-90), .zero].map { try Server(settings, ahead: $0) }
        for (number, server) in servers.enumerated() {
            let key = "0b5cf7a2-6a0e-4d38-9f53-1f2a1f6b7c1\(number)"
            let started = try await server.start(key)
            for other in servers {
                let again = try await other.start(key)
                #expect(again.result.isReplay && again.result.view.session.id == started.result.view.session.id)
            }
        }
        for server in servers { await server.close() }
    }

    @Test("servers that follow their own clocks start a second session, which shows what the clock is for")
    func control() async throws {
        let servers = try [Duration.zero, .seconds(90)].map { try Server(settings, ahead: $0, follows: false) }
        let started = try await servers[0].start("0b5cf7a2-6a0e-4d38-9f53-1f2a1f6b7c1f")
        let again = try await servers[1].start("0b5cf7a2-6a0e-4d38-9f53-1f2a1f6b7c1f")
        #expect(!again.result.isReplay && again.result.view.session.id != started.result.view.session.id)
        for server in servers { await server.close() }
    }

    @Test("each claim reads the clock again")
    func claims() async throws {
        let ahead = Lock(Duration.zero)
        let store = try PostgreSQLStore(
            settings,
            timeOfDay: { SystemClock.timeOfDay + ahead.withLock { $0 } }
        )
        let first = store.clockDifference
        #expect(first > .seconds(-1) && first < .seconds(1))
        ahead.withLock { $0 = .seconds(30) }
        _ = try await store.claimWork(at: SystemClock.timeOfDay, limit: 1)
        #expect(store.clockDifference > .seconds(-31) && store.clockDifference < .seconds(-29))
        await store.close()
    }

    @Test("a slow query does not move a difference that it can't contradict")
    func slowQuery() {
        let now = Lock(Timestamp(milliseconds: 1_000_000))
        let clock = DatabaseClock(timeOfDay: { now.withLock { $0 } })
        clock.observe(1_005_000, since: clock.now)
        #expect(clock.difference == .seconds(5))
        // The query took ten seconds, and the database read its clock somewhere in between.
        let begin = clock.now
        now.withLock { $0 = $0 + .seconds(10) }
        clock.observe(1_009_000, since: begin)
        #expect(clock.difference == .seconds(5))
        clock.observe(1_002_000, since: begin)
        #expect(clock.difference == .seconds(2))
        clock.observe(nil, since: begin)
        #expect(clock.difference == .seconds(2))
    }
}
