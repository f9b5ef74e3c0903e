import Coordination
import CoordinationTesting
import JSON
import Synchronization
import Testing

@Suite("A state that is encoded after another one", .serialized)
struct EncodedStateTests {
    @Test("only changed screens, coordinators and effects are encoded")
    func encodesChanges() throws {
        let application = try Application("counted", title: "Counted", root: CountedFlow.self, factory: ())
        let start = try application.start(at: .test)
        let first = try Encodings.counted { try application.encode(start.state, after: nil, changes: nil) }
        #expect(first.encodings == ["card 1", "card 2", "card 3", "errand 1"])
        let focus = try #require(start.state.focus)
        let step = try application.apply(.output("turn", screen: focus.key, payload: nil), to: start.state, at: .test)
        let second = try Encodings.counted {
            try application.encode(step.state, after: first.result, changes: step.changes)
        }
        #expect(second.encodings == ["card 2", "errand 2"])
        let fresh = try Encodings.counted { try application.encode(step.state) }
        #expect(fresh.encodings == ["card 1", "card 2", "card 3", "errand 1", "errand 2"])
        #expect(second.result.bytes == fresh.result)
        let third = try Encodings.counted {
            try application.encode(step.state, after: second.result, changes: StateChanges())
        }
        #expect(third.encodings == [])
        #expect(third.result.bytes == fresh.result)
    }

    @Test("a message copies its screen's encoded inputs, and a push copies its coordinator's encoded state")
    func copiesContent() throws {
        let application = try Application("counted", title: "Counted", root: CountedFlow.self, factory: ())
        let start = try application.start(at: .test)
        let first = try application.encode(start.state, after: nil, changes: nil)
        let focus = try #require(start.state.focus)
        let step = try application.apply(.output("tell", screen: focus.key, payload: nil), to: start.state, at: .test)
        #expect(step.state.screens.allSatisfy { $0.messages.count == 1 })
        let second = try Encodings.counted { try application.encode(step.state, after: first, changes: step.changes) }
        #expect(second.encodings == [])
        #expect(try second.result.bytes == application.encode(step.state))
        let last = try application.apply(.output("deal", screen: focus.key, payload: nil), to: step.state, at: .test)
        let third = try Encodings.counted {
            try application.encode(last.state, after: second.result, changes: last.changes)
        }
        #expect(third.encodings == ["card 4"])
        #expect(try third.result.bytes == application.encode(last.state))
    }

    @Test("an encoded state returns the properties of a screen by key and version")
    func props() throws {
        let application = try Application("counted", title: "Counted", root: CountedFlow.self, factory: ())
        let start = try application.start(at: .test)
        let first = try application.encode(start.state, after: nil, changes: nil)
        for node in start.state.screens {
            let expected = try JSONCoding.encode(node.screen)
            #expect(first.props(of: node.key, version: node.version).map(Array.init) == expected)
            #expect(first.props(of: node.key, version: node.version + 1) == nil)
        }
        #expect(first.props(of: Key(1_000), version: 0) == nil)
        let focus = try #require(start.state.focus)
        let step = try application.apply(.output("turn", screen: focus.key, payload: nil), to: start.state, at: .test)
        let second = try application.encode(step.state, after: first, changes: step.changes)
        for node in step.state.screens {
            let expected = try JSONCoding.encode(node.screen)
            #expect(second.props(of: node.key, version: node.version).map(Array.init) == expected)
        }
        let former = start.state.screens.map { second.props(of: $0.key, version: $0.version) == nil }
        #expect(former == [false, true, false])
    }

    @Test("incremental encoding gives the same bytes as full encoding, also after restarts")
    func addedAndRemoved() throws {
        let session = try TestSession.scripted(.timer, .message, .tabs)
        var written = try session.application.encode(session.state, after: nil, changes: nil)
        let commands: [Command] = [
            .pushA, .hint, .midInModal, .pushB, .timer, .dismiss, .log, .cancel, .tabs, .leafAsRoot, .pushC, .pop,
        ]
        for command in commands {
            try session.act(command)
            written = try session.application.encode(session.state, after: written, changes: session.lastStep.changes)
            #expect(try written.bytes == session.application.encode(session.state))
            try session.restart()
            // The flow of a secret effect learns that it was lost, which is another step.
            written = try session.application.encode(session.state, after: nil, changes: nil)
        }
    }
}

/// The screens and effects encoded since the last call of ``counted(_:)``.
private enum Encodings {
    static let entries = Mutex<[String]>([])

    static func counted<Result>(_ body: () throws -> Result) rethrows -> (result: Result, encodings: [String]) {
        entries.withLock { $0 = [] }
        let result = try body()
        return (result, entries.withLock(\.self))
    }
}

/// A screen that records each encoding.
private struct Card: Screen {
    static let name = "card"
    static let turn = Output<Card, Nothing>("turn")
    static let tell = Output<Card, Nothing>("tell")
    static let deal = Output<Card, Nothing>("deal")

    var number: Int
    var turns = 0

    init(number: Int) { self.number = number }

    private enum Keys: CodingKey { case number, turns }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        number = try container.decode(Int.self, forKey: .number)
        turns = try container.decode(Int.self, forKey: .turns)
    }

    func encode(to encoder: any Encoder) throws {
        Encodings.entries.withLock { $0.append("card \(number)") }
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(number, forKey: .number)
        try container.encode(turns, forKey: .turns)
    }
}

/// An effect that records each encoding.
private struct Errand: Effect {
    static let name = "errand"
    static let blocksScreen = false
    typealias Value = Int

    var number: Int

    init(number: Int) { self.number = number }

    private enum Keys: CodingKey { case number }

    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .number)
    }

    func encode(to encoder: any Encoder) throws {
        Encodings.entries.withLock { $0.append("errand \(number)") }
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(number, forKey: .number)
    }
}

private final class CountedFlow: ApplicationCoordinator {
    func start() {
        for number in 1...3 { push(Card(number: number)) }
        perform(Errand(number: 1))
    }

    static let wiring: Wiring<CountedFlow> = [
        .on(Card.turn) {
            $0.update { (card: inout Card) in card.turns += card.number == 2 ? 1 : 0 }
            $0.perform(Errand(number: 2))
        },
        .on(Card.tell) { $0.show(Message("told", "You were told."), on: Card.self) },
        .on(Card.deal) { $0.push(Card(number: 4)) },
        .ignores(Errand.self),
    ]
}
