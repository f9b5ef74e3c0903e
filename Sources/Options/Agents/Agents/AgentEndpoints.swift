import Coordination
import HTTPCore
import JSON
import Sessions
import StateAPI

/// The endpoints with which a user lets an agent into the session.
///
/// The user's device makes a code, and the agent joins with it. The agent's token is a credential of its own, which is among the
/// devices of the session and can be revoked there. It opens nothing but the agents' endpoint.
struct AgentEndpoints {
    let api: StateAPI

    var all: [Endpoint] {
        [
            Endpoint(
                method: .post,
                template: "/v1/sessions/:id/agents",
                id: "inviteAgent",
                tag: "agents",
                summary: "Makes a code with which an agent joins the session",
                description: "A code works once, within two minutes.",
                body: .ref("Nothing"),
                responses: [.init(.json("AgentInvitation"), status: .created, description: "The code.")],
                problems: [.rejected, .ended, .tooManyRequests],
                handler: .session(invite)
            ),
            Endpoint(
                method: .post,
                template: "/v1/agents/:code",
                id: "joinAsAgent",
                tag: "agents",
                summary: "Joins the session of a code as an agent",
                parameters: [.creationKey],
                body: .ref("JoiningAgent"),
                responses: [.init(.json("JoinedAgent"), status: .created, description: "The agent's token.")],
                problems: [
                    .handoffUnusable, .rejected, .idempotencyKeyReused, .idempotencyKeyInUse, .idempotencyKeyTooShort,
                ],
                handler: .open(.none, join)
            ),
        ]
    }

    private func invite(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        _ = try api.body(of: call.request, as: .object([:]))
        guard session.application.hasAgentAccess else {
            throw .problem(.rejected, "This application allows nothing to agents.")
        }
        try api.countHandoff(of: session)
        api.registry.handOff(session, to: .agent, for: call.reply) { result in
            call.attempt { () throws(APIError) in
                let handoff = try call.value(of: result)
                call.record(.handoffMade, session.id, of: session.view.record.account)
                var response = HTTPResponse.json(.created) { writer in
                    writer.member("code", handoff.code)
                    writer.member("expiresAt", handoff.expiresAt)
                    writer.member("join", "/v1/agents/\(handoff.code)")
                }
                response.fields.append(.cacheControl, .untransformed)
                call.respond(response)
            }
        }
    }

    private static let joiningAgent: JSONSchema = .object([
        .init("name", .string(minLength: 1, maxLength: 64, form: .line), isRequired: false)
    ])

    private func join(_ call: APICall) throws(APIError) {
        let request = call.request
        let body = try api.body(of: request, as: Self.joiningAgent)
        // A page of another site could let its own agent into a session that it has made its visitors use.
        if !api.isFromListedOrigin(request) { try request.checkSameOrigin() }
        let code = try call.handoffCode()
        api.registry.join(
            code,
            as: .agent,
            platform: body["name"]?.stringValue ?? Self.unnamed,
            idempotency: try api.creationIdempotency(request),
            for: call.reply
        ) { [api] result in
            if case .failure(.handoffUnusable) = result { api.countUnknownSession(request) }
            call.attempt { () throws(APIError) in
                let (joined, credential) = try call.value(of: result)
                let session = joined.view.session
                call.record(.deviceJoined, session.id, of: joined.view.record.account)
                var response = HTTPResponse.json(.created) { writer in
                    writer.member("url", MCPEndpoint.path)
                    writer.member("token", AgentToken(session: session.id, credential: credential).exposed)
                    writer.member("id", api.registry.devices(of: session, current: credential).current)
                }
                if joined.isReplay { response.fields.append("Idempotency-Replayed", "true") }
                response.fields.append(.cacheControl, .untransformed)
                call.respond(response)
            }
        }
    }

    /// The name of an agent that has none.
    static let unnamed = "Agent"
}
