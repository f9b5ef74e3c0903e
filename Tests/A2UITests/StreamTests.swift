import A2UI
import APITesting
import HTTPCore
import JSON
import StateAPI
import Testing

@Suite("A stream of messages of A2UI")
struct StreamTests {
    /// The messages that come on a stream.
    private final class Follower {
        private let body: HTTPBodyStream
        /// The last event as it was sent.
        private(set) var text = ""

        init(_ client: TestClient, _ fields: HTTPFields = [:]) async throws {
            var all: HTTPFields = [.accept: "application/a2ui+json", .authorization: "Bearer \(client.token)"]
            all.append(contentsOf: fields)
            let request = HTTPRequest(method: .get, target: HTTPTarget(client.path + "/events"), fields: all, body: [])
            let response = await client.api.handler.respond(to: request)
            #expect(response.fields[.contentType] == "text/event-stream")
            let stream: HTTPBodyStream? = if case .stream(let body) = response.body { body } else { nil }
            body = try #require(stream)
        }

        deinit { body.cancel() }

        /// Waits for the next events, and returns their messages, none for a comment.
        func next() async throws -> JSONValue {
            text = ""
            let hasCome = await eventually {
                if case .bytes(let bytes) = body.next(upTo: 1 << 20) { text += String(decoding: bytes, as: UTF8.self) }
                return text.contains("data: ") || text.contains(":\n\n")
            }
            #expect(hasCome)
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("data: ") }
            return .array(
                try lines.map { line in
                    try JSONValue(parsing: Array(line.dropFirst(6).utf8), limits: JSONLimits(bytes: 1 << 20))
                }
            )
        }
    }

    private func client() async throws -> TestClient {
        var settings = StateAPI.Settings()
        settings.options = [.a2ui]
        return try await TestAPI(settings: settings).startInMain()
    }

    @Test("each revision is the messages that lead to it, of which only the first creates the surface")
    func follows() async throws {
        var client = try await client()
        let follower = try await Follower(client)
        var renderer = TestRenderer()
        try renderer.apply(try await follower.next())
        #expect(renderer.texts.contains("Note 3"))
        try await client.report("noteSelected", 3)
        try renderer.apply(try await follower.next())
        #expect(renderer.texts == ["Note 3"])
        #expect(follower.text.contains("id: \(client.revision)\n"))
        #expect(
            renderer.log == [
                "createSurface", "updateComponents", "updateDataModel", "updateComponents", "updateDataModel",
            ]
        )
    }

    @Test("on the same screen only what has changed is sent")
    func changes() async throws {
        var client = try await ShelfCoordinator.start()
        let follower = try await Follower(client)
        let all = try await follower.next()[1]?["updateComponents"]?["components"]?.arrayValue?.count ?? 0
        try await client.report("choose", 1)
        let next = try await follower.next().arrayValue ?? []
        #expect(next.map { $0.objectValue?.keys.last } == ["updateComponents"])
        let changed = next[0]["updateComponents"]?["components"]?.arrayValue?.count ?? 0
        #expect(changed == 1 && all > 100)
    }

    @Test("a client that connects again keeps its surface, and gets nothing that it has")
    func reconnects() async throws {
        var client = try await client()
        let current = try await Follower(client, ["Last-Event-ID": "\(client.revision)"])
        #expect(try await current.next() == [])
        let before = client.revision
        try await client.report("noteSelected", 3)
        let late = try await Follower(client, ["Last-Event-ID": "\(before)"])
        let names = try await late.next().arrayValue?.map { $0.objectValue?.keys.last }
        #expect(names == ["updateComponents", "updateDataModel"])
    }
}
