import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("A timer that repeats")
struct RepeatingTimerTests {
    private static let application = Result {
        try Application("station", title: "Station", root: Station.self, state: .init(), factory: ())
    }

    private func session() throws -> TestSession { try TestSession(Self.application.get(), link: nil) }

    private func ticks(of session: TestSession) -> [Int64] {
        let start = session.flowState(Station.self)?.started ?? session.now
        return session.flowState(Station.self)?.ticks.map { ($0 - start).components.seconds } ?? []
    }

    @Test("it fires again and again at multiples of its interval, until it is cancelled")
    func repeats() throws {
        let session = try session()
        try session.report(Board.start)
        try session.advance(by: .seconds(200))
        #expect(ticks(of: session) == [60, 120, 180])
        #expect(session.timers == ["refresh"])
        try session.report(Board.stop)
        #expect(session.timers == [])
        try session.advance(by: .seconds(200))
        #expect(ticks(of: session).count == 3)
    }

    @Test("its handler can cancel it")
    func cancelsItself() throws {
        let session = try session()
        try session.report(Board.startTwice)
        try session.advance(by: .seconds(1_000))
        #expect(ticks(of: session) == [60, 120] && session.timers == [])
    }

    @Test("the ticks that were missed while the server was down are one, and the next is on time")
    func missed() throws {
        let session = try session()
        try session.report(Board.start)
        try session.restart(after: .seconds(250))
        #expect(ticks(of: session) == [250])
        try session.advance(by: .seconds(60))
        #expect(ticks(of: session) == [250, 300])
    }

    @Test("starting it again replaces it")
    func replaced() throws {
        let session = try session()
        try session.report(Board.start)
        try session.advance(by: .seconds(30))
        try session.report(Board.start)
        try session.advance(by: .seconds(60))
        #expect(session.timers == ["refresh"] && ticks(of: session) == [90])
    }

    @Test("an interval of less than a second is an application bug, so that a mistake can't flood the store")
    func tooShort() throws {
        let application = try Application("flood", title: "Flood", root: Flood.self, factory: ())
        let error = #expect(throws: NavigationError.self) { try TestSession(application, link: nil) }
        guard case .bug(let sentence) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(
            sentence
                == "Flood starts the timer 'refresh' to repeat every 999 milliseconds: it may repeat once a second at most, because each tick is a step that is stored."
        )
    }

    @Test("it ends with its flow")
    func ends() throws {
        let session = try session()
        try session.report(Board.open)
        #expect(session.timers == ["refresh"])
        try session.back()
        #expect(session.timers == [])
    }

    @Test(
        "only a state with such a timer has the format that earlier releases can't read, and its ticks prolong no session"
    )
    func stored() throws {
        let session = try session()
        func format() throws -> JSONValue? {
            try JSONValue(parsing: session.application.encode(session.state))["format"]
        }
        #expect(try format() == 1)
        try session.report(Board.start)
        #expect(try format() == 5)
        let timer = try #require(session.state.pending.first)
        #expect(timer.interval == .seconds(60))
        #expect(Event.timer(timer.key).prolongsSession(in: session.state) == false)
    }

    @Test("an exploration and a random walk fire it")
    func tools() throws {
        let report = try Explorer(Self.application.get()).explore()
        #expect(report.uncalledHandlers == [])
        _ = try RandomWalker(Self.application.get(), seed: 1).walk(steps: 300)
    }
}

private struct Board: Screen {
    static let name = "board"
    static let start = Output<Board, Nothing>("start")
    static let startTwice = Output<Board, Nothing>("startTwice")
    static let stop = Output<Board, Nothing>("stop")
    static let open = Output<Board, Nothing>("open")

    var ticks = 0
}

private struct Platform: Screen {
    static let name = "platform"
}

private final class Station: ApplicationCoordinator {
    struct State: CoordinatorState {
        var started: Timestamp?
        var ticks: [Timestamp] = []
        var limit: Int?
    }

    func start() { push(Board()) }

    static let wiring: Wiring<Station> = [
        .on(Board.start) { $0.begin() },
        .on(Board.startTwice) { $0.begin(limit: 2) },
        .on(Board.stop) { $0.cancelTimer("refresh") },
        .on(Board.open) { $0.run(Watch.self) },
        .on(timer: "refresh") { $0.tick() },
        .runs(Watch.self),
    ]

    private func begin(limit: Int? = nil) {
        state = State(started: state.started ?? now, ticks: state.ticks, limit: limit)
        startTimer("refresh", every: .seconds(60))
    }

    private func tick() {
        state.ticks.append(now)
        if state.ticks.count == state.limit { cancelTimer("refresh") }
    }
}

private final class Watch: Coordinator {
    typealias State = NoState

    func start() {
        push(Platform())
        startTimer("refresh", every: .seconds(60))
    }

    static let wiring: Wiring<Watch> = [.shows(Platform.self), .on(timer: "refresh") { _ in }]
}

private final class Flood: ApplicationCoordinator {
    typealias State = NoState

    func start() {
        push(Platform())
        startTimer("refresh", every: .milliseconds(999))
    }

    static let wiring: Wiring<Flood> = [.shows(Platform.self), .on(timer: "refresh") { _ in }]
}
