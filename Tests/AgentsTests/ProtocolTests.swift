import APITesting
import Agents
import HTTPCore
import JSON
import StateAPI
import Testing

@Suite("Messages of agents that break the protocol")
struct ProtocolTests {
    private func agent() async throws -> Agent {
        var settings = StateAPI.Settings()
        settings.options = [.agents]
        return try await Agent.join(TestAPI(settings: settings).startInMain())
    }

    @Test(
        "a body that is no message is an error of JSON-RPC",
        arguments: [
            "[]", "1", #"{"id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1}"#,
            #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        ]
    )
    func bodies(text: String) async throws {
        let agent = try await agent()
        let response = await agent.api.send(
            .post,
            "/mcp",
            bytes: Array(text.utf8),
            fields: [.authorization: "Bearer \(agent.token)", .contentType: "application/json"]
        )
        #expect(response.status == 400)
        #expect(response["error"]?["code"] == -32_600)
    }

    @Test("the fields of a stateless request must say the same as its body")
    func fields() async throws {
        let agent = try await agent()
        func status(_ revision: String?, _ method: String?, _ name: String?) async -> TestResponse {
            var fields: HTTPFields = [.authorization: "Bearer \(agent.token)"]
            if let revision { fields.append("MCP-Protocol-Version", revision) }
            if let method { fields.append("Mcp-Method", method) }
            if let name { fields.append("Mcp-Name", name) }
            return await agent.send("tools/call", ["name": "goBack"], fields: fields)
        }
        let (revision, method, name) = ("2026-07-28", "tools/call", "goBack")
        #expect(await status(revision, method, name).status == 200)
        for other in [nil, "other"] {
            for response in [
                await status(other, method, name), await status(revision, other, name),
                await status(revision, method, other),
            ] {
                #expect(response.status == 400, "\(response)")
                #expect(response["error"]?["code"] == -32_020)
            }
        }
        // The name in Base64, as clients send characters that fields can't have.
        #expect(await status(revision, method, "=?base64?Z29CYWNr?=").status == 200)
    }

    @Test("an unknown revision is answered with those that the server speaks")
    func revisions() async throws {
        var agent = try await agent()
        agent.revision = "1900-01-01"
        let response = await agent.send("tools/list")
        #expect(response.status == 400)
        #expect(response["error"]?["code"] == -32_022)
        #expect(response["error"]?["data"]?["supported"]?[0] == "2026-07-28")
        #expect(response["error"]?["data"]?["requested"] == "1900-01-01")
    }

    @Test("an unknown method is 404 in the stateless revision, and an error in the others")
    func methods() async throws {
        var agent = try await agent()
        for (revision, status) in [("2026-07-28", 404), ("2025-11-25", 200)] {
            agent.revision = revision
            for method in ["prompts/list", revision == "2025-11-25" ? "server/discover" : "initialize"] {
                let response = await agent.send(method)
                #expect(response.status == status, "\(method): \(response)")
                #expect(response["error"]?["code"] == -32_601)
            }
        }
    }

    @Test("a notification has an empty response")
    func notifications() async throws {
        let agent = try await agent()
        let response = await agent.api.send(
            .post,
            "/mcp",
            ["jsonrpc": "2.0", "method": "notifications/initialized"],
            fields: [.authorization: "Bearer \(agent.token)", "MCP-Protocol-Version": "2025-11-25"]
        )
        #expect(response.status == 202)
        #expect(response.bytes.isEmpty)
    }

    @Test("a page of another site can't make a browser act as an agent")
    func origins() async throws {
        let agent = try await agent()
        let response = await agent.api.send(
            .post,
            "/mcp",
            ["jsonrpc": "2.0", "id": 1, "method": "tools/list"],
            fields: [.authorization: "Bearer \(agent.token)", .origin: "https://other.example", .host: "localhost"]
        )
        #expect(response.status == 403)
    }

    @Test(
        "without a token an agent learns how to present one",
        arguments: [nil, "Bearer", "Bearer x", "Basic eDp5", "Bearer a.b"]
    )
    func credentials(authorization: String?) async throws {
        let agent = try await agent()
        var fields = HTTPFields()
        if let authorization { fields.append(.authorization, authorization) }
        let response = await agent.api.send(
            .post,
            "/mcp",
            ["jsonrpc": "2.0", "id": 1, "method": "ping"],
            fields: fields
        )
        #expect(response.status == 401)
        #expect(response.fields["WWW-Authenticate"] == "Bearer realm=\"usher\"")
    }

    @Test("a tool that the application never has is an error of the protocol")
    func unknownTools() async throws {
        let response = await (try await agent()).send("tools/call", ["name": "nothing"])
        #expect(response["error"]?["code"] == -32_602)
        #expect(response.status == 400)
    }
}
