import Coordination
import CoordinationTesting
import JSON
import Seats
import Testing

@Suite("Topics")
struct TopicTests {
    private func session(following train: String? = "7") throws -> TestSession {
        let session = try TestSession(SeatsApplication.make())
        if let train { try session.report("seatPicker.board", .string(train)) }
        return session
    }

    @Test("a flow gets the values of the topic that its state names, and of no other")
    func follows() throws {
        let session = try session()
        #expect(try session.publish(SeatMap.Value(taken: [3]), to: SeatMap(train: "7")))
        #expect(session.state.seatPicker?.taken == [3])
        #expect(try !session.publish(SeatMap.Value(taken: [4]), to: SeatMap(train: "8")))
        #expect(session.state.seatPicker?.taken == [3])
        try session.report("seatPicker.leave")
        #expect(try !session.publish(SeatMap.Value(taken: [5]), to: SeatMap(train: "7")))
        #expect(session.state.seatPicker?.taken == [])
    }

    @Test("the same value once more changes nothing")
    func sameValue() throws {
        let session = try session()
        #expect(try session.publish(SeatMap.Value(taken: [3]), to: SeatMap(train: "7")))
        #expect(try !session.publish(SeatMap.Value(taken: [3]), to: SeatMap(train: "7")))
    }

    @Test("a value that the flow rejects changes nothing")
    func rejected() throws {
        let session = try session()
        #expect(throws: NavigationError.self) {
            try session.publish(SeatMap.Value(taken: [3, 13]), to: SeatMap(train: "7"))
        }
        #expect(session.state.seatPicker?.taken == [])
    }

    @Test("a publication is an effect that no screen waits for")
    func publishes() throws {
        let session = try session()
        try session.report("seatPicker.take", 3)
        #expect(session.pendingEffectNames == ["publish.seatMap"])
        try session.report("seatPicker.take", 4)
        #expect(session.state.seatPicker?.taken == [3, 4])
    }

    @Test("the presence at a topic has the members of the topic, and a name of its own")
    func presence() throws {
        let session = try session()
        #expect(try session.publish(Followers(count: 2), to: Presence(of: SeatMap(train: "7"))))
        #expect(session.state.seatPicker?.viewers == 2)
        let topic = try TopicID(Presence(of: SeatMap(train: "7")))
        #expect(topic == TopicID(name: "presence.seatMap", key: #"{"train":"7"}"#))
    }

    @Test("a state says which topics its flows follow, and an ended session follows none")
    func followed() throws {
        let session = try session(following: nil)
        #expect(session.application.topics.followed(in: session.state).isEmpty)
        try session.report("seatPicker.board", "7")
        let topics = session.application.topics.followed(in: session.state)
        #expect(topics.map(\.name).sorted() == ["presence.seatMap", "seatMap"])
    }

    @Test("an exploration publishes sample values, so that it calls the handlers of topics")
    func exploration() throws {
        let application = try SeatsApplication.make()
        let report = Explorer(application).explore()
        #expect(report.findings.map { "\($0.kind) \($0.subject)" } == [])
        #expect(report.uncalledHandlers == [])
        // The control: without the samples, the handler of the map is not called.
        let bare = try SeatsApplication.make(samples: Samples())
        #expect(Explorer(bare).explore().uncalledHandlers.contains("SeatsCoordinator: topic seatMap"))
    }

    @Test("a recorded value is applied again by a replay")
    func replay() throws {
        let session = try session()
        let event = Event.topic(of: SeatMap(train: "7"), SeatMap.Value(taken: [1, 2]))
        var writer = JSONWriter()
        event.record(of: session.application, in: session.state, isPersonal: false, to: &writer)
        let record = try JSONValue(parsing: writer.finish())
        #expect(record["type"] == "topic" && record["name"] == "seatMap")
        let again = try Event.recorded(record, of: session.application, in: session.state)
        guard case .topic(let value) = again else { return #expect(Bool(false), "\(again)") }
        #expect(value.topic == TopicID(name: "seatMap", key: #"{"train":"7"}"#))
        #expect(value.value as? SeatMap.Value == SeatMap.Value(taken: [1, 2]))
    }

    @Test("a kind of topic with a name that paths can't have, and a second kind of a name, are mistakes at the start")
    func names() throws {
        let error = try #require(throws: ApplicationError.self) {
            try Application("wrong", title: "Wrong", root: WrongTopicsCoordinator.self, state: .init(), factory: ())
        }
        #expect(
            error.errors == [
                "Two kinds of topics have the name 'seat map'.",
                "WrongTopicsCoordinator wires the topic 'seat map' more than once.",
                "The topic 'seat map' has a name that is not 1 to 64 letters, digits, dots, hyphens and underscores.",
            ]
        )
    }
}

private struct FirstTopic: Topic {
    static let name = "seat map"
    typealias Value = Int
}

private struct SecondTopic: Topic {
    static let name = "seat map"
    typealias Value = Int
}

private struct Blank: Screen {
    static let name = "blank"
}

private final class WrongTopicsCoordinator: ApplicationCoordinator {
    typealias State = NoState

    func start() { push(Blank()) }

    static let wiring: Wiring<WrongTopicsCoordinator> = [
        .shows(Blank.self),
        .follows { _ in
            FirstTopic()
        } receive: { _, _ in
        },
        .follows { _ in
            SecondTopic()
        } receive: { _, _ in
        },
    ]
}
