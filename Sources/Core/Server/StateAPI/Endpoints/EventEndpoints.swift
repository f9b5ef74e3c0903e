package import Coordination
import HTTPCore
import JSON
package import Sessions

/// The endpoints for the user's events: outputs, gestures, tabs and links.
package struct EventEndpoints {
    let api: StateAPI

    package init(api: StateAPI) {
        self.api = api
    }

    var all: [Endpoint] {
        [
            event(
                "/v1/sessions/:id/screens/:key/outputs/:name",
                id: "reportOutput",
                summary: "Reports an output of the screen in focus",
                description:
                    "The body is the payload, which must match the output's schema: the one in the state, and the component {app}.{screen}.{output}. An output without a schema takes no body.",
                body: .any,
                parameters: [.ifMatch, .ifScreen, .idempotencyKey, .preferOnOutput],
                problems: [
                    .staleScreen, .busy, .unknownOutput, .outputUnavailable, .rejected, .effectQueueFull,
                ]
            ) { request, parameters throws(APIError) in
                let payload = try api.body(of: request)
                guard let key = Key(parameters["key"]) else { return nil }
                return .output(parameters["name"], screen: key, payload: payload)
            },
            event(
                "/v1/sessions/:id/back",
                id: "goBack",
                summary: "Goes back: the back button, or a swipe",
                description: "At the root of a stack it changes nothing and is no error.",
                body: .ref("Back")
            ) { request, parameters throws(APIError) in
                let body = try api.body(of: request, as: Self.backBody)
                guard let text = body.text("to") else { return .back(to: nil) }
                // A text that is not a key becomes key 0, which no screen has. Going back to an absent screen changes nothing.
                return .back(to: Key(text) ?? Key(0))
            },
            event(
                "/v1/sessions/:id/dismiss",
                id: "dismissModal",
                summary: "Dismisses the modal in front, or all of them",
                description: "Without a modal that can be dismissed it changes nothing and is no error.",
                body: .ref("Dismiss")
            ) { request, parameters throws(APIError) in
                .dismiss(all: try api.body(of: request, as: Self.dismissBody)["all"] == .bool(true))
            },
            event(
                "/v1/sessions/:id/tabs/:key",
                id: "selectTab",
                summary: "Selects a tab; the selected one goes to its root",
                body: .ref("Nothing"),
                problems: [.staleTab, .staleScreen]
            ) { request, parameters throws(APIError) in
                _ = try api.body(of: request, as: .object([:]))
                return Key(parameters["key"]).map { .tab($0) }
            },
            event(
                "/v1/sessions/:id/links",
                id: "openLink",
                summary: "Opens a link: a deep link, a push notification, a search result",
                body: .ref("Link"),
                isBodyRequired: true,
                problems: [.unknownLink, .rejected, .effectQueueFull]
            ) { request, parameters throws(APIError) in
                let url = try api.body(of: request, as: Self.linkBody).text("url") ?? ""
                if let rejection = api.links.count(SessionID(parameters["id"])) {
                    throw .limit(
                        rejection.problem(
                            .tooManyRequests,
                            policy: "session-links",
                            detail: "The session opens too many links."
                        )
                    )
                }
                return .link(url)
            },
        ]
    }

    private static let backBody: JSONSchema = .object([
        .init("to", .string(minLength: 1, maxLength: 16, form: .verbatim), isRequired: false)
    ])
    private static let dismissBody: JSONSchema = .object([.init("all", .boolean, isRequired: false)])
    private static let linkBody: JSONSchema = .object(["url": .string(minLength: 1, maxLength: 2_048, form: .line)])

    /// Declares the endpoint of an event, which is `nil` if the path contains a text that is not a key.
    private func event(
        _ template: String,
        id: String,
        summary: String,
        description: String? = nil,
        body: OpenAPISchema,
        isBodyRequired: Bool = false,
        parameters: [OpenAPIParameter] = [.ifMatch, .ifScreen, .idempotencyKey, .prefer],
        problems: [ProblemType] = [],
        _ event: @escaping @Sendable (HTTPRequest, PathParameters) throws(APIError) -> Event?
    ) -> Endpoint {
        Endpoint(
            method: .post,
            template: template,
            id: id,
            tag: "events",
            summary: summary,
            description: description,
            parameters: parameters,
            body: body,
            isBodyRequired: isBodyRequired,
            responses: Self.responses,
            problems: [.ended, .revisionMismatch, .idempotencyKeyReused, .idempotencyKeyInUse] + problems,
            handler: .session { call, session, credential throws(APIError) in
                guard let event = try event(call.request, call.parameters) else {
                    try api.check(session.view, credential)
                    // No screen ever has key 0, so it stands for every text that is not a key.
                    throw .session(.navigation(.staleScreen(Key(0)), session.view))
                }
                try submit(event, to: session, call, credential)
            }
        )
    }

    private static let fields: [OpenAPIParts.ResponseField] = [
        .entityTag, .idempotencyReplayed, .preferenceApplied, .setCookie, .credentialRenewed, .authenticationInfo,
        .vary, .cacheControl,
    ]

    /// Returns the responses to an event that an endpoint of an option submits, with the state in another form.
    package static func responses(_ content: Endpoint.Content) -> [Endpoint.Response] {
        responses.map { response in
            var response = response
            if response.content.isState { response.content = content }
            response.links = [:]
            return response
        }
    }

    private static let responses: [Endpoint.Response] = [
        .init(
            description: "The state that follows, or a patch; with a new token if the request had a secret.",
            content: .state,
            fields: fields,
            links: [
                "reportOutput": ["id": "$request.path.id", "key": "$response.body#/focus"],
                "readSession": ["id": "$request.path.id"], "goBack": ["id": "$request.path.id"],
            ]
        ),
        .init(
            status: .accepted,
            description: "The state while an effect outlasts the wait.",
            content: .state,
            fields: fields
        ),
        .init(
            status: .noContent,
            description: "The event was accepted; the client prefers no state.",
            fields: [.entityTag, .idempotencyReplayed, .preferenceApplied, .vary]
        ),
    ]

    /// Submits an event, and responds with the state that follows.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - session: The session.
    ///   - call: The request, which may have conditions and preferences.
    ///   - credential: The credential that the client presents.
    ///   - revision: The revision that the client must have seen if the request has no condition, or `nil` for any.
    ///   - form: The form of the state, or `nil` to let `Accept` decide.
    /// - Throws: `ProblemType.malformedRequest` for an invalid condition or idempotency key.
    package func submit(
        _ event: Event,
        to session: Session,
        _ call: APICall,
        _ credential: Credential,
        at revision: UInt64? = nil,
        in form: (any StateForm)? = nil
    ) throws(APIError) {
        for preparation in api.preparations where preparation.concerns(event, session) {
            Task(executorPreference: call.reply.queue) {
                do throws(APIError) {
                    let event = try await preparation.prepare(event, session, api)
                    try submitPrepared(event, to: session, call, credential, at: revision, in: form)
                } catch {
                    call.fail(error)
                }
            }
            return
        }
        try submitPrepared(event, to: session, call, credential, at: revision, in: form)
    }

    private func submitPrepared(
        _ event: Event,
        to session: Session,
        _ call: APICall,
        _ credential: Credential,
        at revision: UInt64?,
        in form: (any StateForm)?
    ) throws(APIError) {
        call.preparePatches(of: session)
        var submission = try api.submission(event, call, credential)
        if submission.revisions == nil, let revision { submission.revisions = [revision] }
        session.submit(submission, for: call.reply) { [self, submission] result in
            if let violations = violations(result, of: event, call) {
                return show(violations, submission, session, call, in: form)
            }
            call.attempt { () throws(APIError) in
                call.respond(call.response(try call.value(of: result), in: form))
            }
        }
    }

    /// Returns the event that shows why a payload was rejected, or `nil` if none was, or if the client prefers a problem.
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
    private func show(
        _ violations: Event,
        _ rejected: Submission,
        _ session: Session,
        _ call: APICall,
        in form: (any StateForm)?
    ) {
        var submission = rejected
        submission.event = violations
        session.submit(submission, for: call.reply) { result in
            call.attempt { () throws(APIError) in
                var response = call.response(try call.value(of: result), in: form)
                response.fields.append(.preferenceApplied, "messages")
                call.respond(response)
            }
        }
    }
}
