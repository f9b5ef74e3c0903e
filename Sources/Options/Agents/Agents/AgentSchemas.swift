import StateAPI

/// The schemas of what agents and the devices that let them in send and get.
enum AgentSchemas {
    static let all: KeyValuePairs<String, OpenAPISchema> = [
        "AgentInvitation": .object([
            .always("code", .string, "The code with which an agent joins, once."),
            .always("expiresAt", .time), .always("join", .string, "The path that the agent posts to."),
        ]),
        "JoiningAgent": .closed([
            .maybe("name", .string, "The name that the user sees among the devices; at most 64 characters.")
        ]),
        "JoinedAgent": .object([
            .always("url", .string, "The path of the agents' endpoint."),
            .always("token", .string, "The agent's bearer token, which opens this session at that endpoint only."),
            .always("id", .string, "The name of the token among the credentials of the session."),
        ]),
        "JSONRPCMessage": .object([
            .always("jsonrpc", .const("2.0")), .maybe("id", .any), .maybe("method", .string),
            .maybe("params", .object), .maybe("result", .object), .maybe("error", .object),
        ]),
    ]
}
