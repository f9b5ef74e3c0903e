import HTTPCore

extension OpenAPIOperation {
    /// The operations of the inspector, on a server for development; the operations address has them, too.
    static let inspector: [OpenAPIOperation] = [
        inspect(
            "/v1/inspector/sessions",
            "listLiveSessions",
            "The sessions in memory, the last used first",
            .json("InspectedSessions"),
            [.search, .app, .screen, .sessionPlace, .limit],
            [.notAcceptable, .malformedRequest]
        ),
        inspect(
            "/v1/inspector/sessions/:id",
            "inspectSession",
            "A session with its coordinators, containers, waiting effects and clients",
            .json("InspectedDetail"),
            problems: [.notAcceptable] + ofInspected
        ),
        inspect(
            "/v1/inspector/sessions/:id/history",
            "inspectHistory",
            "The latest transitions of a session, each with the place that it led to",
            .json("History"),
            [.before, .limit],
            [.notAcceptable, .malformedRequest] + ofInspected
        ),
        inspect(
            "/v1/inspector/sessions/:id/revisions/:revision",
            "inspectRevision",
            "The state of a session at a revision",
            .json("State"),
            problems: [.notAcceptable, .unknownRevision] + ofInspected
        ),
        inspect(
            "/v1/inspector/sessions/:id/revisions/:revision/snapshot",
            "inspectSnapshot",
            "The state of a session at a revision with its stored form",
            .json("StoredState"),
            problems: [.notAcceptable, .unknownRevision] + ofInspected
        ),
        OpenAPIOperation(
            method: .post,
            template: "/v1/inspector/sessions/:id/forks",
            id: "forkInspectedSession",
            tag: "inspector",
            summary: "Starts a session that continues from a revision of another one",
            security: .none,
            body: .ref("Fork"),
            isBodyRequired: true,
            responses: [created],
            problems: ofBody + ofInspected + [.unknownRevision, .tooManySessions]
        ),
        inspect(
            "/v1/inspector/events",
            "followLiveSessions",
            "The sessions in memory and one of them, as server-sent events",
            .other(type: "text/event-stream", .string),
            [.search, .app, .screen, .sessionPlace, .limit, .session],
            [.notAcceptable, .malformedRequest] + ofInspected
        ),
    ]

    /// The problems of a request for a session without its credential.
    private static let ofInspected: [ProblemType] = [.notFound, .unknownSession, .expired, .unreadable, .crossSite]

    private static func inspect(
        _ template: String,
        _ id: String,
        _ summary: String,
        _ content: Content,
        _ parameters: [OpenAPIParts.Parameter] = [],
        _ problems: [ProblemType] = []
    ) -> OpenAPIOperation {
        OpenAPIOperation(
            method: .get,
            template: template,
            id: id,
            tag: "inspector",
            summary: summary,
            security: .none,
            parameters: parameters,
            responses: [Response(status: .ok, description: summary + ".", content: content)],
            problems: problems
        )
    }

    private static func inspect(
        _ template: String,
        _ id: String,
        _ summary: String,
        _ content: Content,
        problems: [ProblemType]
    ) -> OpenAPIOperation { inspect(template, id, summary, content, [], problems) }
}
