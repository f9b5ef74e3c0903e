import Coordination
import HTTPCore
import JSON
import Sessions
import StateAPI

/// The endpoints of the inspector: the sessions in memory, each with its history, and the stream of both.
///
/// They are for pages of this server and for operators, in place of the credential of a session.
struct InspectorEndpoints {
    let api: StateAPI
    /// The requests that are accepted.
    let access: OperatorAccess
    /// The open streams of all inspectors.
    let streams: InspectorStreams

    /// The path of a session in the inspector.
    private static let path = "/v1/inspector/sessions/:id"

    private static let query: [OpenAPIParameter] = [
        .query("q", "A text in the id, application, screen, flow or account.", OpenAPIParameter.text()),
        .query("app", "The application.", OpenAPIParameter.text()),
        .query("screen", "The screen in focus.", OpenAPIParameter.text()),
        .query(
            "after",
            component: "sessionPlace",
            "The session after which the page begins, from `next` of the page before.",
            OpenAPISchema(["type": "string", "pattern": "^[0-9]{1,18}\\.[0-9]{1,18}$"])
        ),
        .limit,
    ]

    private static let session = OpenAPIParameter.query(
        "session",
        "The session that the stream follows besides.",
        OpenAPIParameter.text()
    )

    var all: [Endpoint] {
        [
            Endpoint(
                method: .get,
                template: "/v1/inspector/sessions",
                id: "listLiveSessions",
                tag: "inspector",
                summary: "The sessions in memory, the last used first",
                parameters: Self.query,
                responses: [.init(.json("InspectedSessions"))],
                problems: [.malformedRequest],
                handler: .operator(access, list)
            ),
            Endpoint(
                method: .get,
                template: Self.path,
                id: "inspectSession",
                tag: "inspector",
                summary: "A session with its coordinators, containers, waiting effects and clients",
                responses: [.init(.json("InspectedDetail"))],
                problems: OperatorHistoryEndpoints.problems,
                handler: .operator(access) { [api, access] call throws(APIError) in
                    try call.withSessionForOperator(access, .sessionRead) { session throws(APIError) in
                        try call.withTurn(of: .operator, for: session.id) { _ in
                            call.respond(.json(.ok, InspectorDocument(api: api).detail(of: session)))
                        }
                    }
                }
            ),
        ] + OperatorHistoryEndpoints(api: api, access: access, session: Self.path, showsPlaces: true).all + [
            Endpoint(
                method: .get,
                template: "/v1/inspector/events",
                id: "followLiveSessions",
                tag: "inspector",
                summary: "The sessions in memory and one of them, as server-sent events",
                parameters: Self.query + [Self.session],
                responses: [.init(.other(type: "text/event-stream", .string))],
                problems: [.malformedRequest] + OperatorHistoryEndpoints.problems,
                handler: .operator(access, follow)
            )
        ]
    }

    private func list(_ call: APICall) throws(APIError) {
        let query = try InspectorQuery(call.request.target)
        try call.withTurn(of: .operator, for: nil) { [api] turn in
            api.registry.survey { survey in
                call.respond(.json(.ok, InspectorDocument(api: api).list(query.page(of: survey), of: survey)))
                withExtendedLifetime(turn) {}
            }
        }
    }

    private func follow(_ call: APICall) throws(APIError) {
        let query = try InspectorQuery(call.request.target, followsSession: true)
        guard let id = query.session else { return open(call, query, nil) }
        try call.withSessionForOperator(of: id, access, .sessionRead) { session throws(APIError) in
            open(call, query, session)
        }
    }

    private func open(_ call: APICall, _ query: InspectorQuery, _ session: Session?) {
        guard call.request.method != .head else {
            return call.respond(HTTPResponse(.ok, fields: StreamEndpoint.fields))
        }
        let stream = InspectorStream(query, session)
        call.respond(HTTPResponse(.ok, fields: StreamEndpoint.fields, body: .stream(stream.body)))
        stream.body.write(ServerSentEvent.retry(milliseconds: 2_000))
        streams.add(stream, api)
    }
}
