import APITesting
import HTTPCore
import JSON
import Testing

/// An agent of the protocol in a session, without a socket.
struct Agent: Sendable {
    let api: TestAPI
    let token: String
    /// The revision of the protocol that its requests name.
    var revision = "2026-07-28"

    /// Lets an agent into the session of a client.
    static func join(_ client: TestClient, name: String = "Assistant") async throws -> Agent {
        let invitation = await client.send(.post, "/agents", [:])
        try #require(invitation.status == 201, "\(invitation)")
        let path = try #require(invitation["join"]?.stringValue)
        let joined = await client.api.send(.post, path, ["name": .string(name)])
        try #require(joined.status == 201, "\(joined)")
        return Agent(api: client.api, token: try #require(joined["token"]?.stringValue))
    }

    /// The members that the stateless revision wants in each request.
    var meta: JSONValue {
        [
            "io.modelcontextprotocol/protocolVersion": .string(revision),
            "io.modelcontextprotocol/clientCapabilities": [:],
        ]
    }

    /// Sends a request with the fields that its revision requires.
    func send(_ method: String, _ params: JSONObject = [:], fields changed: HTTPFields? = nil) async -> TestResponse {
        var params = params
        var fields: HTTPFields = [.authorization: "Bearer \(token)"]
        if revision == "2026-07-28" {
            params["_meta"] = meta
            fields.append("Mcp-Method", method)
            if let name = (params["name"] ?? params["uri"])?.stringValue { fields.append("Mcp-Name", name) }
        }
        fields.append("MCP-Protocol-Version", revision)
        let message: JSONValue = ["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .object(params)]
        return await api.send(.post, "/mcp", message, fields: changed ?? fields)
    }

    /// Returns the result of a request.
    func result(_ method: String, _ params: JSONObject = [:]) async throws -> JSONValue {
        let response = await send(method, params)
        try #require(response.status == 200, "\(response)")
        #expect(response["id"] == 7)
        return try #require(response["result"], "\(response)")
    }

    /// Calls a tool of the screen in focus, with the key of that screen.
    func call(_ tool: String, _ payload: JSONValue? = nil) async throws -> JSONValue {
        var arguments: JSONObject = [:]
        if let listed = try await tools().first(where: { $0["name"]?.stringValue == tool }) {
            arguments["screen"] = listed["inputSchema"]?["properties"]?["screen"]?["const"]
        }
        if let payload { arguments["payload"] = payload }
        return try await result("tools/call", ["name": .string(tool), "arguments": .object(arguments)])
    }

    func tools() async throws -> [JSONValue] { try await result("tools/list")["tools"]?.arrayValue ?? [] }

    func toolNames() async throws -> [String] { try await tools().compactMap { $0["name"]?.stringValue } }
}
