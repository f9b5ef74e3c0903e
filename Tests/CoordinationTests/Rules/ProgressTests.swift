import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("The progress of an effect")
struct ProgressTests {
    private static let application = Result {
        try Application(
            "office",
            title: "Office",
            root: Office.self,
            state: .init(),
            factory: (),
            samples: Office.samples
        )
    }

    private func session() throws -> TestSession { try TestSession(Self.application.get(), link: nil) }

    @Test("it reaches the flow while the effect runs, and a flow above if the flow has left the tree")
    func reaches() throws {
        let session = try session()
        try session.report(Desk.export)
        try session.report(progress: 0.25, "Page 1", of: Export.self)
        #expect(session.flowState(Office.self)?.log == ["0.25 Page 1"])
        #expect(session.lastStep.cause == .init(source: "progress", name: "export"))
        let key = try #require(session.pendingEffects.first?.key)
        try session.complete(Export.self, Nothing())
        #expect(try session.send(.progress(key, EffectProgress(1))) == false)
        #expect(session.flowState(Office.self)?.log == ["0.25 Page 1", "done"])
    }

    @Test("without a handler it changes nothing, and so does one after the effect was cancelled")
    func unhandled() throws {
        let session = try session()
        try session.report(Desk.print)
        #expect(try session.report(progress: 0.5, of: Print.self) == false)
        #expect(session.application.effectsWithProgress.contains("print") == false)
        #expect(session.application.effectsWithProgress.contains("export"))
    }

    @Test("a fraction is a number from 0 to 1")
    func fractions() {
        #expect([-1, 0.5, 7, .infinity].map { EffectProgress($0).fraction } == [0, 0.5, 1, 1])
        #expect(EffectProgress(.nan).fraction == nil)
    }

    @Test("a recorded progress is applied again by a replay")
    func replay() throws {
        let session = try session()
        try session.report(Desk.export)
        let key = try #require(session.pendingEffects.first?.key)
        let event = Event.progress(key, EffectProgress(0.5, "Half"))
        var writer = JSONWriter()
        event.record(of: session.application, in: session.state, isPersonal: false, to: &writer)
        let record = try JSONValue(parsing: writer.finish())
        #expect(record["type"] == "progress" && record["name"] == "export")
        let again = try Event.recorded(record, of: session.application, in: session.state)
        guard case .progress(key, let progress) = again else { return #expect(Bool(false), "\(again)") }
        #expect(progress == EffectProgress(0.5, "Half"))
    }

    @Test("an exploration and a random walk report it, so that they call its handlers")
    func tools() throws {
        let report = try Explorer(Self.application.get()).explore()
        #expect(report.uncalledHandlers == [])
        _ = try RandomWalker(Self.application.get(), seed: 1).walk(steps: 300)
    }
}

private struct Export: Effect {
    static let name = "export"
    typealias Value = Nothing
}

private struct Print: Effect {
    static let name = "print"
    typealias Value = Nothing
}

private struct Desk: Screen {
    static let name = "desk"
    static let export = Output<Desk, Nothing>("export")
    static let print = Output<Desk, Nothing>("print")
}

private final class Office: ApplicationCoordinator {
    struct State: CoordinatorState { var log: [String] = [] }

    static let samples = Samples().results(of: Export.self) { _, _ in [Nothing()] }
        .results(of: Print.self) { _, _ in [Nothing()] }

    func start() { push(Desk()) }

    static let wiring: Wiring<Office> = [
        .on(Desk.export) { $0.perform(Export()) },
        .on(Desk.print) { $0.perform(Print()) },
        .on(progress: Export.self) { $0.log($1) },
        .on(Export.self) { flow, _ in flow.state.log.append("done") },
        .on(Print.self) { flow, _ in flow.state.log = [] },
    ]

    private func log(_ progress: EffectProgress) {
        state.log = ["\(progress.fraction ?? 0)\(progress.text.map { " \($0)" } ?? "")"]
    }
}
