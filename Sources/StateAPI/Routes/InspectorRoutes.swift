import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// The path of a session in the inspector.
    private static let session = "/v1/inspector/sessions/:id"

    /// Adds the routes of the inspector: the sessions in memory, each with its history, and the stream of both.
    ///
    /// They are for pages of this server and for operators, in place of the credential of a session.
    func addInspectorRoutes(to routes: inout RouteTable, for access: OperatorAccess) {
        add(.get, "/v1/inspector/sessions", to: &routes) { [self] call throws(APIError) in
            try checkOperator(call.request, access)
            try checkAccept(call.request)
            let query = try InspectorQuery(call.request.target)
            try withTurn(of: .operator, for: nil, call) { [self] turn in
                registry.survey { [self] survey in
                    call.respond(.json(.ok, InspectorDocument(api: self).list(query.page(of: survey), of: survey)))
                    withExtendedLifetime(turn) {}
                }
            }
        }
        add(.get, Self.session, to: &routes) { [self] call throws(APIError) in
            try checkOperator(call.request, access)
            try checkAccept(call.request)
            try withSessionForOperator(of: call, access, .sessionRead) { [self] session throws(APIError) in
                try withTurn(of: .operator, for: session.id, call) { [self] _ in
                    call.respond(.json(.ok, InspectorDocument(api: self).detail(of: session)))
                }
            }
        }
        addOperatorHistoryRoutes(to: &routes, for: access, at: Self.session, showsPlaces: true)
        add(.get, "/v1/inspector/events", to: &routes) { [self] call throws(APIError) in
            try checkOperator(call.request, access)
            guard call.request.accepts("text/event-stream") else { throw .problem(.notAcceptable) }
            let query = try InspectorQuery(call.request.target, followsSession: true)
            guard let id = query.session else { return openInspector(call, query, nil) }
            try withSessionForOperator(id, of: call, access, .sessionRead) { [self] session throws(APIError) in
                openInspector(call, query, session)
            }
        }
    }

    /// Rejects a request that is not an operator's, or that a page of another origin made a browser send.
    func checkOperator(_ request: HTTPRequest, _ access: OperatorAccess) throws(APIError) {
        try access.check(request)
        try checkSameOrigin(request)
    }

    private func openInspector(_ call: APICall, _ query: InspectorQuery, _ session: Session?) {
        guard call.request.method != .head else { return call.respond(HTTPResponse(.ok, fields: Self.streamFields)) }
        let stream = InspectorStream(query, session)
        call.respond(HTTPResponse(.ok, fields: Self.streamFields, body: .stream(stream.body)))
        stream.body.write(ServerSentEvent.retry(milliseconds: 2_000))
        inspectors.add(stream, self)
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
