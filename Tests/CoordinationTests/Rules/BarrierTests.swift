import CoordinationTesting
import Testing

@testable import Coordination

/// Input, authorization and confirmation of a money transfer, the example of spring-projects/spring-webflow#184: `[a]` with
/// the flow `[b, c]` above it.
@Suite("Going back over declared transitions")
struct BarrierTests {
    private func transfer() throws -> TestSession { try .scripted(.midOnStack, .pushC) }

    @Test("a reversible transition, which is the default, leads back to the screen before")
    func reversible() throws {
        let session = try transfer()
        let input = session.state.stack[1]
        #expect(session.stack == ["a", "b", "c"])
        try session.back()
        #expect(session.state.stack.last == input)
    }

    @Test("going back over a barrier skips the screens of the flow and leaves it")
    func barrier() throws {
        let session = try transfer()
        try session.act(.pushBarrier)
        #expect(session.stack == ["a", "b", "c", "c"])
        #expect(session.state.backTarget == session.state.stack[0])
        try session.back()
        #expect(session.stack == ["a"])
        #expect(!session.isInTree(Mid.self))
    }

    @Test("a barrier of the only flow leaves no way back, and going back changes nothing")
    func nothingLegal() throws {
        let session = try TestSession.scripted(.pushB, .pushBarrier)
        #expect(!session.state.canGoBack)
        #expect(try session.back() == false)
        #expect(session.stack == ["a", "b", "c"])
    }

    @Test("a late gesture to a passed screen shows the screen after the barrier")
    func lateGesture() throws {
        let session = try transfer()
        let stack = session.state.stack
        try session.act(.pushBarrier)
        let confirmation = session.state.focus?.key
        for key in stack[1...] {
            #expect(try session.send(.back(to: key)) == false)
            #expect(session.state.focus?.key == confirmation)
        }
        try session.act(.pushA)
        #expect(try session.send(.back(to: stack[2])))
        #expect(session.state.focus?.key == confirmation)
        #expect(try session.send(.back(to: stack[0])))
        #expect(session.stack == ["a"])
    }

    @Test("a flow that passes a barrier and finishes leaves the screens of its parent legal")
    func finishing() throws {
        let session = try transfer()
        try session.act(.passBarrier, .finish)
        #expect(session.stack == ["a"])
        try session.act(.pushB)
        try session.back()
        #expect(session.stack == ["a"])
    }

    @Test("a screen that a coordinator pops to after a barrier is legal again")
    func poppedTo() throws {
        let session = try TestSession.scripted(.pushB, .passBarrier)
        try session.act(.popToRoot)
        try session.act(.pushC)
        #expect(session.state.canGoBack)
        try session.back()
        #expect(session.stack == ["a"])
    }

    @Test("a barrier passed in a modal is not crossed when the modal is dismissed")
    func dismissed() throws {
        let session = try transfer()
        try session.act(.presentA, .passBarrier)
        #expect(session.layout == "[a, b, c] +modal[a]")
        try session.dismiss()
        #expect(session.layout == "[a]")
    }

    @Test("the selected tab goes to the oldest screen that was not passed")
    func tab() throws {
        let session = try TestSession.scripted(.tabs)
        try session.act(.pushA)
        try session.act(.pushBarrier)
        try session.act(.pushB)
        try session.selectTab("x")
        #expect(session.stack == ["c", "a", "c"])
    }

    @Test("a state knows whether a barrier was passed since a revision")
    func revision() throws {
        let session = try transfer()
        #expect(session.state.barrier == nil)
        #expect(!session.state.hasPassedBarrier(since: [1]))
        try session.act(.pushBarrier)
        let revision = UInt64(session.revision)
        #expect(session.state.barrier == revision)
        #expect(session.state.hasPassedBarrier(since: [revision - 1]))
        #expect(!session.state.hasPassedBarrier(since: [revision]))
        #expect(!session.state.hasPassedBarrier(since: [revision - 1, revision]))
        #expect(!session.state.hasPassedBarrier(since: []))
        #expect(try session.restored().state == session.state)
    }

    @Test("a screen that discards asks before the gestures that leave it")
    func discard() throws {
        let session = try TestSession.scripted(.pushDiscard)
        #expect(session.state.backQuestion == .test)
        #expect(session.state.dismissQuestion == nil)
        try session.back()
        #expect(session.stack == ["a"])
        try session.act(.presentDiscard)
        #expect(session.state.backQuestion == nil)
        #expect(session.state.dismissQuestion == .test)
        #expect(try session.restored().state == session.state)
    }

    @Test("a modal whose covered screen discards asks before it is dismissed, but not before going back")
    func coveredDiscard() throws {
        let session = try TestSession.scripted(.midInModal)
        try session.act(.pushDiscard)
        try session.act(.pushA)
        #expect(session.state.backQuestion == nil)
        #expect(session.state.dismissQuestion == .test)
    }

    @Test("a modal whose covered screen discards asks no question once a barrier was passed")
    func passedDiscardInModal() throws {
        let session = try TestSession.scripted(.midInModal)
        try session.act(.pushDiscard)
        try session.act(.pushBarrier)
        #expect(session.layout == "[a] +modal[b, c, c]")
        #expect(session.state.canDismiss)
        #expect(session.state.dismissQuestion == nil)
    }

    @Test("an application whose coordinator shows a passed screen below the top keeps the rules of going back")
    func walk() throws {
        let walker = RandomWalker(try .scripted(), seed: 3)
        let statistics = try walker.walk(steps: 5_000)
        #expect(statistics.barriers > 20)
        #expect(statistics.questions > 20)
    }
}
