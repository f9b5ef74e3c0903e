import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("A stack that flows share")
struct SharedStackTests {
    @Test("taking over a stack suspends the screens of other flows, which stay in the tree")
    func takenOver() throws {
        let session = try TestSession.scripted(.midOnStack, .pushC)
        try session.act(.takeOver)
        #expect(session.description == "[b, c] suspended[a] Root(Mid)")
        try session.actAsRoot(.takeOver)
        #expect(session.description == "[a, b, c] Root(Mid)")
    }

    @Test("taking a stack over again resumes all screens in their order and with their keys")
    func takenBack() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack, .pushA)
        #expect(session.description == "[a, b, c, a] Root(Mid(Leaf))")
        let before = session.state.stack
        try session.act(.takeOver)
        #expect(session.description == "[c, a] suspended[a, b] Root(Mid(Leaf))")
        #expect(session.state.suspendedScreens == Set(before.prefix(2)))
        try session.actAsRoot(.childTakeOver)
        #expect(session.description == "[b, c, a] suspended[a] Root(Mid(Leaf))")
        try session.actAsRoot(.takeOver)
        #expect(session.state.stack == before)
    }

    @Test("taking over a stack that the flow already has changes nothing")
    func already() throws {
        let session = try TestSession.scripted(.pushB)
        #expect(try session.act(.takeOver) == false)
    }

    @Test(
        "suspended screens resume when no other screen is left on the stack, latest first",
        arguments: [
            { try $0.act(.finish) }, { try $0.actAsRoot(.childFinish) },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func resumed(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.scripted(.pushB, .midOnStack, .takeOver)
        #expect(session.description == "[b] suspended[a, b] Root(Mid)")
        #expect(try session.back() == false)
        #expect(try leave(session))
        #expect(session.description == "[a, b] Root")
    }

    @Test("suspended screens stay suspended when the flow in front replaces its screens")
    func setRoot() throws {
        let session = try TestSession.scripted(.midOnStack, .takeOver, .pushA)
        try session.act(.setRootC)
        #expect(session.description == "[c] suspended[a] Root(Mid)")
        try session.act(.popToRoot)
        #expect(session.description == "[c] suspended[a] Root(Mid)")
        try session.act(.replaceTopB)
        #expect(session.description == "[b] suspended[a] Root(Mid)")
    }

    @Test(
        "suspended screens are removed with their stack",
        arguments: [
            { try $0.act(.leafAsRoot) }, { try $0.act(.tabs) },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func replaced(replace: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.scripted(.midOnStack, .takeOver)
        #expect(try replace(session))
        #expect(session.state.suspendedScreens == [])
        #expect(session.state.violations == [])
    }

    @Test("suspended screens in a modal are removed with it")
    func modal() throws {
        let session = try TestSession.scripted(.midInModal, .leafOnStack, .takeOver)
        #expect(session.description == "[a] +modal[c] suspended[b] Root(Mid(Leaf))")
        try session.dismiss()
        #expect(session.description == "[a] Root")
    }

    @Test("suspended screens can be updated, and can't report")
    func updated() throws {
        let session = try TestSession.scripted(.midOnStack)
        let hidden = try session.key(of: "a")
        try session.act(.takeOver)
        #expect(throws: NavigationError.staleScreen(hidden)) { try session.report("act", from: hidden, ["log"]) }
        try session.actAsRoot(.update)
        #expect(session.state.screens[hidden]?.screen as? PageA == PageA(count: 1))
        #expect(session.description == "[b] suspended[a] Root(Mid)")
    }

    @Test("a snapshot with suspended screens has a format that an earlier program rejects instead of misreading")
    func restored() throws {
        let session = try TestSession.scripted(.midOnStack)
        #expect(try JSONValue(parsing: session.application.encode(session.state))["format"] == 1)
        try session.act(.takeOver)
        #expect(try JSONValue(parsing: session.application.encode(session.state))["format"] == 2)
        let picked = try session.restored()
        #expect(picked.state == session.state)
        #expect(picked.changes == [])
    }
}
