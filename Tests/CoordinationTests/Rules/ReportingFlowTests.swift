import CoordinationTesting
import Testing

@testable import Coordination

@Suite("The flow that an event comes from")
struct ReportingFlowTests {
    private func session() throws -> TestSession {
        try TestSession(
            Application("travel", title: "Travel", root: Travel.self, state: .init(), factory: ()),
            link: nil
        )
    }

    @Test("a flow above both parents of a child learns which of them has run the child that finished")
    func finish() throws {
        for (number, isTip) in [(1, false), (2, false), (3, true)] {
            let session = try session()
            try session.report("menu.open", ["number": .integer(Int64(number)), "isTip": .bool(isTip)])
            try session.report("receipt.pay")
            #expect(session.flowState(Travel.self)?.log == [isTip ? "tip" : "booking \(number)"])
        }
    }

    @Test("a flow above learns which flow has performed an effect and signaled a fact, and which shows the screen")
    func others() throws {
        let session = try session()
        try session.report("menu.open", ["number": 7, "isTip": false])
        try session.report("receipt.look")
        #expect(session.flowState(Travel.self)?.log == ["look at 7"])
        try session.complete(Look.self, Nothing())
        #expect(session.flowState(Travel.self)?.log == ["look at 7", "looked at 7"])
        try session.report("receipt.tell")
        #expect(session.flowState(Travel.self)?.log.last == "told by 7, a payment")
    }

    @Test("an event of a flow of another kind, and a timer, come from no flow of the kind")
    func none() throws {
        let session = try session()
        try session.report("menu.wait")
        try session.advance(by: .seconds(1))
        #expect(session.flowState(Travel.self)?.log == ["nothing"])
    }
}

private struct Look: Effect {
    static let name = "look"
    static let blocksScreen = false
    typealias Value = Nothing
}

private struct Fact: Sendable {}

private struct Choice: Payload {
    var number: Int
    var isTip: Bool
}

private struct Menu: Screen {
    static let name = "menu"
    static let open = Output<Menu, Choice>("open")
    static let wait = Output<Menu, Nothing>("wait")
}

private struct Receipt: Screen {
    static let name = "receipt"
    static let pay = Output<Receipt, Nothing>("pay")
    static let look = Output<Receipt, Nothing>("look")
    static let tell = Output<Receipt, Nothing>("tell")
}

private final class Travel: ApplicationCoordinator {
    struct State: CoordinatorState { var log: [String] = [] }

    func start() { push(Menu()) }

    static let wiring: Wiring<Travel> = [
        .on(Menu.open) { flow, choice in
            if choice.isTip {
                flow.run(Tip.self)
            } else {
                flow.run(Booking.self, with: .init(number: choice.number))
            }
        },
        .on(Menu.wait) { $0.startTimer("wait", after: .seconds(1)) },
        .on(timer: "wait") { flow in
            flow.state.log = [flow.reportingFlow(Booking.self) == nil ? "nothing" : "a booking"]
        },
        .on(finish: Payment.self) { flow, _ in flow.paid() },
        .on(Receipt.look) { flow in flow.state.log.append("look at \(flow.number)") },
        .on(Look.self) { flow, _ in flow.state.log.append("looked at \(flow.number)") },
        .on(signal: Fact.self) { flow, _ in
            let kind = flow.reportingFlow(Payment.self) == nil ? "nothing" : "a payment"
            flow.state.log.append("told by \(flow.number), \(kind)")
        },
        .runs(Booking.self), .runs(Tip.self),
    ]

    private var number: Int { reportingFlow(Booking.self)?.state.number ?? 0 }

    private func paid() {
        if let booking = reportingFlow(Booking.self) {
            state.log.append("booking \(booking.state.number)")
        } else if reportingFlow(Tip.self) != nil {
            state.log.append("tip")
        }
    }
}

private final class Booking: Coordinator {
    struct State: CoordinatorState { var number: Int }

    func start() { run(Payment.self) }

    static let wiring: Wiring<Booking> = [.runs(Payment.self)]
}

private final class Tip: Coordinator {
    typealias State = NoState

    func start() { run(Payment.self) }

    static let wiring: Wiring<Tip> = [.runs(Payment.self)]
}

private final class Payment: Coordinator {
    typealias State = NoState
    typealias Finish = Bool

    func start() { push(Receipt()) }

    static let wiring: Wiring<Payment> = [
        .on(Receipt.pay) { $0.finish(true) },
        .on(Receipt.look) { flow in
            flow.perform(Look())
            flow.forward()
        },
        .on(Receipt.tell) { $0.signal(Fact()) },
        .performs(Look.self), .signals(Fact.self),
    ]
}
