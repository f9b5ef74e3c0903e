import Coordination
import HTTPCore
import JSON
import Sessions

/// The endpoints of the inspector: the sessions in memory, each with its history, and the stream of both.
///
/// They are for pages of this server and for operators, in place of the credential of a session.
struct InspectorEndpoints {
    let api: StateAPI
    /// The requests that are accepted.
    let access: OperatorAccess

    /// The path of a session in the inspector.
    private static let session = "/v1/inspector/sessions/:id"

    private static let query: [OpenAPIParts.Parameter] = [.search, .app, .screen, .sessionPlace, .limit]

    var all: [Endpoint] {
        [
            Endpoint(
                method: .get,
                template: "/v1/inspector/sessions",
                id: "listLiveSessions",
                tag: "inspector",
                summary: "The sessions in memory, the last used first",
                parameters: Self.query,
                responses: [.init(content: .json("InspectedSessions"))],
                problems: [.malformedRequest],
                handler: .operator(access, list)
            ),
            Endpoint(
                method: .get,
                template: Self.session,
                id: "inspectSession",
                tag: "inspector",
                summary: "A session with its coordinators, containers, waiting effects and clients",
                responses: [.init(content: .json("InspectedDetail"))],
                problems: OperatorHistoryEndpoints.problems,
                handler: .operator(access) { [api, access] call throws(APIError) in
                    try call.withSessionForOperator(access, .sessionRead) { session throws(APIError) in
                        try call.withTurn(of: .operator, for: session.id) { _ in
                            call.respond(.json(.ok, InspectorDocument(api: api).detail(of: session)))
                        }
                    }
                }
            ),
        ] + OperatorHistoryEndpoints(api: api, access: access, session: Self.session, showsPlaces: true).all + [
            Endpoint(
                method: .get,
                template: "/v1/inspector/events",
                id: "followLiveSessions",
                tag: "inspector",
                summary: "The sessions in memory and one of them, as server-sent events",
                parameters: Self.query + [.session],
                responses: [.init(content: .other(type: "text/event-stream", .string))],
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
        api.inspectors.add(stream, api)
    }
}

/// A filter that tells the pages of a server for development that it is one, so that they offer their tools.
struct DevelopmentFilter: HTTPFilter {
    private static let fields: HTTPFields = ["Usher-Development": "?1"]
    private static let path = Array("/v1/sessions".utf8)

    func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        guard request.target.path.starts(with: Self.path) else { return }
        response.fields.append(contentsOf: Self.fields)
    }
}
