import CoordinationTesting
import Testing

@Suite("All-or-nothing steps")
struct AllOrNothingTests {
    @Test("a handler that throws a rejection leaves no trace of its earlier changes")
    func rejection() throws {
        let session = try TestSession.scripted(.pushB)
        let before = session.state
        #expect(throws: NavigationError.rejected(Rejection("test.refused", "The test wants it so."))) {
            try session.act(.log, .presentA, .midAsRoot, .ask, .timer, .message, .reject)
        }
        #expect(session.state == before)
        #expect(session.description == "[a, b] Root")
        #expect(session.pendingEffectNames == [])
        #expect(session.timers == [])
    }

    @Test("a handler that throws any other error is an application bug and leaves no trace")
    func crash() throws {
        let session = try TestSession.scripted(.pushB, .presentA)
        #expect(throws: NavigationError.bug("Root threw Crash() for a link.")) {
            try session.actAsRoot(.setRootC, .crash)
        }
        #expect(session.description == "[a, b] +modal[a] Root")
    }

    @Test("a rejected link dismisses nothing")
    func link() throws {
        let session = try TestSession.scripted(.presentA)
        #expect(throws: NavigationError.rejected(Rejection("test.refused", "The test wants it so."))) {
            try session.actAsRoot(.pushB, .reject)
        }
        #expect(session.description == "[a] +modal[a] Root")
    }

    @Test("a second result of one flow in a step is ignored")
    func finishTwice() throws {
        let session = try TestSession.scripted(.midOnStack)
        try session.act(.finish, .finish)
        #expect(session.description == "[a] Root")
        #expect(session.log(Root.self) == ["mid done"])
    }

    @Test("a change that is undone in the same step is no change")
    func undone() throws {
        let session = try TestSession.scripted(.tabs)
        try session.actAsRoot(.badge)
        #expect(try session.actAsRoot(.noBadge, .badge) == false)
        #expect(try session.actAsRoot(.selectY, .selectX) == false)
    }
}
