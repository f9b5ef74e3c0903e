import StateAPI

/// The schemas of what operators get about sessions in memory.
enum InspectorSchemas {
    static let all: KeyValuePairs<String, OpenAPISchema> = [
        "InspectedSessions": list, "InspectedSession": summary, "InspectedDetail": detail,
    ]

    static let list = OpenAPISchema.object([
        .always("live", .integer, "The number of sessions in memory."),
        .always("matches", .integer, "The number of those that match."),
        .always("sessions", .array(of: .ref("InspectedSession")), "The last used first."),
        .maybe("next", .string, "The `after` of the next page; absent on the last one."),
    ])

    static let summary = OpenAPISchema.object([
        .always("id", .string), .always("app", .string),
        .maybe("screen", .string, "The screen in focus."), .maybe("flow", .string, "The flow that shows it."),
        .always("revision", .integer(min: 1)), .always("status", .oneOf(["active", "busy", "ended"])),
        .maybe("effect", .string, "The effect that keeps a screen waiting."),
        .maybe("account", .string), .always("pending", .integer, "The effects and timers that wait."),
        .always("waiters", .integer, "The streams and requests that wait for a change."),
        .always("createdAt", .time), .always("lastUsedAt", .time),
    ])

    static let detail = OpenAPISchema.object([
        .always("session", .ref("InspectedSession")), .always("expiresAt", .time),
        .always("client", .ref("ClientInfo")), .maybe("place", .ref("MapPlace")),
        .always(
            "coordinators",
            .array(
                of: .object([
                    .always("key", .ref("Key")), .always("name", .string), .maybe("parent", .ref("Key")),
                    // Generated Swift code has a constant `container`, which hides a member of this name.
                    .always("containerKey", .ref("Key")), .always("screens", .array(of: .ref("Key"))),
                ])
            ),
            "The tree, the application coordinator first."
        ),
        .always("suspended", .array(of: .ref("Key")), "The screens that wait below a flow on the same stack."),
        .always(
            "pending",
            .array(
                of: .object([
                    .always("key", .ref("Key")), .always("name", .string),
                    .always("type", .oneOf(["effect", "timer"])),
                    .always("coordinator", .ref("Key")), .always("since", .time), .maybe("due", .time),
                    .always("failures", .integer), .maybe("blocks", .boolean), .maybe("lost", .boolean),
                    .maybe("abandoned", .boolean),
                ])
            ),
            "The effects and timers whose outcome has not arrived."
        ),
        .always(
            "connected",
            .object([
                .always("streams", .integer), .always("waits", .integer),
                .always(
                    "devices",
                    .array(
                        of: .object([
                            .always("id", .string), .maybe("platform", .string), .always("createdAt", .time),
                            .always("lastUsedAt", .time),
                        ])
                    )
                ),
            ])
        ),
        .always("state", .ref("State"), "With bullets in place of secrets."),
    ])
}
