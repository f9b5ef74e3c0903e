package import HTTPCore
package import JSON
import Testing

/// A client of one session that stores the last state it has received.
package struct TestClient: Sendable {
    package let api: TestAPI
    package let id: String
    package var token: String
    package var state: JSONValue

    package init(api: TestAPI, id: String, token: String, state: JSONValue) {
        self.api = api
        self.id = id
        self.token = token
        self.state = state
    }

    package var path: String { "/v1/sessions/\(id)" }
    package var authorization: HTTPFields { [.authorization: "Bearer \(token)"] }
    package var revision: Int64 { state["revision"]?.integerValue ?? -1 }
    package var focus: String { state["focus"]?.stringValue ?? "none" }
    package var focused: JSONValue? { state["screens"]?[focus] }

    /// The names of the screens on the front stack.
    package var stack: [String] {
        (state["stack"]?.arrayValue ?? []).compactMap { $0.stringValue }
            .compactMap { state["screens"]?[$0]?["name"]?.stringValue }
    }

    package func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        fields: HTTPFields = [:]
    ) async -> TestResponse {
        var all = authorization
        all.append(contentsOf: fields)
        return await api.send(method, self.path + path, body, fields: all)
    }

    package func sendOutput(_ name: String, _ body: JSONValue? = nil, fields: HTTPFields = [:]) async -> TestResponse {
        await send(.post, "/screens/\(focus)/outputs/\(name)", body, fields: fields)
    }

    package mutating func report(_ name: String, _ body: JSONValue? = nil) async throws {
        try take(await sendOutput(name, body))
    }

    package mutating func post(_ path: String, _ body: JSONValue? = nil) async throws {
        try take(await send(.post, path, body))
    }

    package mutating func read() async throws { try take(await send(.get, "")) }

    /// Waits for a revision after the given one.
    package mutating func read(after revision: Int64) async throws {
        try take(await send(.get, "", fields: [.prefer: "wait=10", .ifNoneMatch: "\"\(revision)\""]))
    }

    package mutating func take(_ reply: TestResponse) throws {
        try #require(reply.status == 200, "\(reply)")
        state = reply.json
        token = reply["token"]?.stringValue ?? token
    }
}
