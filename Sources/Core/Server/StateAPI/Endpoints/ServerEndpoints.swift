import Concurrency
import Documents
import HTTPCore
import JSON
import Logging
import Sessions

/// The endpoints about the server and the contract itself.
struct ServerEndpoints {
    let api: StateAPI

    /// The health check, which uses nothing but the event loop.
    var health: Endpoint {
        open("/healthz", "checkHealth", "Whether the process is alive", .json("Health")) { call throws(APIError) in
            call.respond(.json(.ok, Array(#"{"status":"alive"}"#.utf8)))
        }
    }

    /// The table of problems.
    var problems: [Endpoint] {
        let all = Self.list(StateAPI.problems).reused
        return [
            open(
                "/problems",
                "listProblems",
                "Every type of problem with its remedy",
                .json("ProblemTypes")
            ) { call throws(APIError) in call.respond(all) },
            open(
                "/problems/:name",
                "readProblem",
                "A type of problem with its remedy",
                .json("ProblemTypes"),
                problems: [.notFound]
            ) { call throws(APIError) in
                let name = call.parameters["name"]
                guard let problem = StateAPI.problems.first(where: { $0.name.hasSameBytes(as: name) }) else {
                    throw .problem(.notFound)
                }
                call.respond(Self.list([problem]))
            },
        ]
    }

    /// Returns readiness and metrics, for programs that watch the server.
    ///
    /// - Parameter isPublic: Whether clients reach the endpoints. Then only this machine gets the metrics.
    /// - Returns: The endpoints `/readyz` and `/metrics`.
    func operations(isPublic: Bool) -> [Endpoint] {
        [
            open(
                "/readyz",
                "checkReadiness",
                "Whether the server can handle requests",
                .json("Readiness")
            ) { call throws(APIError) in
                api.readinessCheck.run(on: call.reply.queue) { call.respond(readiness($0)) }
            },
            open(
                "/metrics",
                "readMetrics",
                "Metrics in the text format of Prometheus, for programs on the server's machine",
                .other(type: Self.metricsType, .string),
                problems: [.notFound]
            ) { call throws(APIError) in
                guard !isPublic || call.request.isFromThisMachine else { throw .problem(.notFound) }
                let open = StateAPI.OpenResponses(streams: api.streams.count, waits: api.waits.count)
                let body = HTTPBody.bytes(Array(api.metrics(open).utf8))
                call.respond(HTTPResponse(.ok, fields: [.contentType: Self.metricsType], body: body))
            },
        ]
    }

    /// Returns the endpoint of the OpenAPI document, which describes some operations and itself.
    ///
    /// The document is made here, once. A request gets the same bytes each time.
    func description(of operations: [OpenAPIOperation]) -> Endpoint {
        var endpoint = Endpoint(
            method: .get,
            template: "/openapi.json",
            id: "readDescription",
            tag: "server",
            summary: "This document",
            parameters: [.ifNoneMatch],
            isNegotiated: false,
            responses: [
                .init(
                    description: "OpenAPI 3.1.",
                    content: .other(type: "application/json", .object),
                    fields: [.entityTag, .cacheControl]
                ),
                .init(status: .notModified, description: "The client has the current document.", fields: [.entityTag]),
            ],
            problems: [.preconditionFailed],
            handler: .open { _ in }
        )
        let document = OpenAPIDocument(
            operations: operations + [OpenAPIOperation(endpoint)],
            options: api.settings.options,
            applications: api.registry.applications.all
        )
        let content = StaticContent(document.json, type: "application/json")
        // The document says what the endpoint is, so the endpoint is there before its content.
        endpoint.handler = .open { call throws(APIError) in
            guard let response = content.response(to: call.request) else { throw .problem(.preconditionFailed) }
            call.respond(response)
        }
        return endpoint
    }

    private static let metricsType = "text/plain; version=0.0.4; charset=utf-8"

    /// Declares an endpoint that ignores the field `Accept`.
    private func open(
        _ template: String,
        _ id: String,
        _ summary: String,
        _ content: Endpoint.Content,
        problems: [ProblemType] = [],
        _ handle: @escaping Endpoint.Handler.Body
    ) -> Endpoint {
        Endpoint(
            method: .get,
            template: template,
            id: id,
            tag: "server",
            summary: summary,
            isNegotiated: false,
            responses: [.init(content: content)],
            problems: problems,
            handler: .open(.none, handle)
        )
    }

    private func readiness(_ error: StoreError?) -> HTTPResponse {
        guard let error else {
            _ = api.readinessOutage.withLock { $0.succeeded(at: .now) }
            let stalled = api.registry.stalledQueues
            guard let queue = stalled.first else { return ready }
            var details = ProblemDetails(
                .unavailable,
                detail: "No thread of the effect queue '\(queue)' has been free for a minute."
            )
            details.fields.append(.retryAfter, "5")
            return details.response
        }
        if let omitted = api.readinessOutage.withLock({ $0.failed(at: .now) }) {
            api.log.warning(
                "Store probe failed",
                metadata: ["reason": "\(error)", "omitted": .stringConvertible(omitted)]
            )
        }
        var details = ProblemDetails(.unavailable, detail: "The store is unavailable.")
        details.fields.append(.retryAfter, "1")
        return details.response
    }

    /// The response that says what the store promises.
    private var ready: HTTPResponse {
        let promises = api.registry.promises
        return .json(.ok) { writer in
            writer.member("status", "ready")
            writer.member(
                "store",
                object: { writer in
                    writer.member("durability", promises.durability.rawValue)
                    writer.member("survivesFailover", promises.survivesFailover)
                    writer.member("sharing", promises.sharing.rawValue)
                }
            )
            writer.member("effects", object: { $0.member("hanging", api.registry.hangingCalls) })
        }
    }

    private static func list(_ problems: [ProblemType]) -> HTTPResponse {
        .json(.ok) { writer in
            writer.member("problems", array: problems) { problem, writer in
                writer.object { writer in
                    writer.member("type", problem.uri)
                    writer.member("title", problem.title)
                    writer.member("status", problem.status.code)
                    writer.member("advice", problem.advice)
                }
            }
        }
    }
}
