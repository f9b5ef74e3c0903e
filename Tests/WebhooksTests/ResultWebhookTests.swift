import APITesting
import Coordination
import HTTPClient
import HTTPCore
import JSON
import RawHTTP
import Sessions
import SessionsTesting
import Testing
import Webhooks

@Suite("The webhook for results of sessions")
struct ResultWebhookTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let accepted = ScriptedServer.Step.respond("HTTP/1.1 204 No Content\r\n\r\n")

    private static func status(_ code: Int) -> ScriptedServer.Step {
        .respond("HTTP/1.1 \(code) Status\r\nContent-Length: 0\r\n\r\n")
    }

    /// Ends a session whose result another system gets, which takes these steps.
    private func end(_ steps: ScriptedServer.Step...) async throws -> (api: TestAPI, client: TestClient, ScriptedServer)
    {
        let server = try ScriptedServer(steps)
        let clock = ManualClock()
        var http = HTTPClient()
        http.timeout = .milliseconds(500)
        let webhook = Webhook(
            url: "http://127.0.0.1:\(server.port)/ends",
            secrets: try WebhookSecrets(Self.secret),
            clock: clock,
            client: http
        )
        let application = try Application("rating", title: "Rating", root: RatingCoordinator.self, factory: ())
        let api = try TestAPI(clock: clock, applications: [application]) { ResultWebhook(webhook).register(in: &$0) }
        var client = try await api.start()
        try await client.report("rate", 4)
        #expect(client.state["result"] == ["stars": 4])
        return (api, client, server)
    }

    private func request(_ text: String) -> (fields: [String: String], content: JSONValue?) {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        let lines = parts.first?.split(separator: "\r\n").dropFirst() ?? []
        let fields = lines.compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingPrefix(" ").description)
        }
        let content = parts.count > 1 ? try? JSONValue(parsing: Array(parts[1].utf8)) : nil
        return (Dictionary(fields) { first, _ in first }, content)
    }

    @Test("the end of a session is posted once, signed, with its result")
    func posts() async throws {
        let (api, client, server) = try await end(Self.accepted)
        defer { server.stop() }
        #expect(await APITesting.eventually { server.requests.count == 1 })
        let (fields, content) = request(server.requests[0])
        #expect(content?["type"] == "session.ended")
        #expect(content?["data"] == ["session": .string(client.id), "app": "rating", "result": ["stars": 4]])
        let id = try #require(fields["webhook-id"])
        #expect(id.hasPrefix("\(client.id)/"))
        #expect(fields["webhook-timestamp"] == "\(api.clock.now.milliseconds / 1_000)")
        #expect(fields["webhook-signature"]?.hasPrefix("v1,") == true)
    }

    @Test("a system that does not respond or fails gets the same message again, with the same ID")
    func repeats() async throws {
        let (api, _, server) = try await end(Self.status(503), .readAndClose, Self.accepted)
        defer { server.stop() }
        #expect(
            await APITesting.eventually {
                api.clock.advance(by: .seconds(10))
                return server.requests.count == 3
            }
        )
        #expect(Set(server.requests.map { request($0).fields["webhook-id"] }).count == 1)
    }

    @Test("a status that another attempt would not change ends the attempts, with a line in the log")
    func final() async throws {
        let (api, client, server) = try await end(Self.status(404), Self.accepted)
        defer { server.stop() }
        #expect(
            await APITesting.eventually {
                api.log.lines.contains { $0.contains("Effect failed") && $0.contains("404") }
            }
        )
        #expect(server.requests.count == 1)
        let state = await client.send(.get, "")
        #expect(state["status"] == "ended")
    }
}

private struct Question: Screen {
    static let name = "question"
    static let rate = Output<Question, Int>("rate")
    var title: String { "How many stars?" }
}

private final class RatingCoordinator: ApplicationCoordinator {
    typealias State = NoState
    struct Finish: Payload { var stars: Int }

    func start() { setRoot(Question()) }

    static let wiring: Wiring<RatingCoordinator> = [
        .deliversResult(), .on(Question.rate) { $0.finish(Finish(stars: $1)) },
    ]
}
