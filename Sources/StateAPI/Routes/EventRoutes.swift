import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Adds the routes for the user's events: outputs, gestures, tabs and links.
    func addEventRoutes(to routes: inout RouteTable) {
        addEvent("/v1/sessions/:id/screens/:key/outputs/:name", to: &routes) {
            [self] request, parameters throws(APIError) in
            let payload = try body(of: request)
            guard let key = Key(parameters["key"]) else { return nil }
            return .output(parameters["name"], screen: key, payload: payload)
        }
        addEvent("/v1/sessions/:id/back", to: &routes) { [self] request, parameters throws(APIError) in
            let body = try body(of: request, as: Self.backBody)
            guard let text = body.text("to") else { return .back(to: nil) }
            // A text that is not a key becomes key 0, which no screen has; going back to an absent screen changes nothing.
            return .back(to: Key(text) ?? Key(0))
        }
        addEvent("/v1/sessions/:id/dismiss", to: &routes) { [self] request, parameters throws(APIError) in
            .dismiss(all: try body(of: request, as: Self.dismissBody)["all"] == .bool(true))
        }
        addEvent("/v1/sessions/:id/tabs/:key", to: &routes) { [self] request, parameters throws(APIError) in
            _ = try body(of: request, as: .object([:]))
            return Key(parameters["key"]).map { .tab($0) }
        }
        addEvent("/v1/sessions/:id/links", to: &routes) { [self] request, parameters throws(APIError) in
            let url = try body(of: request, as: Self.linkBody).text("url") ?? ""
            if let rejection = links.count(SessionID(parameters["id"])) {
                throw .limit(
                    rejection.problem(
                        .tooManyRequests,
                        policy: "session-links",
                        detail: "The session opens too many links."
                    )
                )
            }
            return .link(url)
        }
    }

    private static let backBody: JSONSchema = .object([
        .init("to", .string(minLength: 1, maxLength: 16, form: .verbatim), isRequired: false)
    ])
    private static let dismissBody: JSONSchema = .object([.init("all", .boolean, isRequired: false)])
    private static let linkBody: JSONSchema = .object(["url": .string(minLength: 1, maxLength: 2_048, form: .line)])

    /// Adds a route that submits an event; the event is `nil` if the path contains a text that is not a key.
    private func addEvent(
        _ template: String,
        to routes: inout RouteTable,
        _ event: @escaping @Sendable (HTTPRequest, PathParameters) throws(APIError) -> Event?
    ) {
        add(.post, template, to: &routes) { [self] call throws(APIError) in
            try withSession(of: call) { [self] session, credential throws(APIError) in
                try checkAccept(call.request)
                guard let event = try event(call.request, call.parameters) else {
                    try check(session.view, credential)
                    // No screen ever has key 0, so it stands for every text that is not a key.
                    throw .session(.navigation(.staleScreen(Key(0)), session.view))
                }
                preparePatches(of: session, for: call)
                let submission = try submission(event, call, credential)
                session.submit(submission, for: call.reply) { [self] result in
                    if let violations = violations(result, of: event, call) {
                        return show(violations, submission, session, call)
                    }
                    call.attempt { () throws(APIError) in
                        call.respond(response(try call.value(of: result), to: call))
                    }
                }
            }
        }
    }

    /// Returns the event that shows why a payload was rejected; `nil` if none was, or if the client prefers a problem.
    private func violations(
        _ result: Result<SubmissionResult, SessionError>,
        of event: Event,
        _ call: APICall
    ) -> Event? {
        guard call.preferences.messages, case .output(_, let screen, _) = event,
            case .failure(.navigation(.invalidPayload(let error), _)) = result
        else { return nil }
        return .violations(error, screen: screen)
    }

    /// Shows why a payload was rejected on its screen, and responds with the state that has the messages.
    private func show(_ violations: Event, _ rejected: Submission, _ session: Session, _ call: APICall) {
        var submission = rejected
        submission.event = violations
        session.submit(submission, for: call.reply) { [self] result in
            call.attempt { () throws(APIError) in
                var response = response(try call.value(of: result), to: call)
                response.fields.append(.preferenceApplied, "messages")
                call.respond(response)
            }
        }
    }
}
