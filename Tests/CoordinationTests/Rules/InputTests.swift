import CoordinationTesting
import Testing

@Suite("A screen's inputs and messages")
struct InputTests {
    @Test("an update changes every screen with that input, covered ones too")
    func updateAll() throws {
        let session = try TestSession.scripted(.midOnStack, .leafInModal)
        try session.open("usher://scripted/update")
        #expect(session.state.counts == ["a 1", "b 1"])
    }

    @Test("an update changes screens under a modal in the same step")
    func updateCovered() throws {
        let session = try TestSession.scripted(.presentA, .presentFixed, .update)
        #expect(session.state.counts == ["a 1", "a 1", "b 1"])
        let revision = UInt64(session.revision)
        #expect(session.state.screens.map(\.version) == [revision, revision, revision])
    }

    @Test("a session that continues an expired one, which counts its own revisions, has no version of the old one")
    func versionAfterResumption() throws {
        let session = try TestSession.scripted(.pushB, .update)
        let before = session.state
        #expect(before.screens.allSatisfy { $0.version == session.revision })
        let context = StepContext(now: session.now, session: "next")
        let resumed = try session.application.resume(before, at: context).state
        #expect(resumed.screens.allSatisfy { $0.version <= 1 })
        #expect(try session.application.fork(of: before, at: context).state.screens.allSatisfy { $0.version == 0 })
    }

    @Test("an update changes only the screens of its flow and of the flows that it runs")
    func updateBelow() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack, .update)
        #expect(session.state.counts == ["a 0", "b 0", "c 1"])
        #expect(session.state.screens.map(\.version) == [0, 0, UInt64(session.revision)])
    }

    @Test("a message stays on its screen until the screen reports again")
    func messages() throws {
        let session = try TestSession.scripted(.pushA, .message)
        #expect(session.messages == ["test.message"])
        #expect(session.state.screens.map { $0.messages.map(\.text) } == [["Hello."], ["Hello."]])
        try session.act(.log)
        #expect(session.messages == [])
        try session.back()
        #expect(session.messages == ["test.message"])
    }

    @Test("a screen keeps its messages when a report is rejected or has no handler")
    func keptMessages() throws {
        let session = try TestSession.scripted(.message)
        #expect(throws: NavigationError.self) { try session.act(.reject) }
        #expect(throws: NavigationError.self) { try session.report("a.nothing") }
        #expect(throws: NavigationError.self) { try session.report("a.act", 5) }
        #expect(try session.report(PageA.unhandled) == false)
        #expect(session.messages == ["test.message"])
    }

    @Test("setting the same messages again is no change")
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
