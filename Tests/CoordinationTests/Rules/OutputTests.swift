import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("The screen that an output is addressed to")
struct OutputAddressTests {
    @Test("the screen in focus may report")
    func focus() throws {
        let session = try TestSession.scripted()
        #expect(try session.act(.pushB))
        #expect(session.description == "[a, b] Root")
    }

    @Test("a second tap on a stale screen is rejected and changes nothing")
    func doubleTap() throws {
        let session = try TestSession.scripted()
        let key = try session.key(of: "a")
        try session.report("act", from: key, ["push b"])
        let state = session.state
        #expect(throws: NavigationError.staleScreen(key)) { try session.report("act", from: key, ["push b"]) }
        #expect(session.state == state)
        #expect(session.stack == ["a", "b"])
    }

    @Test("a removed screen is stale")
    func gone() throws {
        let session = try TestSession.scripted(.pushB)
        let key = try session.key(of: "b")
        try session.back()
        #expect(throws: NavigationError.staleScreen(key)) { try session.report("act", from: key, ["push b"]) }
        #expect(session.description == "[a] Root")
    }

    @Test("a screen under a modal is stale")
    func underModal() throws {
        let session = try TestSession.scripted(.pushB, .presentA)
        let key = try session.key(of: "b")
        #expect(throws: NavigationError.staleScreen(key)) { try session.report("toRoot", from: key) }
        #expect(session.layout == "[a, b] +modal[a]")
    }

    @Test("a screen in a tab that is not selected is stale")
    func otherTab() throws {
        let session = try TestSession.scripted(.tabs)
        let key = try session.key(of: "c")
        try session.selectTab("y")
        #expect(throws: NavigationError.staleScreen(key)) { try session.report("toRoot", from: key) }
        #expect(session.layout == "T0[c] T1*[b]")
    }

    @Test("two screens of the same kind are told apart")
    func twins() throws {
        let session = try TestSession.scripted(.pushA)
        let keys = session.state.stack
        #expect(throws: NavigationError.staleScreen(keys[0])) { try session.report("act", from: keys[0], ["pop"]) }
        #expect(try session.report("act", from: keys[1], ["pop"]))
        #expect(session.state.stack == [keys[0]])
    }
}

@Suite("A reported output")
struct OutputTests {
    private static let declared = ["act", "toRoot", "toAll", "toMid", "toNobody", "locked"]

    @Test("an output that the screen does not declare is rejected")
    func undeclared() throws {
        let session = try TestSession.scripted()
        #expect(throws: NavigationError.unknownOutput("submit", screen: "a", declared: Self.declared)) {
            try session.report("a.submit")
        }
        #expect(session.revision == 1)
    }

    @Test("an output is rejected while the screen disables it, and accepted afterwards")
    func disabled() throws {
        let session = try TestSession.scripted()
        #expect(throws: NavigationError.outputUnavailable("locked", screen: "a")) { try session.report("a.locked", 5) }
        try session.act(.update)
        try session.report("a.locked", 5)
        #expect(session.log(Root.self) == ["locked 5"])
    }

    @Test(
        "an output with an invalid payload is refused, with the pointer and the reason",
        arguments: [
            ("act", nil, "", "required"), ("act", "push a", "", "type"), ("act", ["push a", "jump"], "/1", "enum"),
            ("act", [1], "/0", "type"), ("toRoot", ["x": 1], "", "unexpected"), ("toRoot", 1, "", "unexpected"),
        ] as [(String, JSONValue?, String, String)]
    )
    func mismatch(output: String, payload: JSONValue?, pointer: String, code: String) throws {
        let session = try TestSession.scripted()
        let key = try session.key(of: "a")
        do {
            try session.report(output, from: key, payload)
            Issue.record("This was taken.")
        } catch NavigationError.invalidPayload(let error) {
            #expect(error.violations.map(\.pointer) == [pointer])
            #expect(error.violations.map(\.code) == [code])
        }
        #expect(session.revision == 1)
    }

    @Test(
        "an output without a payload accepts an empty body, null and an empty object",
        arguments: [nil, .null, [:]] as [JSONValue?]
    )
    func nothing(payload: JSONValue?) throws {
        let session = try TestSession.scripted()
        try session.report("a.toRoot", payload)
        #expect(session.log(Root.self) == ["toRoot"])
    }

    @Test("an output bubbles to the first coordinator that handles it")
    func bubbles() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack, .pushA)
        try session.report(PageA.toRoot)
        #expect(session.description == "[a, b, c, a] Root(Mid(Leaf))")
        #expect(session.log(Root.self) == ["toRoot"])
        #expect(session.log(Mid.self) == [])
        #expect(session.log(Leaf.self) == [])
    }

    @Test("an output without a handler is accepted and does nothing")
    func unhandled() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack, .pushA)
        let (state, revision) = (session.state, session.revision)
        #expect(try session.report(PageA.unhandled) == false)
        #expect(session.state == state)
        #expect(session.revision == revision)
    }

    @Test("a forwarded output continues to the parents")
    func forwarded() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack, .pushA)
        try session.report(PageA.toAll)
        #expect(session.log(Leaf.self) == ["toAll"])
        #expect(session.log(Mid.self) == ["toAll"])
        #expect(session.log(Root.self) == ["toAll"])
    }

    @Test("an output stops at the first handler that does not forward it")
    func stopped() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack, .pushA)
        try session.report(PageA.toMid)
        #expect(session.log(Leaf.self) == ["toMid"])
        #expect(session.log(Mid.self) == ["toMid"])
        #expect(session.log(Root.self) == [])
    }

    @Test("a step names the screen and the output that caused it")
    func cause() throws {
        let session = try TestSession.scripted(.pushB)
        #expect(session.lastStep.cause == .init(source: "a", name: "act"))
        try session.back()
        #expect(session.lastStep.cause == .init(source: "b", name: "back"))
    }
}
