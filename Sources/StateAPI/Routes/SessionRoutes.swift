import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Starting, reading and ending sessions.
    func addSessionRoutes(to routes: inout RouteTable) {
        add(.post, "/v1/sessions", to: &routes) { request, _ async throws(APIError) in
            try await startSession(request)
        }
        add(
            .get,
            "/v1/sessions/:id",
            to: &routes,
            answering: { request, parameters throws(APIError) in
                if let session = try liveSession(for: request, parameters),
                    let response = try read(session.view, request)
                {
                    return .ready(response)
                }
                return .pending { () async throws(APIError) in try await readSession(request, parameters) }
            }
        )
        add(.delete, "/v1/sessions/:id", to: &routes) { request, parameters async throws(APIError) in
            try await endSession(request, parameters)
        }
    }

    private static let newSession: JSONSchema = .object([
        .init("app", .string(minLength: 1, maxLength: 64), isRequired: false),
        .init("link", .string(minLength: 1, maxLength: 2_048), isRequired: false),
        .init("credential", .enumeration(["token", "cookie"]), isRequired: false),
    ])

    private func startSession(_ request: HTTPRequest) async throws(APIError) -> HTTPResponse {
        try checkAccept(request)
        var body = try body(of: request) ?? .object([:])
        let client = try client(&body)
        let violations = Self.newSession.violations(of: body)
        guard violations.isEmpty else { throw APIError(violations) }
        let usesCookie = body.text("credential") == "cookie"
        if usesCookie { try checkSameSite(request) }
        let idempotency = try idempotency(request)
        let started: (answer: Answer, credential: Credential)
        do throws(SessionError) {
            started = try await registry.start(
                body.text("app"),
                link: body.text("link"),
                client: client,
                idempotency: idempotency
            )
        } catch {
            throw .session(error)
        }
        let view = started.answer.view
        let id = view.record.id
        let token = usesCookie ? nil : started.credential.exposed
        var response = HTTPResponse.state(.created, StateDocument(view, token: token))
        if usesCookie {
            let seconds = registry.limits.absolute.components.seconds
            response.fields.append(
                .setCookie,
                SessionCookie(id: id, isSecure: settings.secureCookies).setting(started.credential, seconds: seconds)
            )
        }
        response.fields.append(.location, "/v1/sessions/\(id)")
        if started.answer.isReplay { response.fields.append(.idempotencyReplayed, "true") }
        return response
    }

    /// Takes what the client says of itself out of the body; members that nobody knows don't matter here.
    private func client(_ body: inout JSONValue) throws(APIError) -> ClientInfo {
        guard case .object(var object) = body, let value = object["client"] else { return ClientInfo() }
        object["client"] = nil
        body = .object(object)
        guard case .object(let client) = value else {
            throw APIError([
                JSONSchemaViolation(pointer: ["client"], code: .type, sentence: "'client' must be an object.")
            ])
        }
        func text(_ name: String) -> String? { client[name]?.stringValue.map { String($0.prefix(64)) } }
        return ClientInfo(
            platform: text("platform"),
            version: text("version"),
            locale: text("locale"),
            view: client["view"]?.boolValue
        )
    }

    private func readSession(_ request: HTTPRequest, _ parameters: PathParameters) async throws(APIError)
        -> HTTPResponse
    {
        let session = try await session(for: request, parameters)
        let view = session.view
        if let response = try read(view, request) { return response }
        let preferences = Preferences(request.fields)
        let next = await session.view(after: view.record.revision, wait: wait(preferences))
        return try response(next, Preconditions.evaluate(request, current: next.entityTag), preferences)
    }

    /// Answers with the state as it is; `nil` when the client knows that and wants to wait for another one.
    private func read(_ view: SessionView, _ request: HTTPRequest) throws(APIError) -> HTTPResponse? {
        try checkAccept(request)
        let preferences = Preferences(request.fields)
        let condition = Preconditions.evaluate(request, current: view.entityTag)
        if condition == .notModified, preferences.wait != nil { return nil }
        return try response(view, condition, preferences)
    }

    private func response(
        _ view: SessionView,
        _ condition: Preconditions,
        _ preferences: Preferences
    ) throws(APIError) -> HTTPResponse {
        var response: HTTPResponse
        switch condition {
        case .notModified: response = .tag(.notModified, of: view)
        case .failed: throw .session(.revisionMismatch(view))
        case .hold: response = .state(.ok, StateDocument(view))
        }
        if preferences.wait != nil {
            response.fields.append(.preferenceApplied, "wait=\(wait(preferences).components.seconds)")
        }
        return response
    }

    private func endSession(_ request: HTTPRequest, _ parameters: PathParameters) async throws(APIError) -> HTTPResponse
    {
        let session = try await session(for: request, parameters)
        do throws(SessionError) {
            try await registry.end(session)
        } catch {
            throw .session(error)
        }
        var response = HTTPResponse(.noContent)
        response.fields.append(.cacheControl, "no-store")
        if !request.fields.contains(.authorization) {
            response.fields.append(
                .setCookie,
                SessionCookie(id: session.id, isSecure: settings.secureCookies).clearing
            )
        }
        return response
    }
}
