import CoordinationTesting
import Testing

@Suite("A screen's inputs and messages")
struct InputTests {
    @Test("change on every screen that takes the datum, covered ones too")
    func updateAll() throws {
        let session = try TestSession.scripted(.midOnStack, .leafInModal)
        try session.open("usher://scripted/update")
        #expect(session.state.counts == ["a 1", "b 1"])
    }

    @Test("change under a modal in the same step")
    func updateCovered() throws {
        let session = try TestSession.scripted(.presentA, .presentFixed, .update)
        #expect(session.state.counts == ["a 1", "a 1", "b 1"])
        #expect(session.state.screens.map(\.version) == [1, 1, 1])
    }

    @Test("change only in the flow that changes them and the flows it runs")
    func updateBelow() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack, .update)
        #expect(session.state.counts == ["a 0", "b 0", "c 1"])
        #expect(session.state.screens.map(\.version) == [0, 0, 1])
    }

    @Test("stand on the screen until it reports again")
    func messages() throws {
        let session = try TestSession.scripted(.pushA, .message)
        #expect(session.messages == ["test.message"])
        #expect(session.state.screens.map { $0.messages.map(\.text) } == [["Hello."], ["Hello."]])
        try session.act(.log)
        #expect(session.messages == [])
        try session.back()
        #expect(session.messages == ["test.message"])
    }

    @Test("keep their messages when a report is refused or handled by nobody")
    func keptMessages() throws {
        let session = try TestSession.scripted(.message)
        #expect(throws: NavigationError.self) { try session.act(.refuse) }
        #expect(throws: NavigationError.self) { try session.report("a.nothing") }
        #expect(throws: NavigationError.self) { try session.report("a.act", 5) }
        #expect(try session.report(PageA.toNobody) == false)
        #expect(session.messages == ["test.message"])
    }

    @Test("are no change when they are what they were")
    func sameMessages() throws {
        let session = try TestSession.scripted()
        try session.open("usher://scripted/message")
        #expect(try session.open("usher://scripted/message") == false)
    }
}

extension NavigationState {
    fileprivate var counts: [String] {
        screens.map { "\($0.name) \(($0.screen as? any Counting)?.count ?? -1)" }
    }
}
