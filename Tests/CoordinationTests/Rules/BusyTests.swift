import CoordinationTesting
import Testing

@testable import Coordination

@Suite("Outputs while an effect keeps their screen waiting")
struct BusyTests {
    private static let application = Result {
        try Application("till", title: "Till", root: Till.self, state: .init(), factory: (), samples: Till.samples)
    }

    private func session() throws -> TestSession { try TestSession(Self.application.get(), link: nil) }

    @Test("an output that is wired for it is reported while the effect runs, and the others are rejected")
    func stop() throws {
        let session = try session()
        try session.report(Checkout.pay)
        #expect(throws: NavigationError.busy(effect: "pay")) { try session.report(Checkout.pay) }
        let pay = try #require(session.pendingEffects.first)
        try session.report(Checkout.stop)
        #expect(session.pendingEffects.isEmpty && session.state.blocking == nil)
        #expect(session.lastStep.cancelled == [pay])
        #expect(session.flowState(Till.self)?.log == ["stopped, and it may have happened"])
        #expect(try session.send(.effect(pay.key, .value("paid"))) == false)
        #expect(session.flowState(Till.self)?.log.count == 1)
    }

    @Test("an effect that has not begun was certainly not performed when it is cancelled")
    func beforeItBegins() throws {
        let session = try session()
        try session.report(Checkout.payLater)
        try session.report(Checkout.stop)
        #expect(session.lastStep.cancelled == [])
        #expect(session.flowState(Till.self)?.log == ["stopped"])
    }

    @Test("a step that performs an effect and cancels it has cancelled nothing that could have happened")
    func sameStep() throws {
        let session = try session()
        try session.report(Checkout.hesitate)
        #expect(session.lastStep.cancelled == [] && session.lastStep.effects.isEmpty)
        #expect(session.flowState(Till.self)?.log == ["stopped"])
    }

    @Test("only the outputs that are possible are offered while the effect runs")
    func offers() throws {
        let session = try session()
        let application = session.application
        let names = { application.reportableOutputs(in: session.state).map(\.name) }
        #expect(names() == ["pay", "payLater", "hesitate", "stop"])
        try session.report(Checkout.pay)
        #expect(names() == ["stop"])
    }

    @Test("an exploration stops an effect that runs")
    func exploration() throws {
        let report = try Explorer(Self.application.get()).explore()
        #expect(report.findings.isEmpty)
    }
}

private struct Pay: Effect {
    static let name = "pay"
    typealias Value = String
}

private struct Checkout: Screen {
    static let name = "checkout"
    static let pay = Output<Checkout, Nothing>("pay")
    static let payLater = Output<Checkout, Nothing>("payLater")
    static let hesitate = Output<Checkout, Nothing>("hesitate")
    static let stop = Output<Checkout, Nothing>("stop")
}

private final class Till: ApplicationCoordinator {
    struct State: CoordinatorState { var log: [String] = [] }

    static let samples = Samples().results(of: Pay.self) { _, _ in ["paid"] }

    func start() { push(Checkout()) }

    static let wiring: Wiring<Till> = [
        .on(Checkout.pay) { $0.perform(Pay()) },
        .on(Checkout.payLater) { $0.perform(Pay(), after: .seconds(10)) },
        .on(Checkout.hesitate) { flow in
            flow.perform(Pay())
            flow.stop()
        },
        .on(Checkout.stop) { $0.stop() }.whileBusy(),
        .on(Pay.self) { $0.state.log = [$1] },
        .on(failure: Pay.self) { flow, _ in flow.state.log = ["failed"] },
    ]

    private func stop() {
        let mayHaveHappened = cancel(Pay.self)
        state.log = [mayHaveHappened ? "stopped, and it may have happened" : "stopped"]
    }
}
