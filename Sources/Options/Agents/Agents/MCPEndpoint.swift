import Concurrency
import HTTPCore
import JSON
import Sessions
import StateAPI

/// The endpoint of agents: the Model Context Protocol over streamable HTTP, in the stateless revision and those with a handshake.
///
/// The server keeps nothing for an agent between two requests, in any revision. The tools of an agent follow from its token and from
/// the session's state, so requests can go to any node.
struct MCPEndpoint {
    static let path = "/mcp"
    /// The resource with the state of the session.
    static let stateURI = "session:///state"

    let api: StateAPI

    var all: [Endpoint] {
        [
            Endpoint(
                method: .post,
                template: Self.path,
                id: "callAsAgent",
                tag: "agents",
                summary: "A message of an agent (Model Context Protocol)",
                description: """
                    The token of the agent is the credential. Tools are the outputs that the application allows to agents on the \
                    screen in focus. The resource `\(Self.stateURI)` is the state. `subscriptions/listen` has a stream of \
                    events in response.
                    """,
                body: .ref("JSONRPCMessage"),
                isBodyRequired: true,
                isNegotiated: false,
                responses: [
                    .init(.json("JSONRPCMessage"), description: "The response, or a stream of messages."),
                    .init(.none, status: .accepted, description: "The notification was received."),
                ],
                problems: [.unauthorized, .expired, .crossSite],
                handler: .open(.none) { call throws(APIError) in
                    try checkOrigin(of: call.request)
                    let body = try api.body(of: call.request)
                    try withSession(of: call) { session, credential throws(APIError) in
                        receive(body, AgentCall(api: api, call: call, session: session, credential: credential))
                    }
                }
            ),
            Endpoint(
                method: .get,
                template: Self.path,
                id: "followAsAgent",
                tag: "agents",
                summary: "Notifications to an agent that began with a handshake (Model Context Protocol)",
                responses: [.init(.other(type: "text/event-stream", .string))],
                problems: [.unauthorized, .expired, .crossSite],
                handler: .open(.none) { call throws(APIError) in
                    try checkOrigin(of: call.request)
                    try withSession(of: call) { session, credential throws(APIError) in
                        let agent = AgentCall(api: api, call: call, session: session, credential: credential)
                        try follow(agent, AgentStreamContent(api: api, wanted: .init(tools: true)))
                    }
                }
            ),
        ]
    }

    /// Rejects a page of another origin, unless the settings list it.
    private func checkOrigin(of request: HTTPRequest) throws(APIError) {
        if !api.isFromListedOrigin(request) { try request.checkSameOrigin() }
    }

    private func withSession(
        of call: APICall,
        _ body: @escaping @Sendable (Session, Credential) throws(APIError) -> Void
    ) throws(APIError) {
        guard let token = AgentToken(call.request) else { throw .session(.unauthorized) }
        try call.withSession(token.session, opening: token.credential, body)
    }

    // MARK: - Messages

    private func receive(_ body: JSONValue?, _ agent: AgentCall) {
        var id: JSONValue?
        do throws(MCPError) {
            let message = try MCPMessage(body)
            id = message.id
            let revision = try MCPRevision(of: message, agent.call.request)
            guard let id else { return agent.call.respond(HTTPResponse(.accepted)) }
            try handle(message, revision, agent) { result in
                var response = Self.response(to: id, result, revision)
                // The server keeps nothing under this id, but clients open the stream of notifications only if they have one.
                if message.method == "initialize" { response.fields.append("Mcp-Session-Id", "\(agent.session.id)") }
                agent.call.respond(response)
            }
        } catch {
            agent.call.respond(error.response(to: id))
        }
    }

    private func handle(
        _ message: MCPMessage,
        _ revision: MCPRevision,
        _ agent: AgentCall,
        then complete: @escaping @Sendable (JSONValue) -> Void
    ) throws(MCPError) {
        switch message.method {
        case "tools/list":
            let tools = AgentTool.all(of: agent.session.view).map(\.json)
            complete(Self.cacheable(["tools": .array(tools)], revision))
        case "tools/call":
            guard let name = message.params["name"]?.stringValue else {
                throw .invalidParameters("'params.name' must be the name of a tool.")
            }
            try agent.run(name, message.params["arguments"] ?? [:], then: complete)
        case "resources/list":
            complete(Self.cacheable(["resources": [Self.stateResource]], revision))
        case "resources/templates/list":
            complete(Self.cacheable(["resourceTemplates": []], revision))
        case "resources/read":
            guard message.params["uri"]?.stringValue == Self.stateURI else {
                let code: Int64 = revision.isStateless ? -32_602 : -32_002
                throw MCPError(code: code, message: "The only resource is '\(Self.stateURI)'.", status: .ok)
            }
            complete(Self.cacheable(["contents": [state(of: agent.session.view)]], revision))
        case "initialize" where !revision.isStateless:
            complete([
                "protocolVersion": .string(revision.rawValue), "capabilities": Self.capabilities(revision),
                "serverInfo": Self.serverInfo, "instructions": .string(Self.instructions),
            ])
        case "ping" where !revision.isStateless:
            complete([:])
        case "server/discover" where revision.isStateless:
            let all = MCPRevision.allCases.map { JSONValue.string($0.rawValue) }
            let members: JSONObject = [
                "supportedVersions": .array(all), "capabilities": Self.capabilities(revision),
                "instructions": .string(Self.instructions),
            ]
            complete(Self.cacheable(members, revision))
        case "subscriptions/listen" where revision.isStateless:
            listen(message, agent)
        default:
            throw .unknownMethod(message.method, revision)
        }
    }

    private static func response(to id: JSONValue, _ result: JSONValue, _ revision: MCPRevision) -> HTTPResponse {
        var result = result
        if revision.isStateless, case .object(var members) = result {
            members["resultType"] = "complete"
            members["_meta"] = ["io.modelcontextprotocol/serverInfo": serverInfo]
            result = .object(members)
        }
        var response = HTTPResponse.json(.ok, JSONValue.object(["jsonrpc": "2.0", "id": id, "result": result]).json)
        response.fields.append(.cacheControl, "no-store")
        return response
    }

    // MARK: - Contents

    private static let serverInfo: JSONValue = ["name": "usher", "title": "Usher", "version": "0.1.0"]

    private static let instructions = """
        You act in a session that a user has open in an app. The tools are what the app allows you on the screen that the user \
        sees now, so they change as you and the user move on: list them again after each call. Begin with readScreen.
        """

    private static func capabilities(_ revision: MCPRevision) -> JSONValue {
        // The subscription of a resource needs memory between requests in the older revisions.
        ["tools": ["listChanged": true], "resources": revision.isStateless ? ["subscribe": true] : [:]]
    }

    private static let stateResource: JSONValue = [
        "uri": .string(stateURI), "name": "state", "title": "The state of the session",
        "description": "All screens that the user has open, without secrets.", "mimeType": "application/json",
    ]

    private func state(of view: SessionView) -> JSONValue {
        [
            "uri": .string(Self.stateURI), "mimeType": "application/json",
            "text": .string(String(decoding: api.renderer.concealed(view).json, as: UTF8.self)),
        ]
    }

    /// Returns a result that belongs to one session, and that may change at any time.
    private static func cacheable(_ members: JSONObject, _ revision: MCPRevision) -> JSONValue {
        guard revision.isStateless else { return .object(members) }
        var members = members
        members["ttlMs"] = 0
        members["cacheScope"] = "private"
        return .object(members)
    }

    // MARK: - Streams

    /// Responds with a stream of the notifications that a message asks for.
    private func listen(_ message: MCPMessage, _ agent: AgentCall) {
        let filter = message.params["notifications"]
        let uris = filter?["resourceSubscriptions"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let wanted = AgentStreamContent.Notifications(
            tools: filter?["toolsListChanged"]?.boolValue ?? false,
            state: uris.contains(Self.stateURI)
        )
        agent.call.attempt { () throws(APIError) in
            try follow(agent, AgentStreamContent(api: api, wanted: wanted, request: message.id))
        }
    }

    private func follow(_ agent: AgentCall, _ content: AgentStreamContent) throws(APIError) {
        guard agent.call.request.method != .head else {
            return agent.call.respond(HTTPResponse(.ok, fields: StreamEndpoint.fields))
        }
        let session = agent.session
        let stream = SessionStream(session, agent.credential, content, api.registry, on: agent.call.reply.queue)
        try api.streams.add(stream, of: session.id, agent.call.request.client)
        let first = stream.firstUpdate()
        agent.call.respond(HTTPResponse(.ok, fields: StreamEndpoint.fields, body: .stream(stream.body)))
        stream.begin(with: first) { [streams = api.streams, id = session.id] in streams.remove(stream, of: id) }
    }
}
