import Coordination
import SessionsTesting
import Testing

@testable import Sessions

@Suite("Timers that repeat, on a server")
struct RepeatingTimerTests {
    private func server(_ store: TestStore = TestStore(MemoryStore(requiresEncoding: true))) throws -> TestServer {
        let application = try Application("station", title: "Station", root: Station.self, state: .init(), factory: ())
        return try TestServer(store: store, applications: HostedApplications([application]))
    }

    private func ticks(of session: Session) -> Int {
        session.record.state.screens.compactMap { ($0.screen as? Board)?.ticks }.first ?? -1
    }

    @Test("each tick is a revision, the ticks that were missed are one, and none of them prolongs the session")
    func restart() async throws {
        let server = try server()
        try await server.registry.open()
        let (session, credential) = try await server.start("station")
        try await session.report("start")
        let expiresAt = session.record.expiresAt
        for tick in 1...3 {
            server.clock.advance(by: .seconds(60))
            await eventually { ticks(of: session) == tick }
        }
        #expect(session.revision == 5 && session.record.expiresAt == expiresAt)
        server.registry.close()

        server.clock.advance(by: .seconds(250))
        let next = try server.restarted()
        try await next.registry.open()
        let again = try await next.registry.session(session.id, opening: credential)
        await eventually { ticks(of: again) == 4 }
        next.clock.advance(by: .seconds(50))
        await eventually { ticks(of: again) == 5 }
        #expect(again.revision == 7)
        next.registry.close()
    }
}

private struct Board: Screen {
    static let name = "board"
    static let start = Output<Board, Nothing>("start")

    var ticks = 0
}

private final class Station: ApplicationCoordinator {
    struct State: CoordinatorState {}

    func start() { push(Board()) }

    static let wiring: Wiring<Station> = [
        .on(Board.start) { $0.startTimer("refresh", every: .seconds(60)) },
        .on(timer: "refresh") { $0.update { (screen: inout Board) in screen.ticks += 1 } },
    ]
}
