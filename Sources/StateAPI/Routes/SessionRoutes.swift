import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Adds the routes that start, read and end sessions.
    func addSessionRoutes(to routes: inout RouteTable) {
        add(.post, "/v1/sessions", to: &routes) { [self] call throws(APIError) in try startSession(call) }
        add(.post, "/v1/sessions/:id/resume", to: &routes) { [self] call throws(APIError) in
            try startSession(call, resuming: call.parameters["id"])
        }
        add(.get, "/v1/sessions/:id", to: &routes, readSession)
        add(.delete, "/v1/sessions/:id", to: &routes, endSession)
    }

    private static let newSession: JSONSchema = .object([
        .init("app", .string(minLength: 1, maxLength: 64), isRequired: false),
        .init("link", .string(minLength: 1, maxLength: 2_048, form: .line), isRequired: false),
        .init("credential", .enumeration(["token", "cookie"]), isRequired: false),
        .init("resume", .string(minLength: 1, maxLength: 64), isRequired: false),
    ])

    /// Starts a session, which may continue the expired one that the path or the body names.
    private func startSession(_ call: APICall, resuming session: String? = nil) throws(APIError) {
        let request = call.request
        try checkAccept(request)
        var body = try body(of: request) ?? .object([:])
        var client = try client(&body)
        client.locale = client.locale ?? request.locale(among: languages)
        body = try Self.canonical(body, as: Self.newSession)
        let expired = try (session ?? body.text("resume")).map { id throws(APIError) in
            try expiredSession(SessionID(id), call.request)
        }
        let usesCookie = body.text("credential") == "cookie"
        // A page of another site could start sessions in the names of its visitors.
        if usesCookie || !isFromListedOrigin(request) { try checkSameOrigin(request) }
        if let client = request.client,
            let problem = newSessionLimit.count(client, isCrowded: registry.isCrowded)
        {
            throw .limit(problem)
        }
        registry.start(
            body.text("app"),
            link: body.text("link"),
            client: client,
            resuming: expired,
            idempotency: try creationIdempotency(request),
            for: call.reply
        ) { [self] result in
            if expired != nil, case .failure(.unauthorized) = result { countUnknownSession(request) }
            call.attempt { () throws(APIError) in
                let started = try call.value(of: result)
                record(
                    started.result.isReplay ? .credentialRenewed : .sessionStarted,
                    started.result.view.record.id,
                    request
                )
                var response = response(started, usesCookie: usesCookie)
                if let expired, presentsCookie(request) {
                    let cookie = SessionCookie(id: expired.id, isSecure: settings.secureCookies)
                    response.fields.append(.setCookie, cookie.clearing)
                }
                call.respond(response)
            }
        }
    }

    /// Returns an expired session with the credential that a request presents for it.
    ///
    /// - Throws: ``SessionError/unauthorized`` without a credential, or a problem for a client that guesses.
    private func expiredSession(_ id: SessionID, _ request: HTTPRequest) throws(APIError) -> ExpiredSession {
        guard let credential = try credential(for: id, in: request) else { throw .session(.unauthorized) }
        try checkUnknownSessions(id, request)
        return ExpiredSession(id: id, credential: credential)
    }

    /// Records that a request has started, continued or ended a session.
    func record(
        _ action: AuditEvent.Action,
        _ session: SessionID,
        of account: String? = nil,
        _ request: HTTPRequest
    ) {
        audit?.record(
            AuditEvent(
                action,
                session: session,
                account: account,
                client: request.client?.description,
                request: request.id
            )
        )
    }

    func isFromListedOrigin(_ request: HTTPRequest) -> Bool {
        guard let origin = request.fields[.origin] else { return false }
        return settings.corsOrigins.contains { $0.utf8.elementsEqual(origin.utf8) }
    }

    func response(_ started: StartedSession, usesCookie: Bool) -> HTTPResponse {
        let view = started.result.view
        let id = view.record.id
        var response = state(.created, view, token: usesCookie ? nil : started.credential.exposed)
        if usesCookie { response.fields.append(.setCookie, setCookie(started.credential, of: id)) }
        response.fields.append(.location, "/v1/sessions/\(id)")
        if started.result.isReplay { response.fields.append(.idempotencyReplayed, "true") }
        return response
    }

    /// The languages of all applications.
    private var languages: [String] { registry.applications.all.flatMap(\.languages) }

    private func readSession(_ call: APICall) throws(APIError) {
        try withSession(of: call) { [self] session, credential throws(APIError) in
            preparePatches(of: session, for: call)
            let view = session.view
            try check(view, credential)
            if let response = try read(view, call) { return call.respond(response) }
            let slot = try beginWait(session, call.request)
            let longest = wait(call.preferences)
            let revision = view.record.revision
            session.view(after: revision, wait: longest, as: credential, for: call.reply) { [self, slot] next in
                _ = slot
                call.attempt { () throws(APIError) in
                    if let removal = session.removal { throw .session(removal) }
                    try check(next, credential)
                    let condition = try Self.condition(call.request, next)
                    call.respond(try response(next, condition, call))
                }
            }
            // A cancelled request must not keep the session in memory.
            call.reply.onCancel { session.wakeCancelled() }
        }
    }

    /// Counts a wait until the returned slot is released.
    private func beginWait(_ session: Session, _ request: HTTPRequest) throws(APIError) -> WaitLimiter.Slot {
        do throws(WaitLimiter.Rejection) {
            return try waits.begin(session.id, request.client)
        } catch {
            let problem =
                switch error {
                case .session(let limit):
                    QuotaRejection(quota: limit, retryAfter: 1).problem(
                        .tooManyRequests,
                        policy: "session-waits",
                        detail: "Too many requests wait for this session's next revision."
                    )
                case .address(let limit):
                    QuotaRejection(quota: limit, retryAfter: 1).problem(
                        .tooManyRequests,
                        policy: "address-waits",
                        detail: "Too many requests of your address wait for a next revision."
                    )
                }
            throw .limit(problem)
        }
    }

    /// Rejects a reader whose credential was replaced since the session was found, such as during a wait.
    func check(_ view: SessionView, _ credential: Credential) throws(APIError) {
        guard view.session.opens(view.record, credential) else { throw .session(.credentialReplaced) }
    }

    /// Returns the response with the current state; `nil` if the client has that state and wants to wait for the next.
    private func read(_ view: SessionView, _ call: APICall) throws(APIError) -> HTTPResponse? {
        try checkAccept(call.request)
        let condition = try Self.condition(call.request, view)
        if condition == .notModified, call.preferences.wait != nil { return nil }
        return try response(view, condition, call)
    }

    private func response(
        _ view: SessionView,
        _ condition: Preconditions,
        _ call: APICall
    ) throws(APIError) -> HTTPResponse {
        var response: HTTPResponse
        switch condition {
        case .notModified: response = .tag(.notModified, of: view)
        case .failed: throw .session(.revisionMismatch(view))
        case .satisfied: response = state(.ok, view, to: call)
        }
        if call.preferences.wait != nil {
            response.fields.append(.preferenceApplied, "wait=\(wait(call.preferences).components.seconds)")
        }
        response.fields.append(.vary, Self.vary)
        return response
    }

    private func endSession(_ call: APICall) throws(APIError) {
        try withSession(of: call) { [self] session, _ throws(APIError) in
            let account = session.view.record.account
            registry.end(session, for: call.reply) { [self] result in
                call.attempt { () throws(APIError) in
                    try call.value(of: result)
                    record(.sessionEnded, session.id, of: account, call.request)
                    var response = HTTPResponse(.noContent)
                    if !call.request.fields.contains(.authorization) {
                        let cookie = SessionCookie(id: session.id, isSecure: settings.secureCookies)
                        response.fields.append(.setCookie, cookie.clearing)
                    }
                    call.respond(response)
                }
            }
        }
    }
}
