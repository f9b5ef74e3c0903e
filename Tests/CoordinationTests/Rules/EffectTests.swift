import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("An effect")
struct EffectTests {
    @Test("the result of an effect is delivered to the coordinator that performed it")
    func value() throws {
        let session = try TestSession.scripted(.midOnStack, .ask)
        #expect(session.pendingEffectNames == ["ask"])
        #expect(session.lastStep.effects.map(\.name) == ["ask"])
        #expect(try session.pending(Ask.self).question == "why?")
        try session.complete(Ask.self, "because")
        #expect(session.pendingEffectNames == [])
        #expect(session.log(Mid.self) == ["because"])
        #expect(session.log(Root.self) == [])
        #expect(session.lastStep.cause == .init(source: "effect", name: "ask"))
    }

    @Test("effects get their results in the order of the outbox")
    func order() throws {
        let session = try TestSession(.scripted(), results: EffectResults().result(for: Whisper.self) { _ in 7 })
        session.setResult(for: Ask.self) { $0.question.uppercased() }
        try session.act(.whisper, .ask)
        #expect(session.log(Root.self) == ["heard 7", "WHY?"])
        session.removeResult(for: Ask.self)
        try session.act(.ask)
        #expect(session.pendingEffectNames == ["ask"])
    }

    @Test("an effect blocks the screens of its coordinator, and nothing else")
    func busy() throws {
        let session = try TestSession.scripted(.pushB, .ask)
        #expect(session.state.blocking?.name == "ask")
        #expect(throws: NavigationError.busy(effect: "ask")) { try session.act(.log) }
        #expect(throws: NavigationError.busy(effect: "ask")) { try session.report("b.noSuchOutput") }
        try session.back()
        #expect(throws: NavigationError.busy(effect: "ask")) { try session.act(.log) }
        try session.open("usher://scripted/run%20mid")
        #expect(session.state.blocking == nil)
        #expect(session.state.busy?.name == "ask")
        try session.act(.log)
        #expect(session.log(Mid.self) == ["log"])
    }

    @Test("an effect that blocks no screen allows reports, also after a restart")
    func background() throws {
        let session = try TestSession.scripted(.hint)
        try session.act(.log)
        let copy = try session.restored().state
        #expect(copy.busy == nil)
        #expect(copy.pending.map(\.isLost) == [true])
    }

    @Test(
        "a failed or interrupted effect leaves a message on the flow's top screen",
        arguments: [
            (EffectFailure.failed, "effect.failed"), (.interrupted, "effect.interrupted"),
        ]
    )
    func failure(failure: EffectFailure, code: String) throws {
        let session = try TestSession.scripted(.pushB, .ask)
        try session.fail(Ask.self, failure)
        #expect(session.messages == [code])
        #expect(session.state.screens.map(\.messages.count) == [0, 1])
        try session.act(.log)
        #expect(session.messages == [])
    }

    @Test("a wired failure is handled by the flow, without a message")
    func wiredFailure() throws {
        let session = try TestSession.scripted(.hint)
        try session.fail(Hint.self)
        #expect(session.log(Root.self) == ["no hint: failed"])
        #expect(session.messages == [])
    }

    @Test("the result of an effect whose flow has ended goes to the parent, and no screen is blocked")
    func inherited() throws {
        let session = try TestSession.scripted(.midOnStack, .ask)
        try session.back()
        #expect(session.pendingEffectNames == ["ask"])
        #expect(session.state.blocking == nil)
        #expect(session.state.busy == nil)
        try session.act(.log)
        try session.restart()
        try session.complete(Ask.self, "because")
        #expect(session.pendingEffectNames == [])
        #expect(session.description == "[a] Root")
        #expect(session.log(Root.self) == ["log", "because"])
    }

    @Test(
        "the result of an effect whose flow and its parent have ended goes to the grandparent; a failure leaves no message"
    )
    func inheritedTwice() throws {
        let session = try TestSession.scripted(.midOnStack, .leafInModal, .ask)
        #expect(session.description == "[a, b] +modal[c] Root(Mid(Leaf))")
        try session.dismiss()
        try session.back()
        try session.fail(Ask.self)
        #expect(session.messages == [])
        #expect(session.description == "[a] Root")
    }

    @Test("a second result of the same effect changes nothing")
    func unknown() throws {
        let session = try TestSession.scripted(.ask)
        let key = try #require(session.pendingEffects.first?.key)
        try session.complete(Ask.self, "because")
        #expect(try session.send(.effect(key, .value("again"))) == false)
        #expect(session.log(Root.self) == ["because"])
    }

    @Test("a secret effect's secret is not in the snapshot, and a restart interrupts the effect")
    func secret() throws {
        let session = try TestSession.scripted(.whisper)
        let text = String(decoding: try session.application.encode(session.state), as: UTF8.self)
        #expect(text.contains("hush") == false)
        try session.restart()
        #expect(session.pendingEffectNames == [])
        #expect(session.messages == ["effect.interrupted"])
    }

    @Test("an effect without a secret survives a restart unchanged")
    func survives() throws {
        let session = try TestSession.scripted(.ask)
        let key = session.pendingEffects.map(\.key)
        try session.restart()
        #expect(session.pendingEffects.map(\.key) == key)
        #expect(try session.pending(Ask.self).question == "why?")
    }

    @Test("a result of the wrong type is an application bug")
    func wrongType() throws {
        let session = try TestSession.scripted(.ask)
        let key = try #require(session.pendingEffects.first?.key)
        #expect(throws: NavigationError.bug("Root expected a value of type String, but got Int.")) {
            try session.send(.effect(key, .value(5)))
        }
        #expect(session.pendingEffectNames == ["ask"])
    }
}

@Suite("A timer")
struct TimerTests {
    @Test("a timer fires when it is due and not before")
    func due() throws {
        let session = try TestSession.scripted(.timer)
        #expect(session.timers == ["alarm"])
        try session.advance(by: .milliseconds(9_999))
        #expect(session.log(Root.self) == [])
        try session.advance(by: .milliseconds(1))
        #expect(session.log(Root.self) == ["alarm"])
        #expect(session.timers == [])
        #expect(session.lastStep.cause == .init(source: "timer", name: "alarm"))
    }

    @Test("a timer blocks no screen")
    func blocksNothing() throws {
        let session = try TestSession.scripted(.timer, .log)
        #expect(session.log(Root.self) == ["log"])
    }

    @Test("a timer fires once for each time that it was started")
    func twice() throws {
        let session = try TestSession.scripted(.timer)
        try session.advance(by: .seconds(5))
        try session.act(.timer)
        try session.advance(by: .seconds(5))
        #expect(session.log(Root.self) == ["alarm"])
        try session.advance(by: .seconds(5))
        #expect(session.log(Root.self) == ["alarm", "alarm"])
    }

    @Test("cancelling a timer removes it, and no timer of another coordinator")
    func cancelled() throws {
        let session = try TestSession.scripted(.timer, .midOnStack, .timer, .cancel)
        #expect(session.timers == ["alarm"])
        #expect(try session.act(.cancel) == false)
        try session.actAsRoot(.cancel)
        #expect(session.timers == [])
    }

    @Test("a timer is removed with its coordinator")
    func gone() throws {
        let session = try TestSession.scripted(.midOnStack, .timer)
        let key = try #require(session.state.pending.first?.key)
        try session.back()
        #expect(session.timers == [])
        #expect(try session.send(.timer(key)) == false)
    }

    @Test("a timer that became due while the server was stopped fires at the restart")
    func restart() throws {
        let session = try TestSession.scripted(.timer)
        try session.restart(after: .seconds(3_600))
        #expect(session.log(Root.self) == ["alarm"])
    }
}
