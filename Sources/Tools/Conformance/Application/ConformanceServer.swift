import Concurrency
import Coordination
import Logging
import MicroHTTP
import Sessions
import UsherServer

/// A server with the application that clients are tried with, on a free port of the loopback address.
///
/// Its clock follows the time, and can be advanced, so that sessions expire without a wait.
final class ConformanceServer: Sendable {
    private let server: UsherServer
    private let clock: AdvancingClock

    /// The time without a change after which a session expires.
    static let idleTimeout = Duration.seconds(3_600)

    var port: Int { server.port }

    init() throws {
        var settings = UsherServer.Settings()
        settings.http.port = 0
        settings.http.loopCount = 1
        settings.sessions.idleTimeout = Self.idleTimeout
        settings.stopGrace = .zero
        clock = try AdvancingClock()
        server = try UsherServer(
            applications: [try ConformanceApplication.make()],
            effects: .conformance,
            clock: clock,
            settings: settings,
            metrics: PrometheusMetrics(),
            log: Logger(label: "conform") { _ in SwiftLogNoOpLogHandler() }
        )
        let server = server
        try waiting { try await server.start() }
    }

    /// Advances the clock beyond the time after which a session expires.
    func expireSessions() { clock.advance(by: Self.idleTimeout + .seconds(60)) }

    func stop() {
        let server = server
        try? waiting { await server.stop() }
        clock.stop()
    }
}
