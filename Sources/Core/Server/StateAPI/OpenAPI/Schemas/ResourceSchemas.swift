import Coordination
import HTTPCore
import JSON
import Sessions

/// The components of the resources beside the state: problems, histories, devices, applications.
enum ResourceSchemas {
    static let all: KeyValuePairs<String, OpenAPISchema> = [
        "GestureQuestion": StateSchemas.question,
        "Problem": problem,
        "ProblemError": .object([
            .always("pointer", .string, "A JSON Pointer into the payload; empty for the whole payload."),
            .always("code", .string), .always("detail", .string),
        ]),
        "Resume": .object([
            .always("method", .const("POST")), .always("href", .string),
            .always("body", .ref("NewSession")),
        ])
        .described("The request that continues an expired session, or starts its application again."),
        "ProblemTypes": .object([
            .always(
                "problems",
                .array(
                    of: .object([
                        .always("type", .string), .always("title", .string), .always("status", .integer),
                        .always("advice", .string, "The remedy."),
                    ])
                )
            )
        ]),
        "Patch": patch,
        "History": history,
        "HistoryEntry": historyEntry,
        "Handoff": .object([
            .always("url", .string, "The page of the web client, with the code in its fragment."),
            .always("code", .string), .always("expiresAt", .time),
        ]),
        "Credentials": .object([
            .always(
                "credentials",
                .array(
                    of: .object([
                        .always("id", .string), .maybe("platform", .string),
                        .maybe("agent", .boolean, "Whether it is an agent's, which may do less than the user."),
                        .always("createdAt", .time), .always("lastUsedAt", .time), .always("current", .boolean),
                    ])
                )
            )
        ]),
        "AccountSessions": .object([
            .always(
                "sessions",
                .array(
                    of: .object([
                        .always("id", .string), .always("app", .string), .always("client", .ref("ClientInfo")),
                        .always("createdAt", .time), .always("lastUsedAt", .time), .always("current", .boolean),
                    ])
                )
            )
        ]),
        "ClientInfo": clientInfo,
        "NewSession": .closed([
            .maybe("app", text(64), "The application; the default one without it."),
            .maybe("link", text(2_048), "A link to open at once."),
            .maybe("input", .any, "The input of the application; its schema is {app}.input."),
            .maybe(
                "embedded",
                .boolean,
                "Whether the session is a part of another app, to which the user can go back."
            ),
            .maybe(
                "identity",
                text(16_384).with("writeOnly", true),
                "A token of another system that names the user, if the server can verify it."
            ),
            .maybe("client", .ref("ClientInfo")),
            .maybe("credential", .oneOf(["token", "cookie"]), "The form of the credential: token without it."),
            .maybe("resume", text(64), "The expired session to continue; send its credential."),
        ]),
        "JoiningDevice": .closed([
            .maybe("client", .ref("ClientInfo")),
            .maybe("credential", .oneOf(["token", "cookie"])),
        ]),
        "Back": .closed([.maybe("to", text(16), "The key of the screen to go back to; the one below without it.")]),
        "Dismiss": .closed([.maybe("all", .boolean, "Whether to dismiss all modals.")]),
        "Link": .closed([.always("url", text(2_048))]).example(["url": "usher://items/item/5"]),
        "Fork": .closed([
            .always("revision", .integer(min: 1, max: .max)),
            .maybe("credential", .oneOf(["token", "cookie"]), "The form of the credential: token without it."),
        ]),
        "Nothing": .closed([]),
        "Applications": .object([
            .always(
                "apps",
                .array(
                    of: .object([
                        .always("name", .string), .always("title", .string), .always("href", .string),
                        .maybe("agents", .boolean, "Whether the application allows anything to agents."),
                        .maybe(
                            "notifications",
                            .boolean,
                            "Whether the application notifies users while no client follows."
                        ),
                    ])
                )
            ), .always("default", .string),
            .maybe("inspector", .string, "The page that inspects all sessions, where there is one."),
        ]),
        "Application": application,
        "ApplicationMap": map,
        "MapPlace": .object([.always("flows", .array(of: .string)), .always("screen", .string)]),
        "Health": .object([.always("status", .const("alive"))]),
        "Readiness": .object([
            .always("status", .const("ready")),
            .always(
                "store",
                .object([
                    .always("durability", .string), .always("survivesFailover", .boolean),
                    .always("sharing", .string),
                ])
            ),
            .always("effects", .object([.always("hanging", .integer)])),
        ]),
        "StoredState": .object([
            .always("state", .ref("State")), .always("snapshot", .object, "Its stored form, for usher replay."),
        ]),
    ]

    private static func text(_ length: Int64) -> OpenAPISchema {
        OpenAPISchema(["type": "string", "minLength": 1, "maxLength": .integer(length)])
    }

    private static let clientInfo = OpenAPISchema.object([
        .maybe("platform", .string), .maybe("version", .string),
        .maybe("locale", .string, "The language and region by BCP 47; without it the best of `Accept-Language`."),
        .maybe("timeZone", .string, "The user's time zone, a name of the IANA database; UTC without it."),
        .maybe("view", .boolean, "Whether states have the elements of views; true without it."),
        .maybe(
            "fallbacks",
            .boolean,
            "Whether elements of the kinds in this description have a fallback; true without it. Send false if you draw all of them."
        ),
    ])
    .described("The client's description of itself. Texts are cut to 64 characters; other members are ignored.")
    .example(["platform": "ios", "version": "1.2", "locale": "de-DE", "timeZone": "Europe/Berlin"])

    private static let problem = OpenAPISchema.object([
        .always("type", .string, "A path on this server, stable; GET /problems lists all types."),
        .always("title", .string),
        .always("status", .integer),
        .always("detail", .string),
        .maybe("instance", .string, "The incident, for the operators."),
        .maybe("errors", .array(of: .ref("ProblemError"))),
        .maybe("state", .ref("State"), "The current state, to draw at once."),
        .maybe("resume", .ref("Resume")),
    ])
    .described("A problem (RFC 9457).")
    .example([
        "type": "/problems/invalid-payload", "title": "The payload does not match the schema", "status": 422,
        "detail": "See 'errors' for each violation; the output's schema is in the state.",
        "errors": [["pointer": "/code", "code": "pattern", "detail": "must be 6 digits"]],
    ])

    private static let patch = OpenAPISchema.array(
        of: .object([
            .always("op", .oneOf(["add", "remove", "replace"])),
            .always("path", .string, "A JSON Pointer (RFC 6901)."),
            .maybe("value", .any),
        ])
    )
    .described("A JSON Patch (RFC 6902).")
    .example([["op": "replace", "path": "/revision", "value": 18]])

    private static let history = OpenAPISchema.object([
        .always("id", .string), .always("app", .string), .always("client", .ref("ClientInfo")),
        .always("entries", .array(of: .ref("HistoryEntry")), "Newest first."),
    ])

    private static let historyEntry = OpenAPISchema.object([
        .always("revision", .integer(min: 1)),
        .always("at", .time),
        .always(
            "event",
            .object([
                .always(
                    "type",
                    .oneOf([
                        "start", "output", "back", "dismiss", "tab", "link", "effect", "progress", "timer", "topic",
                        "violations",
                    ])
                ), .maybe("screen", .ref("Key")), .maybe("name", .string), .maybe("payload", .any),
                .maybe("agent", .string, "The name of the agent that reported the output."),
                .maybe("withheld", .boolean, "Whether the payload belonged to another user or was too large."),
            ])
        ),
        .maybe("credential", .string, "The id of the credential with which the request came."),
        .maybe("holder", .const("agent"), "Whose credential it is; absent for the user's."),
        .maybe("handledBy", .string, "The flow whose handler was the last."),
        .always(
            "effects",
            .array(
                of: .object([
                    .always("key", .string), .always("name", .string),
                    .always("status", .oneOf(["asked", "answered", "cancelled"])), .maybe("due", .time),
                ])
            )
        ),
        .always("patch", .nullable(.ref("Patch")), "From the state before; null if that is not known."),
        .maybe("place", .ref("MapPlace"), "The screen in focus afterwards; for operators."),
    ])

    private static let application = OpenAPISchema.object([
        .always("name", .string),
        .always("title", .string),
        .always("links", .array(of: .string), "The beginnings of the application's links."),
        .always("linkPatterns", .array(of: .string), "The paths of its links, as URI templates (RFC 6570)."),
        .always("flows", .dictionary(of: .integer), "The version of each flow."),
        .maybe("input", .object, "The JSON Schema of the input with which a session starts, if it takes any."),
        .maybe("inputOptional", .boolean, "Whether a session can start without the input."),
        .maybe("result", .object, "The JSON Schema of the result of an ended session, if it has one."),
        .always(
            "screens",
            .array(
                of: .object([
                    .always("name", .string),
                    .maybe("title", .string, "The title of every instance; absent if it depends on the props."),
                    .maybe("variants", .array(of: .string), "The looks that an instance may have."),
                    .always("props", .object, "The JSON Schema of the props."),
                    .always(
                        "outputs",
                        .array(of: .object([.always("name", .string), .maybe("schema", .object)]))
                    ),
                ])
            )
        ),
    ])

    private static let map = OpenAPISchema.object([
        .always("application", .string), .always("title", .string), .always("root", .string),
        .always(
            "flows",
            .array(
                of: .object([
                    .always("name", .string), .always("screens", .array(of: .string)),
                    .always("handles", .array(of: .string)), .always("runs", .array(of: .string)),
                    .always("effects", .array(of: .string)),
                ])
            )
        ),
        .always(
            "transitions",
            .array(
                of: .object([
                    .always("from", .nullable(.ref("MapPlace"))), .always("event", .string),
                    .always("to", .ref("MapPlace")),
                ])
            )
        ),
    ])
}
