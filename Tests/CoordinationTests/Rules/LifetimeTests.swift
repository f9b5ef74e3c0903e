import CoordinationTesting
import Testing

@Suite("The lifetime of a coordinator")
struct LifetimeTests {
    @Test("a coordinator is in the tree from its first screen until its last one is removed")
    func counts() throws {
        let session = try TestSession.scripted(.midOnStack)
        #expect(session.description == "[a, b] Root(Mid)")
        try session.act(.pushC)
        #expect(session.description == "[a, b, c] Root(Mid)")
        try session.back()
        #expect(session.description == "[a, b] Root(Mid)")
        try session.back()
        #expect(session.description == "[a] Root")
    }

    @Test("a flow that shows nothing is not in the tree")
    func empty() throws {
        let session = try TestSession.scripted(.runEmpty)
        #expect(session.description == "[a] Root")
    }

    @Test("a flow that finishes at once is not in the tree, and its result is delivered")
    func brief() throws {
        let session = try TestSession.scripted(.runBrief)
        #expect(session.description == "[a] Root")
        #expect(session.log(Root.self) == ["brief"])
    }

    @Test(
        "every way to leave a stack frees its flow without a result",
        arguments: [
            { try $0.back() }, { try $0.back(to: PageA.self) }, { try $0.act(.pop) }, { try $0.act(.popToRoot) },
            { try $0.actAsRoot(.popToRoot) }, { try $0.actAsRoot(.childPop) }, { try $0.actAsRoot(.popToA) },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func waysOffStack(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.scripted(.midOnStack)
        #expect(try leave(session))
        #expect(session.description == "[a] Root")
        #expect(session.log(Root.self) == [])
    }

    @Test(
        "every way to leave a modal frees its flow without a result",
        arguments: [
            { try $0.dismiss() }, { try $0.dismiss(all: true) }, { try $0.act(.dismiss) }, { try $0.act(.dismissAll) },
            { try $0.actAsRoot(.badge) },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func waysOutOfModal(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.scripted(.midInModal)
        try session.act(.leafOnStack)
        #expect(session.description == "[a] +modal[b, c] Root(Mid(Leaf))")
        #expect(try leave(session))
        #expect(session.description == "[a] Root")
        #expect(session.log(Root.self) == [])
    }

    @Test("a result removes all screens of its flow and of the flows below it")
    func finish() throws {
        let session = try TestSession.scripted(.midOnStack, .pushA, .leafInModal, .pushB)
        #expect(session.description == "[a, b, a] +modal[c, b] Root(Mid(Leaf))")
        try session.actAsRoot(.childFinish)
        #expect(session.description == "[a] Root")
        #expect(session.log(Root.self) == ["mid done"])
    }

    @Test("the result of the innermost flow is delivered to its parent, which stays")
    func innerFinish() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack, .finish)
        #expect(session.description == "[a, b] Root(Mid)")
        #expect(session.log(Mid.self) == ["leaf done"])
        #expect(session.log(Root.self) == [])
    }

    @Test("a result is delivered although the flow has removed its screens before")
    func finishAfterLeaving() throws {
        let session = try TestSession.scripted(.midInModal)
        try session.act(.dismiss, .finish)
        #expect(session.description == "[a] Root")
        #expect(session.log(Root.self) == ["mid done"])
    }

    @Test("a result is delivered although the parent removes the flow's screens")
    func finishThenTakenAway() throws {
        let session = try TestSession.scripted(.midOnStack)
        try session.actAsRoot(.childFinish, .popToRoot)
        #expect(session.description == "[a] Root")
        #expect(session.log(Root.self) == ["mid done"])
    }

    @Test("a coordinator stays while a flow runs that has replaced its screens")
    func staysForChild() throws {
        let session = try TestSession.scripted(.midOnStack)
        try session.act(.leafAsRoot)
        #expect(session.description == "[c] Root(Mid(Leaf))")
        try session.act(.finish)
        #expect(session.description == "[] Root")
    }

    @Test("a new root frees the previous one")
    func newRoot() throws {
        let session = try TestSession.scripted(.midAsRoot)
        let first = session.state.coordinators.last?.key
        #expect(session.description == "[b] Root(Mid)")
        try session.actAsRoot(.midAsRoot)
        #expect(session.description == "[b] Root(Mid)")
        #expect(session.state.coordinators.last?.key != first)
        try session.actAsRoot(.leafAsRoot)
        #expect(session.description == "[c] Root(Leaf)")
    }

    @Test("a new root removes tabs and modals")
    func newRootOverAll() throws {
        let session = try TestSession.scripted(.tabs)
        try session.selectTab("y")
        try session.act(.presentA)
        #expect(session.description == "T0[c] T1*[b] +modal[a] Root(Leaf, Mid)")
        try session.act(.leafAsRoot)
        #expect(session.description == "[c] Root(Mid(Leaf))")
    }

    @Test("setting the root of a shared stack frees all other flows on it")
    func setRoot() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack)
        try session.actAsRoot(.setRootC)
        #expect(session.description == "[c] Root")
    }

    @Test("replacing the top screen frees its owner", arguments: [(Command.replaceTopB, "[a, b] Root(Mid)")])
    func replaceTop(command: Command, expected: String) throws {
        let session = try TestSession.scripted(.midOnStack)
        try session.act(command)
        #expect(session.description == expected)
        try session.actAsRoot(.replaceTopB)
        #expect(session.description == "[a, b] Root")
    }

    @Test(
        "a flow stays when its parent makes it replace its screens",
        arguments: [
            (Command.childSetRoot, "[c] Root(Mid)"), (.childReplaceTop, "[b] Root(Mid)"),
            (.childTabs, "T0*[c] T1[] Root(Mid(Leaf))"),
            (.childRunRoot, "[c] Root(Mid(Leaf))"),
        ]
    )
    func removedByParent(command: Command, expected: String) throws {
        let session = try TestSession.scripted(.midAsRoot)
        try session.actAsRoot(command)
        #expect(session.description == expected)
    }

    @Test("a screen that a flow presents belongs to the flow")
    func presented() throws {
        let session = try TestSession.scripted(.midOnStack, .presentA)
        #expect(session.description == "[a, b] +modal[a] Root(Mid)")
        try session.dismiss()
        #expect(session.description == "[a, b] Root(Mid)")
    }

    @Test("a flow that outlives its modal continues in the container that presented it")
    func outlivesModal() throws {
        let session = try TestSession.scripted(.midInModal, .leafAsRoot)
        #expect(session.description == "[c] Root(Mid(Leaf))")
        try session.actAsRoot(.childPush)
        #expect(session.description == "[c, a] Root(Mid(Leaf))")
    }

    @Test("the application ends with its application coordinator")
    func ended() throws {
        let session = try TestSession.scripted(.midOnStack)
        try session.actAsRoot(.finish)
        #expect(session.state.isEnded)
        #expect(throws: NavigationError.ended) { try session.back() }
        #expect(try session.restored().state == session.state)
    }

    @Test(
        "a chain of 50 flows is removed as a whole, in each way",
        arguments: [
            { try $0.back(to: PageA.self) }, { try $0.actAsRoot(.childFinish) }, { try $0.actAsRoot(.popToRoot) },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func deep(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.scripted()
        for _ in 0..<50 { try session.act(.midOnStack) }
        #expect(session.stack == ["a"] + Array(repeating: "b", count: 50))
        #expect(session.state.coordinators.count == 51)
        #expect(try leave(session))
        #expect(session.description == "[a] Root")
    }
}
