import CoordinationTesting
import JSON
import Synchronization
import Testing

@Suite("The check of invariants after every step")
struct InvariantTests {
    private func session(_ log: Tally = Tally()) throws -> TestSession {
        let application = try Application("crooked", title: "Crooked", root: Crooked.self, state: .init(), factory: log)
        return try TestSession(application)
    }

    @Test(
        "a step that violates an invariant is detected",
        arguments: [
            ("spoilt", "The view of 'mirror' reports 'secret', which no flow wires"),
            ("forgetful", "The restored state differs from the encoded one."),
            ("chance", "The same step gives different bytes."),
            ("clinging", "The object of Crooked outlives its step."),
        ]
    )
    func found(bug: String, sentence: String) throws {
        let session = try session()
        do {
            try session.report("mirror.make", .string(bug))
            Issue.record("This was not found.")
        } catch let violation as InvariantViolation {
            #expect(violation.violations.contains { $0.hasPrefix(sentence) }, "\(violation)")
        }
    }

    @Test(
        "a new screen whose view has a mistake is a bug of the step, also if an earlier one of its kind has none",
        arguments: [
            ("undeclared", "The view of 'mirror' reports 'secret', which no flow wires"),
            ("misfit", "The view of 'mirror' reports 'number' with an invalid payload"),
        ]
    )
    func newScreen(mistake: String, sentence: String) throws {
        let session = try session()
        do {
            try session.report("mirror.make", .string(mistake))
            Issue.record("This was not found.")
        } catch NavigationError.bug(let bug) {
            #expect(bug.hasPrefix(sentence), "\(bug)")
        }
    }

    @Test("a step without a violation passes")
    func fine() throws {
        let session = try session()
        try session.report("mirror.make", "fine")
        #expect(session.description == "[mirror, mirror] Crooked")
    }

    @Test("a walk that finds a violation reports its seed and the shortest path to it, as a test")
    func walk() throws {
        let application = try Application(
            "crooked",
            title: "Crooked",
            root: Crooked.self,
            state: .init(),
            factory: Tally()
        )
        let walker = RandomWalker(
            application,
            seed: 7,
            samples: Samples(payloads: ["mirror.make": ["fine", "fine", "fine", "forgetful"]])
        )
        do {
            _ = try walker.walk(steps: 1_000)
            Issue.record("This was not found.")
        } catch let failure as WalkError {
            #expect(failure.seed == 7)
            #expect(failure.isShortest)
            #expect(
                failure.path == [
                    "let session = try TestSession(application)", "try session.report(\"mirror.make\", \"forgetful\")",
                ]
            )
            #expect(failure.description.contains("RandomWalker(seed: 7) at step \(failure.step); the shortest path"))
            #expect(failure.description.contains("The restored state differs from the encoded one."))
        }
    }

    @Test("two walks with the same seed are the same")
    func sameWalk() throws {
        func statistics() throws -> String {
            try RandomWalker(.scripted(), seed: 3).walk(steps: 300).description
        }
        #expect(try statistics() == statistics())
    }
}

@Suite("A session for tests")
struct TestSessionTests {
    @Test("a test session names the missing screen, tab or effect")
    func missing() throws {
        let session = try TestSession.scripted()
        #expect(throws: TestSessionError.noScreen("login")) { try session.report("login.submit") }
        #expect(throws: TestSessionError.malformedReport("submit")) { try session.report("submit") }
        #expect(throws: TestSessionError.noTab("x")) { try session.selectTab("x") }
        #expect(throws: TestSessionError.noEffect("ask")) { try session.complete(Ask.self, "because") }
        #expect(throws: TestSessionError.noEffect("ask")) { try session.pending(Ask.self) }
        #expect(throws: TestSessionError.noScreen("c")) { try session.back(to: PageC.self) }
        #expect(session.screen(PageC.self) == nil)
        #expect(session.flowState(Mid.self) == nil)
        #expect(session.stack(inTab: "x") == nil)
    }

    @Test("a test session describes stacks, tabs, modals and coordinators in one line")
    func description() throws {
        let session = try TestSession.scripted(.tabs, .pushA, .midInModal)
        #expect(session.description == "T0*[c, a] T1[] +modal[b] Root(Leaf(Mid))")
        #expect(session.stack == ["b"])
        try session.dismiss()
        #expect(session.stack(inTab: "x") == ["c", "a"])
        #expect(session.stack(inTab: "y") == [])
    }
}

/// A counter outside of the state, with which a step gives another result each time.
private final class Tally: Sendable {
    private let count = Mutex(0)
    /// An object of a coordinator that outlives its step.
    private nonisolated(unsafe) var held: Crooked?

    func hold(_ coordinator: Crooked) { unsafe held = coordinator }

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

private struct Mirror: Screen {
    static let name = "mirror"
    static let make = Output<Mirror, String>("make")
    static let number = Output<Mirror, Small>("number")

    var bug = "fine"
    var chance = 0

    var view: ScreenView {
        if bug == "undeclared" { Button("x", Output<Mirror, Nothing>("secret")) }
        if bug == "misfit" { Button("x", Self.number, Small(number: 11)) }
    }
}

private struct Small: Payload {
    var number: Int
    static let schema: JSONSchema = .object(["number": .integer(max: 10)], required: ["number"])
}

private final class Crooked: ApplicationCoordinator {
    /// A state that loses a member when it is encoded.
    struct State: CoordinatorState {
        var kept = 0
        var lost = 0
        init() {}
        private enum CodingKeys: String, CodingKey { case kept }
    }
    typealias Factory = Tally

    func start() { push(Mirror()) }

    static let wiring: Wiring<Crooked> = [.on(Mirror.make) { $0.make($1) }, .ignores(Mirror.number)]

    private func make(_ bug: String) {
        state.kept += 1
        if bug == "forgetful" { state.lost += 1 }
        if bug == "clinging" { factory.hold(self) }
        if bug == "spoilt" { return update { (screen: inout Mirror) in screen.bug = "undeclared" } }
        push(Mirror(bug: bug, chance: bug == "chance" ? factory.next() : 0))
    }
}
