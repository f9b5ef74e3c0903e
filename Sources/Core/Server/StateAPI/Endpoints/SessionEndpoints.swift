import Coordination
import HTTPCore
import JSON
import Sessions

/// The endpoints that start, read and end sessions.
struct SessionEndpoints {
    let api: StateAPI

    var all: [Endpoint] {
        [
            Endpoint(
                method: .post,
                template: "/v1/sessions",
                id: "startSession",
                tag: "sessions",
                summary: "Starts a session of an application, or continues an expired one",
                description: "Every member of the body is optional. A page of another site can't start sessions.",
                parameters: [.creationKey],
                body: .ref("NewSession"),
                responses: [.created],
                problems: Self.starting,
                handler: .open(.optional) { call throws(APIError) in try start(call) }
            ),
            Endpoint(
                method: .post,
                template: "/v1/sessions/:id/resume",
                id: "resumeSession",
                tag: "sessions",
                summary: "Continues an expired session, for a client with a cookie",
                parameters: [.creationKey],
                body: .ref("NewSession"),
                responses: [.created],
                problems: Self.starting,
                handler: .open(.expiredSession) { call throws(APIError) in
                    try start(call, resuming: call.parameters["id"])
                }
            ),
            Endpoint(
                method: .get,
                template: "/v1/sessions/:id",
                id: "readSession",
                tag: "sessions",
                summary: "The state of a session",
                description:
                    "With `If-None-Match` and `Prefer: wait=25` it waits for the next revision. With `Prefer: patch-from=\"17\"` it has a patch if the server knows the difference.",
                parameters: [.ifMatch, .ifNoneMatch, .prefer],
                responses: [
                    .init(
                        description: "The state, or a patch from the state that the client has.",
                        content: .state,
                        fields: [.entityTag, .preferenceApplied, .vary, .cacheControl]
                    ),
                    .init(
                        status: .notModified,
                        description: "The client has the current state.",
                        fields: [.entityTag, .preferenceApplied, .vary]
                    ),
                ],
                problems: [.revisionMismatch],
                handler: .session(read)
            ),
            Endpoint(
                method: .delete,
                template: "/v1/sessions/:id",
                id: "endSession",
                tag: "sessions",
                summary: "Ends a session and forgets it",
                responses: [.init(status: .noContent, description: "The session has ended.", fields: [.setCookie])],
                handler: .session(end)
            ),
        ]
    }

    private static let starting: [ProblemType] = [
        .unauthorized, .identityRejected, .unknownApplication, .notExpired, .expired, .unreadable, .unknownLink,
        .rejected, .invalidPayload,
        .idempotencyKeyReused, .idempotencyKeyInUse, .idempotencyKeyTooShort, .tooManySessions, .effectQueueFull,
    ]

    private static let newSession: JSONSchema = .object([
        .init("app", .string(minLength: 1, maxLength: 64), isRequired: false),
        .init("link", .string(minLength: 1, maxLength: 2_048, form: .line), isRequired: false),
        .init("embedded", .boolean, isRequired: false),
        .init("identity", .string(minLength: 1, maxLength: 16_384, secret: true), isRequired: false),
        .init("credential", .enumeration(["token", "cookie"]), isRequired: false),
        .init("resume", .string(minLength: 1, maxLength: 64), isRequired: false),
    ])

    /// Starts a session, which may continue the expired one that the path or the body names.
    private func start(_ call: APICall, resuming session: String? = nil) throws(APIError) {
        let request = call.request
        var body = try api.body(of: request) ?? .object([:])
        var client = try api.client(&body)
        client.locale = client.locale ?? request.locale(among: languages)
        // The application has the schema of the input, and makes its texts canonical.
        let input = body["input"]
        body.removeMember("input")
        body = try StateAPI.canonical(body, as: Self.newSession)
        let expired = try (session ?? body.text("resume")).map { id throws(APIError) in
            try expiredSession(SessionID(id), call.request)
        }
        let usesCookie = body.text("credential") == "cookie"
        // A page of another site could start sessions in the names of its visitors.
        if usesCookie || !api.isFromListedOrigin(request) { try request.checkSameOrigin() }
        if let client = request.client,
            let problem = api.newSessionLimit.count(client, isHalfFull: api.registry.isHalfFull)
        {
            throw .limit(problem)
        }
        let application = body.text("app")
        api.registry.start(
            application,
            launch: SessionLaunch(
                link: body.text("link"),
                input: input,
                isEmbedded: body["embedded"]?.boolValue ?? false
            ),
            identity: body.text("identity"),
            from: request.client?.description,
            client: client,
            resuming: expired,
            idempotency: try api.creationIdempotency(request),
            for: call.reply
        ) { [api, client] result in
            if expired != nil, case .failure(.unauthorized) = result { api.countUnknownSession(request) }
            call.attempt { () throws(APIError) in
                let started = try started(result, application, client)
                let result = started.result
                call.record(result.isReplay ? .credentialRenewed : .sessionStarted, result.view.record.id)
                var response = api.response(started, usesCookie: usesCookie)
                if let expired, api.presentsCookie(request) {
                    let cookie = SessionCookie(id: expired.id, isSecure: api.settings.secureCookies)
                    response.fields.append(.setCookie, cookie.clearing)
                }
                call.respond(response)
            }
        }
    }

    /// Returns a session that was started.
    ///
    /// - Throws: The reason for which there is none, with the language of the client if the application gives it.
    private func started(
        _ result: Result<StartedSession, SessionError>,
        _ name: String?,
        _ client: ClientInfo
    ) throws(APIError) -> StartedSession {
        switch result {
        case .success(let session): return session
        case .failure(.navigation(let error, nil)):
            let applications = api.registry.applications
            let application = name.map { applications[$0] } ?? applications.default
            throw .start(error, application.flatMap { api.localization(of: $0, for: client) })
        case .failure(let error): throw .session(error)
        }
    }

    /// Returns an expired session with the credential that a request presents for it.
    ///
    /// - Throws: ``SessionError/unauthorized`` without a credential, or a problem for a client that guesses.
    private func expiredSession(_ id: SessionID, _ request: HTTPRequest) throws(APIError) -> ExpiredSession {
        guard let credential = try api.credential(for: id, in: request) else { throw .session(.unauthorized) }
        try api.checkUnknownSessions(id, request)
        return ExpiredSession(id: id, credential: credential)
    }

    /// The languages of all applications.
    private var languages: [String] { api.registry.applications.all.flatMap(\.languages) }

    private func read(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        call.preparePatches(of: session)
        guard !session.application.topics.isEmpty, call.preferences.wait == nil else {
            return try readNow(call, session, credential)
        }
        // A client that waits gets values while it does. This one gets what was published since it asked last.
        try api.check(session.view, credential)
        api.registry.topics.bringUpToDate(session, for: call.reply) { [self] in
            call.attempt { () throws(APIError) in
                if let removal = session.removal { throw .session(removal) }
                try readNow(call, session, credential)
            }
        }
    }

    private func readNow(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        let view = session.view
        try api.check(view, credential)
        let condition = try StateAPI.condition(call.request, view)
        guard condition == .notModified, call.preferences.wait != nil else {
            return call.respond(try response(view, condition, call))
        }
        let slot = try api.waits.begin(session.id, call.request.client)
        let longest = api.wait(call.preferences)
        let revision = view.record.revision
        session.view(after: revision, wait: longest, as: credential, for: call.reply) { [self, slot] next in
            _ = slot
            call.attempt { () throws(APIError) in
                if let removal = session.removal { throw .session(removal) }
                try api.check(next, credential)
                let condition = try StateAPI.condition(call.request, next)
                call.respond(try response(next, condition, call))
            }
        }
        // A cancelled request must not keep the session in memory.
        call.reply.onCancel { session.wakeCancelled() }
    }

    private func response(
        _ view: SessionView,
        _ condition: Preconditions,
        _ call: APICall
    ) throws(APIError) -> HTTPResponse {
        var response: HTTPResponse
        switch condition {
        case .notModified: response = api.tag(.notModified, of: view)
        case .failed: throw .session(.revisionMismatch(view))
        case .satisfied: response = call.state(.ok, view)
        }
        if call.preferences.wait != nil {
            response.fields.append(.preferenceApplied, "wait=\(api.wait(call.preferences).components.seconds)")
        }
        response.fields.append(.vary, StateAPI.vary)
        return response
    }

    private func end(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        let account = session.view.record.account
        api.registry.end(session, for: call.reply) { [api] result in
            call.attempt { () throws(APIError) in
                try call.value(of: result)
                call.record(.sessionEnded, session.id, of: account)
                var response = HTTPResponse(.noContent)
                if !call.request.fields.contains(.authorization) {
                    let cookie = SessionCookie(id: session.id, isSecure: api.settings.secureCookies)
                    response.fields.append(.setCookie, cookie.clearing)
                }
                call.respond(response)
            }
        }
    }
}

extension Endpoint.Response {
    /// The response with a new session.
    package static let created = Self(
        status: .created,
        description: "The state of the new session, with its token unless the client wants a cookie.",
        content: .json("State"),
        fields: [.location, .entityTag, .setCookie, .idempotencyReplayed, .cacheControl],
        links: [
            "readSession": ofCreated, "goBack": ofCreated, "dismissModal": ofCreated, "openLink": ofCreated,
            "readHistory": ofCreated, "makeHandoff": ofCreated, "listCredentials": ofCreated, "endSession": ofCreated,
            "reportOutput": ["id": "$response.body#/id", "key": "$response.body#/focus"],
        ]
    )

    private static let ofCreated: JSONObject = ["id": "$response.body#/id"]
}
