import CoordinationTesting
import Testing

@Suite("A stack")
struct StackTests {
    @Test(
        "every way back leaves a stack with one screen unchanged",
        arguments: [
            { try $0.back() }, { try $0.back(to: PageA.self) }, { try $0.act(.pop) }, { try $0.act(.popToRoot) },
            { try $0.act(.popToA) }, { try $0.send(.back(to: Key(77))) }, { try $0.dismiss() },
            { try $0.dismiss(all: true) },
            { try $0.act(.dismiss) }, { try $0.act(.dismissAll) }, { try $0.act(.pop, .pop, .pop) },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func atRoot(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try TestSession.scripted()
        let state = session.state
        #expect(try leave(session) == false)
        #expect(session.state == state)
        #expect(session.revision == 1)
    }

    @Test("each way back removes one screen, and never the last one")
    func back() throws {
        let session = try TestSession.scripted(.pushB, .pushC)
        try session.back()
        #expect(session.stack == ["a", "b"])
        try session.act(.pop, .pop, .pop)
        #expect(session.stack == ["a"])
    }

    @Test("a stack goes back to any of its screens")
    func backTo() throws {
        let session = try TestSession.scripted(.pushB, .pushC, .pushC)
        let middle = session.state.stack[1]
        try session.send(.back(to: middle))
        #expect(session.stack == ["a", "b"])
    }

    @Test("a stack goes back to the topmost screen of a kind")
    func popTo() throws {
        let session = try TestSession.scripted(.pushA, .pushB, .pushC)
        try session.act(.popToA)
        #expect(session.stack == ["a", "a"])
    }

    @Test("a stack without a screen of that kind stays unchanged")
    func popToAbsent() throws {
        let session = try TestSession.scripted(.setRootC, .pushB)
        #expect(try session.act(.popToA) == false)
        #expect(session.stack == ["c", "b"])
    }

    @Test("the top and the root of a stack can be replaced, with transition and hidden bars")
    func replace() throws {
        let session = try TestSession.scripted(.pushC, .replaceTopB)
        #expect(session.stack == ["a", "b"])
        try session.act(.setRootC)
        #expect(session.stack == ["c"])
        #expect(session.state.front.transition == .fade)
        #expect(session.state.focus?.transition == .fade)
        #expect(session.state.focus?.hides == [])
        try session.act(.pushC)
        #expect(session.state.focus?.hides == [.tabBar])
    }

    @Test("a presented screen has a stack of its own")
    func presented() throws {
        let session = try TestSession.scripted(.pushB, .presentA)
        #expect(try session.back() == false)
        #expect(try session.send(.back(to: session.key(of: "b"))) == false)
        #expect(session.layout == "[a, b] +modal[a]")
    }
}
