import CoordinationTesting
import Testing

@Suite("Mistakes of authors that the start finds")
struct StartMistakeTests {
    @Test("an output of the first screen that no flow handles")
    func output() throws {
        let application = try Application("app", title: "App", root: Forgetful.self, factory: ())
        #expect(
            application.startErrors == [
                "The view of 'counter' reports 'add', which no flow wires: wire it with .on(Counter.add), or add .ignores(Counter.add)."
            ]
        )
    }

    @Test("a result of a flow that no flow handles")
    func finish() {
        #expect(
            errors(Dropping.self) == [
                "No flow handles the result of the flow 'Payment': wire it with .on(finish: Payment.self) { flow, result in … }, or add .ignores(finish: Payment.self)."
            ]
        )
    }

    @Test(
        "a result that a flow above handles, one that is ignored on purpose, and a flow without a result are no mistakes"
    )
    func handledFinish() throws {
        #expect(errors(Handling.self) == [])
        #expect(errors(Ignoring.self) == [])
        let session = try TestSession(try Application("app", title: "App", root: Ignoring.self, factory: ()))
        try session.report(Counter.add)
        try session.report(Till.pay)
        #expect(session.stack == ["counter"])
    }

    @Test("a flow whose result is handled elsewhere only is a bug of the step that runs it")
    func finishElsewhere() throws {
        let session = try TestSession(try Application("app", title: "App", root: HandlingElsewhere.self, factory: ()))
        #expect(
            throws: NavigationError.bug(
                "HandlingElsewhere runs Payment, but neither it nor a flow above handles the result: wire it with .on(finish: Payment.self) { flow, result in … }, or add .ignores(finish: Payment.self)."
            )
        ) { try session.report(Counter.add) }
        #expect(session.stack == ["counter"])
    }

    @Test(
        "a policy of attempts without an end in sight",
        arguments: [
            (
                .attempts(1_000_000),
                "The effect 'charge' is attempted up to 1000000 times: attempt it at most 1000 times, and let the flow handle the failure with .on(failure: Charge.self)."
            ),
            (
                .attempts(100, delay: .seconds(1), longestDelay: .seconds(600)),
                "The effect 'charge' keeps its screens busy for up to 15 hours while it is attempted 100 times: attempt it for at most an hour, or declare 'static let blocksScreen = false'."
            ),
            (.attempts(10), nil),
        ] as [(RetryPolicy, String?)]
    )
    func attempts(policy: RetryPolicy, sentence: String?) {
        #expect(Charge.$retry.withValue(policy) { errors(Charging.self) } == [sentence].compactMap(\.self))
        // The user does not wait for an effect that blocks no screen.
        let isBounded = policy.attempts <= 1_000
        #expect(
            Charge.$retry.withValue(policy) { Charge.$blocksScreen.withValue(false) { errors(Charging.self) } }.isEmpty
                == isBounded
        )
    }

    private func errors<Root: ApplicationCoordinating>(_ root: Root.Type) -> [String] where Root.State == NoState {
        do {
            _ = try Application("app", title: "App", root: root, factory: ())
            return []
        } catch {
            return error.errors
        }
    }
}

private struct Counter: Screen {
    static let name = "counter"
    static let add = Output<Counter, Nothing>("add")

    var view: ScreenView { Button("Add", Self.add) }
}

private struct Till: Screen {
    static let name = "till"
    static let pay = Output<Till, Nothing>("pay")
}

private final class Forgetful: ApplicationCoordinator {
    func start() { push(Counter()) }
    static let wiring: Wiring<Forgetful> = [.shows(Counter.self)]
}

/// A flow with a result.
private final class Payment: Coordinator {
    typealias Finish = String
    func start() { push(Till()) }
    static let wiring: Wiring<Payment> = [.on(Till.pay) { $0.finish("receipt") }]
}

private final class Dropping: ApplicationCoordinator {
    func start() { push(Counter()) }
    static let wiring: Wiring<Dropping> = [.on(Counter.add) { $0.run(Payment.self) }, .runs(Payment.self)]
}

private final class Ignoring: ApplicationCoordinator {
    func start() { push(Counter()) }
    static let wiring: Wiring<Ignoring> = [
        .on(Counter.add) { $0.run(Payment.self) }, .ignores(finish: Payment.self),
    ]
}

private final class Handling: ApplicationCoordinator {
    func start() { run(Between.self) }
    static let wiring: Wiring<Handling> = [.runs(Between.self), .on(finish: Payment.self) { _, _ in }]
}

/// A flow without a result, which leaves that of its child to the flow above.
private final class Between: Coordinator {
    func start() { push(Counter()) }
    static let wiring: Wiring<Between> = [.on(Counter.add) { $0.run(Payment.self) }, .runs(Payment.self)]
}

private final class HandlingElsewhere: ApplicationCoordinator {
    func start() { push(Counter()) }
    static let wiring: Wiring<HandlingElsewhere> = [
        .on(Counter.add) { $0.run(Payment.self) }, .runs(Payment.self), .runs(Elsewhere.self),
    ]
}

private final class Elsewhere: Coordinator {
    func start() { push(Counter()) }
    static let wiring: Wiring<Elsewhere> = [.on(finish: Payment.self) { _, _ in }]
}

private struct Charge: Effect {
    static let name = "charge"
    @TaskLocal static var retry = RetryPolicy.never
    @TaskLocal static var blocksScreen = true
    typealias Value = Int
}

private final class Charging: ApplicationCoordinator {
    func start() { push(Counter()) }
    static let wiring: Wiring<Charging> = [
        .on(Counter.add) { $0.perform(Charge()) }, .on(Charge.self) { _, _ in },
    ]
}
