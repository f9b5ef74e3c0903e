import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("A postponed output")
struct PostponedTests {
    private func session(isOpen: Bool = false) throws -> TestSession {
        let application = try Application(
            "gate",
            title: "Gate",
            root: Gate.self,
            state: .init(isOpen: isOpen),
            factory: ()
        )
        return try TestSession(application)
    }

    @Test("postponed outputs change nothing visible, are kept, and are delivered in order later (R11)")
    func order() throws {
        let session = try session()
        for name in ["one", "two", "three"] { try session.report(Door.knock, name) }
        #expect(session.description == "[door] Gate")
        #expect(session.screen(Door.self)?.heard == [])
        #expect(session.state.postponed.map(\.payload) == ["one", "two", "three"])
        try session.restart()
        try session.report(Door.open)
        #expect(session.screen(Door.self)?.heard == ["one", "two", "three"])
        #expect(session.state.postponed == [])
    }

    @Test("an output that is postponed again waits for the next delivery (R11)")
    func again() throws {
        let session = try session()
        try session.report(Door.knock, "later")
        try session.report(Door.knock, "now")
        try session.report(Door.open)
        #expect(session.screen(Door.self)?.heard == ["now"])
        #expect(session.state.postponed.map(\.payload) == ["later"])
        try session.report(Door.open)
        #expect(session.screen(Door.self)?.heard == ["now", "later"])
    }

    @Test("a postponed output is removed with the flow that postponed it (R12)")
    func forgotten() throws {
        let session = try session()
        try session.report(Door.enter)
        #expect(session.description == "[door, room] Gate(Lodge)")
        try session.report(Room.ring, 7)
        #expect(session.state.postponed.count == 1)
        try session.back()
        #expect(session.state.postponed == [])
        try session.report(Door.open)
        #expect(session.description == "[door] Gate")
    }

    @Test("a postponed output may have no payload")
    func noPayload() throws {
        let session = try session()
        try session.report(Door.bell)
        #expect(session.state.postponed.map(\.output) == ["bell"])
        try session.report(Door.open)
        #expect(session.screen(Door.self)?.heard == ["bell"])
    }

    @Test("a postponed output is delivered although its screen was removed")
    func screenRemoved() throws {
        let session = try session()
        try session.report(Door.another)
        try session.report(Door.knock, "from above")
        try session.back()
        try session.report(Door.open)
        #expect(session.screen(Door.self)?.heard == ["from above"])
    }

    @Test("a postponed output that is rejected later is rolled back alone, with a message; the others are delivered")
    func rejected() throws {
        let session = try session()
        for name in ["one", "refused", "two"] { try session.report(Door.knock, name) }
        try session.report(Door.open)
        #expect(session.screen(Door.self)?.heard == ["one", "two"])
        #expect(session.messages == ["door.refused"])
        #expect(session.description == "[door] Gate")
        #expect(session.flowState(Gate.self)?.tries == 3)
    }

    @Test("an output beyond the limit of postponed ones is rejected at once")
    func tooMany() throws {
        let session = try session()
        for number in 0..<PostponedOutput.limit { try session.report(Door.knock, "\(number)") }
        let rejection = Rejection("output.tooManyWait", "Too many postponed reports (\(32)). Try again later.")
        #expect(throws: NavigationError.rejected(rejection)) { try session.report(Door.knock, "one more") }
        #expect(session.state.postponed.count == PostponedOutput.limit)
    }

    @Test("postponing a secret output, or an event that is no output, is an application bug")
    func errors() throws {
        let session = try session()
        #expect(
            throws: NavigationError.bug("Gate postpones 'whisper', whose payload is secret and can't be stored.")
        ) {
            try session.report(Door.whisper, json: ["word": "sesame"])
        }
        #expect(throws: NavigationError.bug("Gate calls postpone() without an output to postpone.")) {
            try session.open("usher://gate/open")
        }
    }

    @Test("a flow that delivers outputs to itself endlessly is an application bug")
    func endless() throws {
        let session = try session()
        try session.report(Door.knock, "endless")
        #expect(throws: NavigationError.bug("Flows run and finish each other in an endless loop.")) {
            try session.report(Door.open)
        }
    }
}

private struct Door: Screen {
    static let name = "door"
    static let knock = Output<Door, String>("knock")
    static let open = Output<Door, Nothing>("open")
    static let enter = Output<Door, Nothing>("enter")
    static let another = Output<Door, Nothing>("another")
    static let whisper = Output<Door, Password>("whisper")
    static let bell = Output<Door, Nothing>("bell")

    var heard: [String] = []
}

private struct Password: Payload {
    var word: Secret
    static let schema: JSONSchema = .object(["word": .string(secret: true)])
}

private struct Room: Screen {
    static let name = "room"
    static let ring = Output<Room, Int>("ring")
}

private struct GateLink: DeepLink {
    init?(path: [String], query: [String: String]) {}
}

private final class Gate: ApplicationCoordinator {
    struct State: CoordinatorState {
        var isOpen = false
        var tries = 0
    }

    func start() { push(Door()) }
    func open(_ link: GateLink) { postpone() }

    static let wiring: Wiring<Gate> = [
        .on(Door.knock) { try $0.hear($1) },
        .on(Door.open) { $0.open() },
        .on(Door.bell) { try $0.hear("bell") },
        .on(Door.enter) { $0.run(Lodge.self) },
        .on(Door.another) { $0.push(Door()) },
        .on(Door.whisper) { gate, _ in gate.postpone() },
        .runs(Lodge.self),
    ]

    private func open() {
        state.isOpen = true
        deliverPostponed()
    }

    private func hear(_ name: String) throws {
        guard state.isOpen else { return postpone() }
        if name == "later", state.tries < 1 {
            state.tries += 1
            return postpone()
        }
        if name == "endless" {
            deliverPostponed()
            return postpone()
        }
        state.tries += 1
        update { (door: inout Door) in door.heard.append(name) }
        if name == "refused" {
            push(Room())
            throw Rejection("door.refused", "There is no resident with that name.")
        }
        if name == "two" { state.tries += 1 }
    }
}

private final class Lodge: Coordinator {
    func start() { push(Room()) }

    static let wiring: Wiring<Lodge> = [.on(Room.ring) { lodge, _ in lodge.postpone() }]
}
