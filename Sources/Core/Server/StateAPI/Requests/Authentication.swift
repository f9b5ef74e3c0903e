import Coordination
package import HTTPCore
package import Sessions

extension APICall {
    /// Finds the session by the parameter `id` of the path, and checks the credential.
    ///
    /// A bearer token (RFC 6750 section 2.1) takes precedence over a cookie. A request with a cookie that changes a session
    /// must come from a page of this server, because browsers send cookies by themselves. The response for an unknown
    /// session is the same as for a wrong credential. An error that occurs later becomes the response, too: if the session can't
    /// be opened, or if `body` throws.
    ///
    /// - Parameter body: Called with the session and the credential, before this returns if the session is in memory.
    /// - Throws: The problem `crossSite` for a request with a cookie from a page of another site. The body is not called then.
    package func withSession(_ body: @escaping @Sendable (Session, Credential) throws(APIError) -> Void)
        throws(APIError)
    {
        let id = SessionID(parameters["id"])
        guard let credential = try api.credential(for: id, in: request) else { throw .session(.unauthorized) }
        try withSession(id, opening: credential, body)
    }

    /// Finds a session that a credential opens, as ``withSession(_:)`` does for that in the path.
    package func withSession(
        _ id: SessionID,
        opening credential: Credential,
        _ body: @escaping @Sendable (Session, Credential) throws(APIError) -> Void
    ) throws(APIError) {
        try api.checkUnknownSessions(id, request)
        let isRepetition = request.method == .post && request.fields.contains(.idempotencyKey)
        api.registry.session(id, opening: credential, isRepetition: isRepetition, for: reply) { [self] result in
            if case .failure(.unauthorized) = result { api.countUnknownSession(request) }
            attempt { () throws(APIError) in try body(try value(of: result), credential) }
        }
    }

    /// Finds a session for an operator's request, by default that in its path.
    ///
    /// - Throws: The errors of ``OperatorAccess/checkCall(_:)``.
    package func withSessionForOperator(
        of id: SessionID? = nil,
        _ access: OperatorAccess,
        _ action: AuditEvent.Action,
        _ body: @escaping @Sendable (Session) throws(APIError) -> Void
    ) throws(APIError) {
        try access.checkCall(request)
        api.registry.sessionForOperator(id ?? SessionID(parameters["id"]), for: reply) { [self] result in
            attempt { () throws(APIError) in
                // There is no credential that could be wrong.
                if case .failure(.unauthorized) = result { throw .problem(.unknownSession) }
                let session = try value(of: result)
                record(action, session.id, of: session.view.record.account)
                try body(session)
            }
        }
    }
}

extension StateAPI {
    /// Rejects a reader if its credential was replaced since the session was found, such as during a wait.
    package func check(_ view: SessionView, _ credential: Credential) throws(APIError) {
        guard view.session.opens(view.record, credential) else { throw .session(.credentialReplaced) }
    }

    /// Counts a request that had no valid credential for its session.
    package func countUnknownSession(_ request: HTTPRequest) {
        if let client = request.client { _ = unknownSessions.count(client.network) }
    }

    /// Rejects a request that would read the store for an address that too often had no valid credential.
    package func checkUnknownSessions(_ id: SessionID, _ request: HTTPRequest) throws(APIError) {
        guard let client = request.client, !registry.isInMemory(id) else { return }
        try checkUnknownSessions(of: client)
    }

    /// Rejects a request from an address that too often had no valid credential.
    package func checkUnknownSessions(of client: ClientAddress) throws(APIError) {
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
            return token.map { Credential($0) }
        }
        let credential = SessionCookie(id: id, isSecure: settings.secureCookies).credential(in: request)
        if credential != nil, request.method != .get, request.method != .head { try request.checkSameOrigin() }
        return credential
    }

    /// Returns whether a request with an accepted credential presents it as a cookie.
    func presentsCookie(_ request: HTTPRequest) -> Bool {
        !request.fields.contains(.authorization)
    }

    /// Returns the value of a `Set-Cookie` field with a credential.
    func setCookie(_ credential: Credential, of id: SessionID) -> String {
        SessionCookie(id: id, isSecure: settings.secureCookies)
            .setting(credential, seconds: registry.longestLifetime.components.seconds)
    }

    /// Returns whether a page of one of the origins in the settings sent a request.
    package func isFromListedOrigin(_ request: HTTPRequest) -> Bool {
        guard let origin = request.fields[.origin] else { return false }
        return settings.corsOrigins.contains { $0.utf8.elementsEqual(origin.utf8) }
    }
}

extension HTTPRequest {
    /// The token of the scheme `Bearer` (RFC 6750 section 2.1), or `nil` if there is none.
    package var bearerToken: String? {
        fields.withBytes(of: .authorization, Authorization.bearerToken).flatMap(\.self)
    }

    /// Rejects a request that a page of another origin made a browser send.
    package func checkSameOrigin() throws(APIError) {
        guard isSameOrigin else { throw .problem(.crossSite) }
    }
}
