import CoordinationTesting
import Testing

@Suite("Observers of an application's events")
struct ObserverTests {
    private static let application = Result {
        try Application("house", title: "House", root: House.self, state: .init(), factory: ())
    }

    private func session() throws -> TestSession { try TestSession(Self.application.get(), link: nil) }

    @Test("observers see every event before and after the flows handle it, with the names of what it refers to")
    func events() throws {
        let session = try session()
        try session.report(Hall.go)
        try session.report(Hall.ask)
        try session.complete(Ask.self, "yes")
        try session.report(Hall.ask)
        try session.fail(Ask.self)
        try session.open("usher://house/hall")
        #expect(
            session.flowState(House.self)?.log == [
                "will output go of hall (0)",
                "did output go of hall (1)",
                "will output ask of hall (1)",
                "did output ask of hall (1)",
                "will effect ask (1)",
                "did effect ask (1)",
                "will output ask of hall (1)",
                "did output ask of hall (1)",
                "will effect ask failed (1)",
                "did effect ask failed (1)",
                "will link usher://house/hall (1)",
                "did link usher://house/hall (2)",
            ]
        )
    }

    @Test("a guard rejects an event before any flow handles it")
    func guards() throws {
        let session = try session()
        let before = session.state
        #expect(throws: NavigationError.rejected(Rejection("house.locked", "The house is locked."))) {
            try session.report(Hall.enter, "locked")
        }
        #expect(session.state == before)
        #expect(session.stack == ["hall"])
    }

    @Test("an idle session signs out, and any use of it starts the time again")
    func idle() throws {
        let session = try session()
        try session.report(Hall.go)
        try session.advance(by: .seconds(200))
        try session.back()
        try session.advance(by: .seconds(200))
        try session.report(Hall.go)
        try session.report(Hall.go)
        #expect(session.stack == ["hall", "hall", "hall"])
        #expect(session.timers == ["idle"])
        try session.advance(by: .seconds(301))
        #expect(session.stack == ["hall"])
    }
}

private struct Hall: Screen {
    static let name = "hall"
    static let go = Output<Hall, Nothing>("go")
    static let ask = Output<Hall, Nothing>("ask")
    static let enter = Output<Hall, String>("enter")
}

private struct HallLink: DeepLink {
    init?(path: [String], query: [String: String]) {}
}

private final class House: ApplicationCoordinator {
    struct State: CoordinatorState {
        var log: [String] = []
        var opened = 0
    }
    typealias Link = HallLink

    func start() { push(Hall()) }
    func open(_ link: HallLink) { open() }

    static let wiring: Wiring<House> = [
        .willHandle { house, event in
            if event == .output("enter", screen: "hall") { throw Rejection("house.locked", "The house is locked.") }
            house.record("will", event)
            guard event.isOfUser else { return }
            house.cancelTimer("idle")
            house.startTimer("idle", after: .seconds(300))
        },
        .didHandle { $0.record("did", $1) },
        .on(Hall.go) { $0.open() },
        .on(Hall.ask) { $0.perform(Ask(question: "")) },
        .on(Hall.enter) { $0.state.log.append($1) },
        .on(Ask.self) { _, _ in },
        .on(timer: "idle") { $0.popToRoot() },
    ]

    private func record(_ moment: String, _ event: ObservedEvent) {
        // Gestures don't change the states of flows.
        if event == .back || event == .dismiss { return }
        let text =
            switch event {
            case .output(let name, let screen): "output \(name) of \(screen)"
            case .back: "back"
            case .progress(let name): "progress \(name)"
            case .topic(let name): "topic \(name)"
            case .dismiss: "dismiss"
            case .tab(let name): "tab \(name)"
            case .link(let link): "link \(link)"
            case .effect(let name, let failure): failure == nil ? "effect \(name)" : "effect \(name) failed"
            case .timer(let name): "timer \(name)"
            }
        state.log.append("\(moment) \(text) (\(state.opened))")
    }

    private func open() {
        state.opened += 1
        push(Hall())
    }
}
