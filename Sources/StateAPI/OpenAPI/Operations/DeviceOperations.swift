import HTTPCore
import JSON

extension OpenAPIOperation {
    /// The operations for several devices of a session, and for all sessions of a user.
    static let devices: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .post,
            template: "/v1/sessions/:id/handoffs",
            id: "makeHandoff",
            tag: "devices",
            summary: "Makes a code with which another device joins the session",
            description: "A code works once, within two minutes.",
            body: .ref("Nothing"),
            responses: [
                Response(
                    status: .created,
                    description: "The code.",
                    content: .json("Handoff"),
                    fields: [.cacheControl],
                    links: ["joinSession": ["code": "$response.body#/code"]]
                )
            ],
            problems: ofBody + ofSession + [.rejected, .ended]
        ),
        OpenAPIOperation(
            method: .post,
            template: "/v1/handoffs/:code",
            id: "joinSession",
            tag: "devices",
            summary: "Joins the session of a code",
            security: .none,
            parameters: [.creationKey],
            body: .ref("JoiningDevice"),
            responses: [
                Response(
                    status: .ok,
                    description: "The state, with a token of the device's own unless it wants a cookie.",
                    content: .json("State"),
                    fields: [.contentLocation, .entityTag, .setCookie, .idempotencyReplayed, .cacheControl]
                )
            ],
            problems: ofBody + [
                .handoffUnusable, .rejected, .idempotencyKeyReused, .idempotencyKeyInUse, .idempotencyKeyTooShort,
            ]
        ),
        OpenAPIOperation(
            method: .get,
            template: "/v1/sessions/:id/credentials",
            id: "listCredentials",
            tag: "devices",
            summary: "The devices of the session",
            responses: [
                Response(
                    status: .ok,
                    description: "The devices.",
                    content: .json("Credentials"),
                    links: [
                        "revokeCredential": [
                            "id": "$request.path.id", "credential": "$response.body#/credentials/0/id",
                        ]
                    ]
                )
            ],
            problems: [.notAcceptable] + ofSession
        ),
        OpenAPIOperation(
            method: .delete,
            template: "/v1/sessions/:id/credentials/:credential",
            id: "revokeCredential",
            tag: "devices",
            summary: "Ends the access of one device",
            responses: [Response(status: .noContent, description: "The access has ended.", content: .none)],
            problems: ofSession + [.notFound, .rejected]
        ),
        OpenAPIOperation(
            method: .get,
            template: "/v1/sessions/:id/account/sessions",
            id: "listAccountSessions",
            tag: "account",
            summary: "All sessions of the user who has signed in to this one",
            responses: [Response(status: .ok, description: "The sessions.", content: .json("AccountSessions"))],
            problems: [.notAcceptable, .accountRequired] + ofSession
        ),
        OpenAPIOperation(
            method: .delete,
            template: "/v1/sessions/:id/account/sessions",
            id: "endOtherAccountSessions",
            tag: "account",
            summary: "Ends all sessions of the user but this one",
            responses: [Response(status: .noContent, description: "They have ended.", content: .none)],
            problems: [.accountRequired] + ofSession
        ),
        OpenAPIOperation(
            method: .delete,
            template: "/v1/sessions/:id/account/sessions/:other",
            id: "endAccountSession",
            tag: "account",
            summary: "Ends one session of the user",
            responses: [Response(status: .noContent, description: "It has ended.", content: .none)],
            problems: [.accountRequired, .notFound] + ofSession
        ),
    ]

    /// The operation that lists the transitions of a session.
    static let history: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .get,
            template: "/v1/sessions/:id/history",
            id: "readHistory",
            tag: "history",
            summary: "The latest transitions of the session",
            parameters: [.before, .limit],
            responses: [Response(status: .ok, description: "The transitions.", content: .json("History"))],
            problems: [.notAcceptable] + ofSession
        )
    ]

    /// The operations of a server for development.
    static let development: [OpenAPIOperation] = earlierStates + inspector

    /// The operations for earlier states of the client's own session.
    private static let earlierStates: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .get,
            template: "/v1/sessions/:id/revisions/:revision",
            id: "readRevision",
            tag: "history",
            summary: "The state at a revision",
            responses: [Response(status: .ok, description: "The state, without secrets.", content: .json("State"))],
            problems: [.notAcceptable, .unknownRevision] + ofSession
        ),
        OpenAPIOperation(
            method: .get,
            template: "/v1/sessions/:id/revisions/:revision/snapshot",
            id: "readSnapshot",
            tag: "history",
            summary: "The state at a revision with its stored form",
            responses: [Response(status: .ok, description: "The state.", content: .json("StoredState"))],
            problems: [.notAcceptable, .unknownRevision] + ofSession
        ),
        OpenAPIOperation(
            method: .post,
            template: "/v1/sessions/:id/forks",
            id: "forkSession",
            tag: "history",
            summary: "Starts a session that continues from a revision",
            body: .ref("Fork"),
            isBodyRequired: true,
            responses: [created],
            problems: ofBody + ofSession + [.unknownRevision, .tooManySessions]
        ),
    ]
}
