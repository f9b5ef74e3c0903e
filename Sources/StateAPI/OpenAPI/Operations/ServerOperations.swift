import HTTPCore

extension OpenAPIOperation {
    /// The operations about applications and the contract itself.
    static let server: [OpenAPIOperation] = [
        open("/v1/apps", "listApplications", "The applications of this server", .json("Applications")),
        open(
            "/v1/apps/:app",
            "describeApplication",
            "An application: its screens with their props, outputs and schemas, and its links",
            .json("Application"),
            problems: [.unknownApplication]
        ),
        OpenAPIOperation(
            method: .get,
            template: "/v1/apps/:app/map",
            id: "readMap",
            tag: "server",
            summary: "The flows of an application, from their wiring",
            security: .none,
            parameters: [.format],
            responses: [
                Response(
                    status: .ok,
                    description: "The map, in the form that was asked for.",
                    content: .forms(
                        "ApplicationMap",
                        others: ["image/svg+xml", "text/plain", "text/vnd.graphviz", "application/scxml+xml"]
                    ),
                    fields: [.vary]
                )
            ],
            problems: [.notAcceptable, .malformedRequest, .unknownApplication]
        ),
        open(
            "/problems",
            "listProblems",
            "Every type of problem with its remedy",
            .json("ProblemTypes"),
            isNegotiated: false
        ),
        open(
            "/problems/:name",
            "readProblem",
            "A type of problem with its remedy",
            .json("ProblemTypes"),
            problems: [.notFound],
            isNegotiated: false
        ),
        OpenAPIOperation(
            method: .get,
            template: "/openapi.json",
            id: "readDescription",
            tag: "server",
            summary: "This document",
            security: .none,
            parameters: [.ifNoneMatch],
            responses: [
                Response(
                    status: .ok,
                    description: "OpenAPI 3.1.",
                    content: .other(type: "application/json", .object),
                    fields: [.entityTag, .cacheControl]
                ),
                Response(
                    status: .notModified,
                    description: "The client has the current document.",
                    content: .none,
                    fields: [.entityTag]
                ),
            ],
            problems: [.preconditionFailed]
        ),
        open("/healthz", "checkHealth", "Whether the process is alive", .json("Health"), isNegotiated: false),
    ]

    /// The operations for programs that watch the server.
    static let operations: [OpenAPIOperation] = [
        open(
            "/readyz",
            "checkReadiness",
            "Whether the server can handle requests",
            .json("Readiness"),
            isNegotiated: false
        ),
        open(
            "/metrics",
            "readMetrics",
            "Metrics in the text format of Prometheus, for programs on the server's machine",
            .other(type: "text/plain; version=0.0.4; charset=utf-8", .string),
            problems: [.notFound],
            isNegotiated: false
        ),
    ]

    private static func open(
        _ template: String,
        _ id: String,
        _ summary: String,
        _ content: Content,
        problems: [ProblemType] = [],
        isNegotiated: Bool = true
    ) -> OpenAPIOperation {
        OpenAPIOperation(
            method: .get,
            template: template,
            id: id,
            tag: "server",
            summary: summary,
            security: .none,
            responses: [Response(status: .ok, description: summary + ".", content: content)],
            problems: (isNegotiated ? [.notAcceptable] : []) + problems
        )
    }
}
