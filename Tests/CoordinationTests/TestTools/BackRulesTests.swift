import Testing

@testable import Coordination
@testable import CoordinationTesting

/// A screen that is stored and read under the name of `b`.
private struct OtherB: Screen {
    static let name = "b"
    var count = 0
}

/// The checks must find violations, so they get steps that no router makes.
@Suite("The rules of going back find violations")
struct BackRulesTests {
    private func rules(
        _ event: Event,
        from before: NavigationState,
        to after: NavigationState,
        of application: Application
    ) -> BackRules {
        BackRules(
            application: application,
            before: before,
            event: event,
            after: after,
            context: StepContext(now: StepContext.test.now, session: "test", revision: 9)
        )
    }

    private func violations(
        _ event: Event,
        from before: NavigationState,
        to after: NavigationState,
        of application: Application
    ) throws -> [String] {
        try rules(event, from: before, to: after, of: application).violations()
    }

    @Test("a report that is accepted again from a screen that has been left is found")
    func repeatedReport() throws {
        let session = try TestSession.scripted(.pushB)
        let before = session.state
        let event = Event.output("act", screen: before.stack[1], payload: ["push c"])
        try session.act(.pushC)
        var rules = rules(event, from: before, to: session.state, of: session.application)
        #expect(try rules.violations() == [])
        // No application accepts a late report, so the step that follows is made up.
        let apply = rules.apply
        rules.apply = { later, state in
            if case .output = later { .success(state) } else { apply(later, state) }
        }
        #expect(
            try rules.violations()
                == ["The output 'act' was accepted again from a screen that has been left."]
        )
    }

    @Test("a screen in focus that the user has passed is found")
    func passedFocus() throws {
        let session = try TestSession.scripted(.pushB)
        var after = session.state
        after.screens.update(try #require(after.focus?.key)) { $0.isPassed = true }
        let found = try violations(.tab(Key(0)), from: session.state, to: after, of: session.application)
        #expect(found.contains("'b' is in focus, but the user has passed it."))
    }

    @Test("a way back that leads to another screen is found")
    func reversal() throws {
        let session = try TestSession.scripted(.pushB)
        let before = session.state
        try session.act(.pushC)
        var after = session.state
        after.screens.update(before.stack[1]) { $0.isPassed = true }
        let event = Event.output("act", screen: before.stack[1], payload: ["push c"])
        let found = try violations(event, from: before, to: after, of: session.application)
        #expect(found == ["Going back leads to [a] instead of [a, b]."])
    }

    @Test("a screen after a barrier that differs when it is read again is found")
    func reading() throws {
        let session = try TestSession.scripted(.pushB)
        var after = session.state
        after.barrier = 9
        after.screens.update(try #require(after.focus?.key)) { $0.screen = OtherB() }
        let found = try violations(.tab(Key(0)), from: session.state, to: after, of: session.application)
        #expect(found == ["The screen after a barrier differs when it is read again."])
    }

    @Test("a late gesture that leads to a passed screen is found")
    func lateGesture() throws {
        let session = try TestSession.scripted(.pushB)
        var after = session.state
        after.barrier = 9
        for key in after.stack { after.screens.update(key) { $0.isPassed = true } }
        let found = try violations(.tab(Key(0)), from: session.state, to: after, of: session.application)
        #expect(found.contains("A late gesture leads to a screen that is not legal."))
    }

    @Test("a fact that going back has changed is found")
    func facts() throws {
        let session = try TestSession.scripted(.pushB, .ask)
        var after = session.state
        after.pending = []
        after.identity = Identity(account: "ada")
        after.coordinators.update(after.root) { $0.state = Root.State(log: ["changed"]) }
        let found = try violations(.back(to: nil), from: session.state, to: after, of: session.application)
        #expect(
            found == [
                "Going back has changed the user.", "Going back has dropped an effect.",
                "Going back has changed the state of Root.",
            ]
        )
    }
}
