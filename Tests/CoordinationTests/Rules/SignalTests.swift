import Coordination
import CoordinationTesting
import Testing

@Suite("Signals, and the screen that reports")
struct SignalTests {
    private func session() throws -> TestSession {
        try TestSession(
            Application("travel", title: "Travel", root: TravelCoordinator.self, state: .init(), factory: ())
        )
    }

    @Test("a flow above learns of a fact while the flow below goes on")
    func signal() throws {
        let session = try session()
        try session.report("travellerForm.save", "Ada")
        #expect(session.flowState(TravelCoordinator.self)?.names == ["1 Ada"])
        #expect(session.isInTree(TravellersCoordinator.self))
        #expect(session.stack == ["travellerForm", "travellerForm"])
    }

    @Test("a handler knows which of several screens of a kind has reported, with its inputs")
    func reportingScreen() throws {
        let session = try session()
        try session.report("travellerForm.save", "Ada")
        try session.report("travellerForm.save", "Grace")
        #expect(session.flowState(TravelCoordinator.self)?.names == ["1 Ada", "2 Grace"])
        try session.back()
        try session.report("travellerForm.save", "Joan")
        #expect(session.flowState(TravelCoordinator.self)?.names == ["1 Ada", "2 Grace", "2 Joan"])
    }

    @Test("a signal arrives before the finish that follows it")
    func order() throws {
        let session = try session()
        try session.report("travellerForm.last", "Ada")
        #expect(session.flowState(TravelCoordinator.self)?.names == ["1 Ada", "finished"])
    }

    @Test("a signal that no flow handles is a mistake at the start, and one that is not declared a bug")
    func mistakes() throws {
        let error = try #require(throws: ApplicationError.self) {
            try Application("deaf", title: "Deaf", root: DeafCoordinator.self, factory: ())
        }
        #expect(
            error.errors == [
                "No flow handles the signal 'Traveller' of DeafCoordinator: wire it in a flow above with .on(signal: Traveller.self)."
            ]
        )
        let session = try TestSession(Application("loose", title: "Loose", root: LooseCoordinator.self, factory: ()))
        #expect(
            throws: NavigationError.bug(
                "LooseCoordinator signals 'Traveller' without declaring it: add .signals(Traveller.self)."
            )
        ) {
            try session.report("travellerForm.save", "Ada")
        }
    }
}

private struct Traveller: Sendable {
    let number: Int
    let name: String
}

private struct TravellerForm: Screen {
    static let name = "travellerForm"
    static let save = Output<TravellerForm, String>("save")
    static let last = Output<TravellerForm, String>("last")

    var number: Int
}

private final class TravelCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var names: [String] = [] }

    func start() { run(TravellersCoordinator.self) }

    static let wiring: Wiring<TravelCoordinator> = [
        .on(signal: Traveller.self) { $0.state.names.append("\($1.number) \($1.name)") },
        .on(finish: TravellersCoordinator.self) { travel in
            travel.state.names.append("finished")
            travel.run(TravellersCoordinator.self)
        },
    ]
}

private final class TravellersCoordinator: Coordinator {
    func start() { push(TravellerForm(number: 1)) }

    static let wiring: Wiring<TravellersCoordinator> = [
        .on(TravellerForm.save) { flow, name in
            guard let form = flow.reportingScreen(TravellerForm.self) else { return }
            flow.signal(Traveller(number: form.number, name: name))
            flow.push(TravellerForm(number: form.number + 1))
        },
        .on(TravellerForm.last) { flow, name in
            flow.signal(Traveller(number: flow.reportingScreen(TravellerForm.self)?.number ?? 0, name: name))
            flow.finish()
        },
        .signals(Traveller.self),
    ]
}

private final class DeafCoordinator: ApplicationCoordinator {
    func start() { push(TravellerForm(number: 1)) }

    static let wiring: Wiring<DeafCoordinator> = [
        .shows(TravellerForm.self), .signals(Traveller.self),
    ]
}

private final class LooseCoordinator: ApplicationCoordinator {
    func start() { push(TravellerForm(number: 1)) }

    static let wiring: Wiring<LooseCoordinator> = [
        .on(TravellerForm.save) { $0.signal(Traveller(number: 1, name: $1)) }
    ]
}
