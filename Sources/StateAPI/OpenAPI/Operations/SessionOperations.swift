import HTTPCore
import JSON

extension OpenAPIOperation {
    /// The operations that start, read and end sessions.
    static let sessions: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .post,
            template: "/v1/sessions",
            id: "startSession",
            tag: "sessions",
            summary: "Starts a session of an application, or continues an expired one",
            description: "Every member of the body is optional. A page of another site can't start sessions.",
            security: .optional,
            parameters: [.creationKey],
            body: .ref("NewSession"),
            responses: [created],
            problems: ofBody + starting
        ),
        OpenAPIOperation(
            method: .post,
            template: "/v1/sessions/:id/resume",
            id: "resumeSession",
            tag: "sessions",
            summary: "Continues an expired session, for a client with a cookie",
            parameters: [.creationKey],
            body: .ref("NewSession"),
            responses: [created],
            problems: ofBody + starting
        ),
        OpenAPIOperation(
            method: .get,
            template: "/v1/sessions/:id",
            id: "readSession",
            tag: "sessions",
            summary: "The state of a session",
            description:
                "With `If-None-Match` and `Prefer: wait=25` it waits for the next revision. With `Prefer: patch-from=\"17\"` it has a patch if the server knows the difference.",
            parameters: [.ifMatch, .ifNoneMatch, .prefer],
            responses: [
                Response(
                    status: .ok,
                    description: "The state, or a patch from the state that the client has.",
                    content: .state,
                    fields: [.entityTag, .preferenceApplied, .vary, .cacheControl]
                ),
                Response(
                    status: .notModified,
                    description: "The client has the current state.",
                    content: .none,
                    fields: [.entityTag, .preferenceApplied, .vary]
                ),
            ],
            problems: [.notAcceptable, .revisionMismatch] + ofSession
        ),
        OpenAPIOperation(
            method: .get,
            template: "/v1/sessions/:id/screens/:key/rows/:name",
            id: "readRows",
            tag: "sessions",
            summary: "Rows of a list that are not in the state",
            description: "For a list with a `source`. The address of the next page is in `next`.",
            parameters: [.after, .limit, .ifNoneMatch],
            responses: [
                Response(
                    status: .ok,
                    description: "A page of rows.",
                    content: .json("RowPage"),
                    fields: [.entityTag, .cacheControl]
                ),
                Response(
                    status: .notModified,
                    description: "The client has the rows.",
                    content: .none,
                    fields: [.entityTag, .cacheControl]
                ),
            ],
            problems: [
                .notAcceptable, .malformedRequest, .notFound, .staleScreen, .preconditionFailed, .effectQueueFull,
            ] + ofSession
        ),
        OpenAPIOperation(
            method: .delete,
            template: "/v1/sessions/:id",
            id: "endSession",
            tag: "sessions",
            summary: "Ends a session and forgets it",
            responses: [
                Response(
                    status: .noContent,
                    description: "The session has ended.",
                    content: .none,
                    fields: [.setCookie]
                )
            ],
            problems: ofSession
        ),
        OpenAPIOperation(
            method: .get,
            template: "/v1/sessions/:id/events",
            id: "followSession",
            tag: "sessions",
            summary: "The states as they follow, as server-sent events",
            description: """
                Events have one of three types. `state`: its data is a State, its id the revision. `patch`: its data is an \
                object with `from`, a revision, and `patch`, a Patch from that revision to the one in its id. `end`: its \
                data is an object with the `reason`, one of ended, expired, credentialRenewed, stopping and replaced; it is \
                the last event. A comment comes every 15 seconds in which there is no event.
                """,
            parameters: [.lastEventID, .prefer],
            responses: [
                Response(
                    status: .ok,
                    description: "A stream of events that ends with the session or the credential.",
                    content: .other(
                        type: "text/event-stream",
                        OpenAPISchema.string.example(
                            "event: patch\nid: 18\ndata: {\"from\":17,\"patch\":[{\"op\":\"replace\",\"path\":\"/revision\",\"value\":18}]}\n\n"
                        )
                    ),
                    fields: [.preferenceApplied, .vary, .cacheControl]
                )
            ],
            problems: [.notAcceptable] + ofSession
        ),
    ]

    /// The response with a new session.
    static let created = Response(
        status: .created,
        description: "The state of the new session, with its token unless the client wants a cookie.",
        content: .json("State"),
        fields: [.location, .entityTag, .setCookie, .idempotencyReplayed, .cacheControl],
        links: [
            "readSession": ofCreated, "goBack": ofCreated, "dismissModal": ofCreated, "openLink": ofCreated,
            "readHistory": ofCreated, "makeHandoff": ofCreated, "listCredentials": ofCreated, "endSession": ofCreated,
            "reportOutput": ["id": "$response.body#/id", "key": "$response.body#/focus"],
        ]
    )

    private static let ofCreated: JSONObject = ["id": "$response.body#/id"]

    /// The problems of finding a session and checking its credential.
    static let ofSession: [ProblemType] = [
        .unauthorized, .credentialReplaced, .expired, .unreadable,
    ]

    /// The problems of a body.
    static let ofBody: [ProblemType] = [
        .malformedJSON, .notAcceptable, .unsupportedMediaType, .invalidPayload,
    ]

    private static let starting: [ProblemType] = [
        .unauthorized, .unknownApplication, .notExpired, .expired, .unreadable, .unknownLink, .rejected,
        .idempotencyKeyReused, .idempotencyKeyInUse, .idempotencyKeyTooShort, .tooManySessions, .effectQueueFull,
    ]
}
