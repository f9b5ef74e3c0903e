import CoordinationTesting
import Testing

@Suite("A stack")
struct StackTests {
    @Test(
        "at its root stays as it is, whoever wants to go back",
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

    @Test("loses one screen for each way back and never its last")
    func back() throws {
        let session = try TestSession.scripted(.pushB, .pushC)
        try session.back()
        #expect(session.stack == ["a", "b"])
        try session.act(.pop, .pop, .pop)
        #expect(session.stack == ["a"])
    }

    @Test("goes back to a screen wherever it is")
    func backTo() throws {
        let session = try TestSession.scripted(.pushB, .pushC, .pushC)
        let middle = session.state.stack[1]
        try session.send(.back(to: middle))
        #expect(session.stack == ["a", "b"])
    }

    @Test("goes back to the topmost screen of a kind")
    func popTo() throws {
        let session = try TestSession.scripted(.pushA, .pushB, .pushC)
        try session.act(.popToA)
        #expect(session.stack == ["a", "a"])
    }

    @Test("stays as it is when it has no screen of the kind")
    func popToAbsent() throws {
        let session = try TestSession.scripted(.setRootC, .pushB)
        #expect(try session.act(.popToA) == false)
        #expect(session.stack == ["c", "b"])
    }

    @Test("changes its top, its root, and how it came there")
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

    @Test("of a presented screen is its own")
    func presented() throws {
        let session = try TestSession.scripted(.pushB, .presentA)
        #expect(try session.back() == false)
        #expect(try session.send(.back(to: session.key(of: "b"))) == false)
        #expect(session.layout == "[a, b] +modal[a]")
    }
}
