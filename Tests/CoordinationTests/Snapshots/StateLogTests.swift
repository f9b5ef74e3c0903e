import Coordination
import CoordinationTesting
import JSON
import Synchronization
import Testing

@Suite("The log of a state", .serialized)
struct StateLogTests {
    private let application: Application
    private let start: Step
    private let focus: Key

    init() throws {
        application = try Application("counted", title: "Counted", root: CountedFlow.self, factory: ())
        start = try application.start(at: .test)
        focus = try #require(start.state.focus).key
    }

    private func report(_ output: String, to state: NavigationState) throws -> Step {
        try application.apply(.output(output, screen: focus, payload: nil), to: state, at: .test)
    }

    @Test("a change has only the screens, coordinators and effects that the step has added or changed")
    func encodesChanges() throws {
        let first = try Encodings.counted { try application.encode(start.state) }
        #expect(first.encodings == ["card 1", "card 2", "card 3", "errand 1"])
        let step = try report("turn", to: start.state)
        let second = try Encodings.counted { try application.encode(step.state, changes: step.changes) }
        #expect(second.encodings == ["card 2", "errand 2"])
        let change = try JSONValue(parsing: second.result.bytes)
        let turned = start.state.screens[1].key.description
        #expect(change["screens"]?[0]?["key"] == .string(turned))
        #expect(change["screens"]?[1] == nil && change["coordinators"] == [])
        #expect(change["application"] == nil && change["flows"] == nil)
        let log = StateLog(whole: first.result, changes: [second.result.bytes])
        #expect(log.byteCount == first.result.count + second.result.bytes.count)
        #expect(try application.decode(log, at: .test).state == step.state)
        #expect(try log.document() == JSONValue(parsing: application.encode(step.state)))
    }

    @Test("the keys of removed parts are in a change, which has the flows if the coordinators are others")
    func removedParts() throws {
        let session = try TestSession.scripted(.timer, .message, .tabs)
        var log = StateLog(whole: try session.application.encode(session.state))
        try session.act(.midInModal)
        let begun = try session.application.encode(session.state, changes: session.lastStep.changes)
        log.append(begun.bytes)
        #expect(try JSONValue(parsing: begun.bytes)["flows"] != nil)
        try session.act(.dismiss)
        let ended = try session.application.encode(session.state, changes: session.lastStep.changes)
        log.append(ended.bytes)
        let removed = try #require(try JSONValue(parsing: ended.bytes)["removed"])
        #expect(removed[0] != nil)
        #expect(try session.application.decode(log, at: .test).state == session.state)
    }

    @Test("a log of many steps of every kind gives the state after each of them")
    func manySteps() throws {
        let session = try TestSession.scripted(.timer, .message, .tabs)
        var log = StateLog(whole: try session.application.encode(session.state))
        let commands: [Command] = [
            .pushA, .hint, .midInModal, .pushB, .timer, .dismiss, .log, .cancel, .tabs, .leafAsRoot, .pushC, .pop,
        ]
        for command in commands {
            try session.act(command)
            log.append(try session.application.encode(session.state, changes: session.lastStep.changes).bytes)
            #expect(try log.document() == JSONValue(parsing: session.application.encode(session.state)))
        }
        #expect(log.changes.count == commands.count)
    }

    @Test("a log without one of its changes is rejected or gives another state, and damaged changes are rejected")
    func missingChange() throws {
        let turned = try report("turn", to: start.state)
        let dealt = try report("deal", to: turned.state)
        let whole = try application.encode(start.state)
        let changes = try [turned, dealt].map { try application.encode($0.state, changes: $0.changes).bytes }
        #expect(try application.decode(StateLog(whole: whole, changes: changes), at: .test).state == dealt.state)
        let incomplete = StateLog(whole: whole, changes: [changes[1]])
        #expect((try? application.decode(incomplete, at: .test))?.state != dealt.state)
        for damaged in ["", "[]", "{", #"{"format":1,"screens":[{}]}"#, #"{"format":1,"removed":["x"]}"#] {
            let log = StateLog(whole: whole, changes: [Array(damaged.utf8)])
            #expect(throws: SnapshotError.self) { try application.decode(log, at: .test) }
        }
    }

    @Test("an encoded state returns the properties of the screens that it has by key and version")
    func props() throws {
        let first = try application.encode(start.state, changes: nil)
        #expect(first.isWhole)
        for node in start.state.screens {
            let expected = try JSONCoding.encode(node.screen)
            #expect(first.props(of: node.key, version: node.version).map(Array.init) == expected)
            #expect(first.props(of: node.key, version: node.version + 1) == nil)
        }
        #expect(first.props(of: Key(1_000), version: 0) == nil)
        let step = try report("turn", to: start.state)
        let second = try application.encode(step.state, changes: step.changes)
        #expect(!second.isWhole)
        let found = try step.state.screens.map { node in
            let expected = try JSONCoding.encode(node.screen)
            return second.props(of: node.key, version: node.version).map(Array.init) == expected
        }
        #expect(found == [false, true, false])
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
