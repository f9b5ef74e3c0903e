import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("Attempts at an effect, delays and cancellation")
struct RetryTests {
    private static let application = Result {
        try Application("depot", title: "Depot", root: Depot.self, state: .init(), factory: (), samples: Depot.samples)
    }

    private func session() throws -> TestSession { try TestSession(Self.application.get(), link: nil) }

    @Test("an effect that fails is attempted again after a delay that doubles, with the same idempotency key")
    func retries() throws {
        let session = try session()
        try session.report(Yard.ship)
        let first = try #require(session.pendingEffects.first)
        try session.fail(Ship.self)
        #expect(session.delayedEffectNames == ["ship"] && session.pendingEffectNames.isEmpty && session.timers.isEmpty)
        try session.advance(by: .milliseconds(1_999))
        #expect(session.pendingEffectNames.isEmpty)
        try session.advance(by: .milliseconds(1))
        let second = try #require(session.pendingEffects.first)
        #expect(session.lastStep.effects.map(\.key) == [second.key])
        #expect(second.key != first.key && second.idempotencyKey == first.key)
        try session.fail(Ship.self)
        try session.advance(by: .seconds(4))
        #expect(session.pendingEffects.map(\.idempotencyKey) == [first.key])
        try session.complete(Ship.self, 5)
        #expect(session.flowState(Depot.self)?.log == ["shipped 5"])
        #expect(session.state.pending.isEmpty)
    }

    @Test("the flow learns of the last failure only, and the screen waits until then")
    func lastFailure() throws {
        let session = try session()
        try session.report(Yard.ship)
        for delay in [2, 4] {
            try session.fail(Ship.self)
            #expect(session.state.blocking?.name == "ship")
            #expect(throws: NavigationError.busy(effect: "ship")) { try session.report(Yard.ship) }
            try session.advance(by: .seconds(delay))
        }
        #expect(session.flowState(Depot.self)?.log == [])
        try session.fail(Ship.self)
        #expect(session.flowState(Depot.self)?.log == ["not shipped: failed"])
        #expect(session.state.pending.isEmpty && session.state.blocking == nil)
    }

    @Test("an attempt that waits is made after a restart of the server")
    func restart() throws {
        let session = try session()
        try session.report(Yard.ship)
        let key = try #require(session.pendingEffects.first?.key)
        try session.fail(Ship.self)
        try session.restart(after: .seconds(60))
        #expect(try session.pending(Ship.self).weight == 5)
        #expect(session.pendingEffects.map(\.idempotencyKey) == [key])
        #expect(session.state.blocking?.failures == 1)
    }

    @Test("only a state with a delay or an attempt has the format that earlier releases can't read")
    func format() throws {
        let session = try session()
        func format() throws -> JSONValue? {
            try JSONValue(parsing: session.application.encode(session.state))["format"]
        }
        try session.report(Yard.ship)
        #expect(try format() == 1)
        try session.fail(Ship.self)
        #expect(try format() == 3)
        try session.advance(by: .seconds(2))
        #expect(try format() == 3)
        try session.complete(Ship.self, 5)
        #expect(try format() == 1)
    }

    @Test("an interrupted effect is not attempted again")
    func interrupted() throws {
        let session = try session()
        try session.report(Yard.ship)
        try session.fail(Ship.self, .interrupted)
        #expect(session.flowState(Depot.self)?.log == ["not shipped: interrupted"])
        #expect(session.state.pending.isEmpty)
    }

    @Test("a secret effect has neither attempts nor a delay, because it is never stored")
    func secret() throws {
        let error = #expect(throws: ApplicationError.self) {
            try Application("vault", title: "Vault", root: Vault.self, state: .init(), factory: ())
        }
        #expect(error?.errors.contains { $0.hasPrefix("The effect 'open' is secret and never stored") } == true)
        let session = try session()
        #expect(
            throws: NavigationError.bug("'unlock' is secret and never stored, so it can't be performed after a delay.")
        ) { try session.report(Yard.unlockLater) }
    }

    @Test("a late outcome of an attempt that has failed changes nothing")
    func late() throws {
        let session = try session()
        try session.report(Yard.ship)
        let key = try #require(session.pendingEffects.first?.key)
        try session.fail(Ship.self)
        #expect(try session.send(.effect(key, .value(5))) == false)
        #expect(session.delayedEffectNames == ["ship"])
    }

    @Test("an effect with a delay begins when it is due, and blocks no screen before")
    func delay() throws {
        let session = try session()
        try session.report(Yard.shipLater)
        #expect(session.delayedEffectNames == ["ship"] && session.state.blocking == nil)
        #expect(session.lastStep.effects.map(\.due) == [session.now + .seconds(10)])
        try session.restart(after: .milliseconds(9_999))
        #expect(session.pendingEffectNames.isEmpty)
        try session.advance(by: .milliseconds(1))
        #expect(session.pendingEffectNames == ["ship"] && session.state.blocking?.name == "ship")
        try session.complete(Ship.self, 3)
        #expect(session.flowState(Depot.self)?.log == ["shipped 3"])
    }

    @Test("a cancelled effect is not performed if it has not begun, and its outcome is dropped if it has")
    func cancellation() throws {
        let session = try session()
        try session.report(Yard.shipLater)
        try session.report(Yard.keep)
        #expect(session.state.pending.isEmpty)
        try session.report(Yard.unlock)
        try session.report(Yard.shipLater)
        try session.advance(by: .seconds(10))
        let keys = session.pendingEffects.map(\.key)
        try session.open("usher://depot/keep")
        #expect(session.pendingEffectNames == ["unlock"] && session.state.blocking == nil)
        #expect(try session.send(.effect(keys[1], .value(5))) == false)
        #expect(session.flowState(Depot.self)?.log == [])
    }

    @Test("a flow that leaves cancels its effects that have not begun, and leaves the others to its parent")
    func leaving() throws {
        let session = try session()
        try session.report(Yard.gate)
        try session.report(Gate.shipLater)
        try session.back()
        #expect(session.state.pending.isEmpty)
        try session.report(Yard.gate)
        try session.report(Gate.ship)
        try session.fail(Ship.self)
        try session.back()
        #expect(session.delayedEffectNames == ["ship"] && session.state.busy == nil)
        try session.advance(by: .seconds(2))
        try session.complete(Ship.self, 1)
        #expect(session.flowState(Depot.self)?.log == ["shipped 1"])
    }

    @Test("the delays double up to the longest one, for any number of failures")
    func delays() {
        let policy = RetryPolicy.attempts(200, delay: .milliseconds(500), longestDelay: .seconds(3))
        #expect((1...4).map { policy.delay(after: $0) } == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3)])
        #expect(policy.delay(after: 199) == .seconds(3))
        #expect(policy.delay(after: 200) == nil)
        #expect(RetryPolicy.never.delay(after: 1) == nil)
    }

    @Test("the exploration reaches the outcome of the last attempt")
    func exploration() throws {
        var limits = ExplorationLimits()
        // The log of the depot makes many different states of the same place.
        limits.statesPerPlace = 200
        let report = try Explorer(Self.application.get(), limits: limits).explore()
        #expect(report.uncalledHandlers == [], "\(report)")
        #expect(report.findings.map(\.kind) == [.bug], "\(report)")
    }
}

private struct Ship: Effect {
    static let name = "ship"
    static let retry = RetryPolicy.attempts(3, delay: .seconds(2))
    var weight: Int
    typealias Value = Int
}

private struct Unlock: Effect {
    static let name = "unlock"
    static let isSecret = true
    static let blocksScreen = false
    typealias Value = Nothing
}

private struct Open: Effect {
    static let name = "open"
    static let isSecret = true
    static let retry = RetryPolicy.attempts(2)
    typealias Value = Nothing
}

private struct Yard: Screen {
    static let name = "yard"
    static let ship = Output<Yard, Nothing>("ship")
    static let shipLater = Output<Yard, Nothing>("shipLater")
    static let unlock = Output<Yard, Nothing>("unlock")
    static let unlockLater = Output<Yard, Nothing>("unlockLater")
    static let keep = Output<Yard, Nothing>("keep")
    static let gate = Output<Yard, Nothing>("gate")
}

private struct Gate: Screen {
    static let name = "gate"
    static let ship = Output<Gate, Nothing>("ship")
    static let shipLater = Output<Gate, Nothing>("shipLater")
}

private struct DepotLink: DeepLink {
    init?(path: [String], query: [String: String]) {
        guard path == ["keep"] else { return nil }
    }
}

private final class Depot: ApplicationCoordinator {
    struct State: CoordinatorState { var log: [String] = [] }

    typealias Link = DepotLink

    static let samples = Samples().results(of: Ship.self) { _, _ in [5] }
        .results(of: Unlock.self) { _, _ in [Nothing()] }

    func start() { push(Yard()) }
    func open(_ link: DepotLink) { cancel(Ship.self) }

    static let wiring: Wiring<Depot> = [
        .on(Yard.ship) { $0.perform(Ship(weight: 5)) },
        .on(Yard.shipLater) { $0.perform(Ship(weight: 3), after: .seconds(10)) },
        .on(Yard.unlock) { $0.perform(Unlock()) },
        .on(Yard.unlockLater) { $0.perform(Unlock(), after: .seconds(1)) },
        .on(Yard.keep) { $0.cancel(Ship.self) },
        .on(Yard.gate) { $0.run(Gatekeeping.self) },
        .on(Ship.self) { $0.state.log.append("shipped \($1)") },
        .on(failure: Ship.self) { $0.state.log.append("not shipped: \($1)") },
        .on(Unlock.self) { flow, _ in flow.state.log.append("unlocked") },
        .on(failure: Unlock.self) { $0.state.log.append("locked: \($1)") },
        .runs(Gatekeeping.self),
    ]
}

private final class Vault: ApplicationCoordinator {
    struct State: CoordinatorState {}

    func start() { push(Gate()) }

    static let wiring: Wiring<Vault> = [
        .on(Gate.ship) { $0.perform(Open()) }, .ignores(Gate.shipLater), .ignores(Open.self),
    ]
}

private final class Gatekeeping: Coordinator {
    typealias State = NoState

    func start() { push(Gate()) }

    static let wiring: Wiring<Gatekeeping> = [
        .on(Gate.ship) { $0.perform(Ship(weight: 1)) },
        .on(Gate.shipLater) { $0.perform(Ship(weight: 1), after: .seconds(10)) },
    ]
}
