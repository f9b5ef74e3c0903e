import Coordination
import HTTPCore
import Sessions

extension StateAPI {
    /// Finds the session of a request and checks the credential.
    ///
    /// A bearer token (RFC 6750 section 2.1) takes precedence over a cookie. A request with a cookie that changes a session
    /// must come from a page of this server, because browsers send cookies by themselves. The response for an unknown
    /// session is the same as for a wrong credential.
    ///
    /// - Parameters:
    ///   - call: The request, whose path has the parameter `id`. It gets the response to an error that occurs later: if
    ///     the session can't be opened, or if `body` throws.
    ///   - body: Called with the session and the credential, before this returns if the session is in memory.
    /// - Throws: The problem `crossSite` for a request with a cookie from a page of another site; `body` is not called.
    func withSession(
        of call: APICall,
        _ body: @escaping @Sendable (Session, Credential) throws(APIError) -> Void
    ) throws(APIError) {
        let id = SessionID(call.parameters["id"])
        guard let credential = try credential(for: id, in: call.request) else { throw .session(.unauthorized) }
        try checkUnknownSessions(id, call.request)
        let isRepetition = call.request.method == .post && call.request.fields.contains(.idempotencyKey)
        registry.session(id, opening: credential, isRepetition: isRepetition, for: call.reply) { [self] result in
            if case .failure(.unauthorized) = result { countUnknownSession(call.request) }
            call.attempt { () throws(APIError) in try body(try call.value(of: result), credential) }
        }
    }

    /// Counts a request that had no valid credential for its session.
    func countUnknownSession(_ request: HTTPRequest) {
        if let client = request.client { _ = unknownSessions.count(client.network) }
    }

    /// Rejects a request that would read the store for an address whose requests too often had no valid credential.
    func checkUnknownSessions(_ id: SessionID, _ request: HTTPRequest) throws(APIError) {
        guard let client = request.client, !registry.isInMemory(id) else { return }
        try checkUnknownSessions(of: client)
    }

    /// Rejects a request of an address whose requests too often had no valid credential.
    func checkUnknownSessions(of client: ClientAddress) throws(APIError) {
        guard let rejection = unknownSessions.check(client.network) else { return }
        throw .limit(
            rejection.problem(
                .tooManyRequests,
                policy: "address-unknown-sessions",
                detail: "Your address has asked for too many sessions that it can't open."
            )
        )
    }

    func credential(for id: SessionID, in request: HTTPRequest) throws(APIError) -> Credential? {
        if let token = request.fields.withBytes(of: .authorization, Authorization.bearerToken) {
            return token.map(Credential.init)
        }
        let credential = SessionCookie(id: id, isSecure: settings.secureCookies).credential(in: request)
        if credential != nil, request.method != .get, request.method != .head { try checkSameOrigin(request) }
        return credential
    }

    /// Returns whether a request whose credential was accepted presents it as a cookie.
    func presentsCookie(_ request: HTTPRequest) -> Bool {
        !request.fields.contains(.authorization)
    }

    /// Returns the value of a `Set-Cookie` field with a credential.
    func setCookie(_ credential: Credential, of id: SessionID) -> String {
        SessionCookie(id: id, isSecure: settings.secureCookies)
            .setting(credential, seconds: registry.limits.absoluteTimeout.components.seconds)
    }

    /// Rejects a request that a page of another origin made a browser send.
    func checkSameOrigin(_ request: HTTPRequest) throws(APIError) {
        guard request.isSameOrigin else { throw .problem(.crossSite) }
    }
}
