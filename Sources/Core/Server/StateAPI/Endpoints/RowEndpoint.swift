import Coordination
import Documents
import HTTPCore
import JSON
import Sessions

/// The endpoint of the rows that lists have beside the state.
struct RowEndpoint {
    let api: StateAPI

    var declaration: Endpoint {
        Endpoint(
            method: .get,
            template: "/v1/sessions/:id/screens/:key/rows/:name",
            id: "readRows",
            tag: "sessions",
            summary: "Rows of a list that are not in the state",
            description: "For a list with a `source`. The address of the next page is in `next`.",
            parameters: [.after, .limit, .ifNoneMatch],
            responses: [
                .init(description: "A page of rows.", content: .json("RowPage"), fields: [.entityTag, .cacheControl]),
                .init(
                    status: .notModified,
                    description: "The client has the rows.",
                    fields: [.entityTag, .cacheControl]
                ),
            ],
            problems: [.malformedRequest, .notFound, .staleScreen, .preconditionFailed, .effectQueueFull],
            handler: .session(reading: { call throws(APIError) in try RowRequest(call.request.target) }, read)
        )
    }

    private func read(
        _ call: APICall,
        _ session: Session,
        _ credential: Credential,
        _ request: RowRequest
    ) throws(APIError) {
        let view = session.view
        try api.check(view, credential)
        let (list, screen) = try list(of: call, in: view)
        guard let source = list.source else { throw .problem(.notFound) }
        try call.withTurn(in: api.rowWork, for: session.id) { [self] turn in
            api.registry.rows(from: source, request, of: view, in: api.localization(of: view), for: call.reply) {
                [self] result in
                call.attempt { () throws(APIError) in
                    let page = try call.value(of: result)
                    // While the rows were read, another user may have signed in, or the list may have changed.
                    try api.check(session.view, credential)
                    let (now, _) = try self.list(of: call, in: session.view)
                    guard now.source?.version == source.version else { throw staleScreen(of: call, session.view) }
                    call.respond(try response(page, of: list, on: screen, view, call))
                }
                withExtendedLifetime(turn) {}
            }
        }
    }

    /// Returns the list with the source in the path, from the view of a screen of the session, and the screen.
    private func list(of call: APICall, in view: SessionView) throws(APIError) -> (List, any Screen) {
        guard let key = Key(call.parameters["key"]), let node = view.record.state.screens[key] else {
            throw staleScreen(of: call, view)
        }
        let elements = api.localization(of: view)?.draw { node.screen.view.elements } ?? node.screen.view.elements
        guard let list = elements.lazy.compactMap({ $0.list(from: call.parameters["name"]) }).first else {
            throw .problem(.notFound)
        }
        return (list, node.screen)
    }

    /// Returns the error for a list that is not on the screen any more.
    ///
    /// A text that is no key gets the same error, because no screen has ever had such a key.
    private func staleScreen(of call: APICall, _ view: SessionView) -> APIError {
        .session(.navigation(.staleScreen(Key(call.parameters["key"]) ?? Key(0)), view))
    }

    private func response(
        _ page: RowPage,
        of list: List,
        on screen: any Screen,
        _ view: SessionView,
        _ call: APICall
    ) throws(APIError) -> HTTPResponse {
        let unknown = page.outputs.subtracting(list.reports.map(\.output))
        guard unknown.isEmpty else {
            let names = unknown.sorted().joined(separator: "', '")
            throw .session(
                .navigation(
                    .bug("The rows '\(call.parameters["name"])' report '\(names)', which their list doesn't name."),
                    view
                )
            )
        }
        let address = "/v1/sessions/\(view.record.id)/screens/\(call.parameters["key"])/rows/\(call.parameters["name"])"
        let next = page.next.map { "\(address)?after=\(PercentEncoding.encode($0))" }
        var writer = JSONWriter()
        view.application.drawingLinks(of: screen) { writer.page(RowPage(page.rows, next: next)) }
        guard var response = StaticContent(writer.bytes, type: "application/json").response(to: call.request) else {
            throw .problem(.preconditionFailed)
        }
        // A cache that several users share must not store the rows, and a client asks whether they have changed.
        response.fields[.cacheControl] = "private, no-cache"
        if let language = api.localization(of: view)?.language { response.fields.append(.contentLanguage, language) }
        return response
    }
}

extension RowRequest {
    /// Reads the query of a request.
    ///
    /// - Throws: `ProblemType.malformedRequest` with the parameter that is wrong.
    fileprivate init(_ target: HTTPTarget) throws(APIError) {
        self.init()
        for (name, value) in target.parameters {
            switch name {
            case "after":
                guard let value, value.utf8.count <= 256 else {
                    throw .problem(
                        .malformedRequest,
                        "'after' must be a text of at most 256 bytes without control characters."
                    )
                }
                after = value
            case "limit":
                limit = try PageLimit.parse(value)
            default:
                throw .problem(.malformedRequest, "The query may have 'after' and 'limit' only.")
            }
        }
    }
}
