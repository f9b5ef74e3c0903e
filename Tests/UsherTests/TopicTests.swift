import Coordination
import EventStreams
import HTTPCore
import JSON
import RawHTTP
import Seats
import Sessions
import SessionsTesting
import Testing
import UsherServer

@Suite("Topics over HTTP")
struct TopicTests {
    /// A server of the application with seats, with a connection to its operations address.
    private struct Train {
        let server: RunningServer
        let operations: RawClient

        func start(on train: String = "7") throws -> AppClient {
            let client = try server.start(["app": "seats"])
            try client.report("board", .string(train))
            return client
        }

        @discardableResult
        func publish(_ body: JSONValue, to name: String = "seatMap") throws -> RawResponse {
            try operations.exchange("POST", "/v1/topics/\(name)", body)
        }

        func publish(taken: [Int], train: String = "7") throws {
            let seats = JSONValue.array(taken.map { .integer(Int64($0)) })
            let body: JSONValue = ["topic": ["train": .string(train)], "value": ["taken": seats]]
            #expect(try publish(body).status == 204)
        }
    }

    private func run(_ body: @escaping @Sendable (Train) throws -> Void) async throws {
        let address = ListenAddress("127.0.0.1:0")
        try await RunningServer.run(
            configure: { $0.operationsAddress = address },
            applications: [SeatsApplication.make()]
        ) { server in
            let port = try #require(server.server.operationsURL?.split(separator: ":").last.flatMap { Int($0) })
            try body(Train(server: server, operations: RawClient(port: port)))
        }
    }

    @Test("a value that the operator's system publishes reaches a stream as a patch")
    func stream() async throws {
        try await run { train in
            let client = try train.start()
            let stream = try EventStream(of: client, port: train.server.port)
            var state = try #require(try stream.next()).json
            try train.publish(taken: [3, 4])
            // The number of viewers and the seats come in any order.
            while state.seats != [3, 4] {
                train.server.clock.advance(by: .seconds(1))
                let event = try #require(try stream.next())
                #expect(event.name == "patch")
                state = try event.applied(to: state)
            }
            #expect(state["expiresAt"] == client.state["expiresAt"])
        }
    }

    @Test("a client that only asks for the state gets the last value")
    func asks() async throws {
        try await run { train in
            let client = try train.start()
            for seat in 1...3 { try train.publish(taken: [seat]) }
            try client.read()
            #expect(client.state.seats == [3])
            let revision = client.revision
            try client.read()
            #expect(client.revision == revision)
        }
    }

    @Test("a tap in one session reaches the stream of another")
    func tap() async throws {
        try await run { train in
            let (first, second) = (try train.start(), try train.start())
            let stream = try EventStream(of: second, port: train.server.port)
            var state = try #require(try stream.next()).json
            try first.report("take", 12)
            while state.seats != [12] {
                train.server.clock.advance(by: .seconds(1))
                state = try #require(try stream.next()).applied(to: state)
            }
        }
    }

    @Test("a wrong publication changes nothing, and its problem says what to change")
    func mistakes() async throws {
        try await run { train in
            let client = try train.start()
            #expect(try train.publish(["value": 1], to: "seats").status == 404)
            let wrongTopic = try train.publish(["topic": ["car": "7"], "value": ["taken": []]])
            #expect(wrongTopic.status == 422)
            #expect(wrongTopic.json["errors"]?[0]?["pointer"] == "/topic/train")
            let wrongValue = try train.publish(["topic": ["train": "7"], "value": ["taken": "all"]])
            #expect(wrongValue.status == 422)
            #expect(wrongValue.json["errors"]?[0]?["pointer"] == "/value/taken")
            let none = try train.publish(["topic": ["train": "7"]])
            #expect(none.json["errors"]?[0]?["pointer"] == "/value")
            try client.read()
            #expect(client.state.seats == [])
        }
    }

    @Test("clients can't publish")
    func clients() async throws {
        try await run { train in
            let client = try train.server.connect()
            let body: JSONValue = ["topic": ["train": "7"], "value": ["taken": [1]]]
            #expect(try client.exchange("POST", "/v1/topics/seatMap", body).status == 404)
        }
    }
}

extension JSONValue {
    /// The seats that the screen in front shows as taken.
    fileprivate var seats: [Int64]? {
        let screen = self["screens"]?.objectValue?.members.first?.value
        return screen?["props"]?["taken"]?.arrayValue?.compactMap(\.integerValue)
    }
}
