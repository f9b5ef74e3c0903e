import Coordination
import Documents
import HTTPCore
import Sessions

extension StateAPI {
    /// Returns the response to a submission: the next state, or its tag alone if the client prefers that.
    ///
    /// The preference is `return=minimal` (RFC 7240 section 4.2). It is not applied while an effect keeps the session busy, or
    /// if the client gets a new credential.
    func response(_ result: SubmissionResult, to call: APICall) -> HTTPResponse {
        let isBusy = if case .busy = result.view.status { true } else { false }
        var response: HTTPResponse
        if !isBusy, result.credential == nil, call.preferences.return == .minimal {
            response = tag(.noContent, of: result.view)
            response.fields.append(.preferenceApplied, "return=minimal")
        } else {
            response = state(isBusy ? .accepted : .ok, result.view, credential: result.credential, to: call)
        }
        if result.isReplay { response.fields.append(.idempotencyReplayed, "true") }
        response.fields.append(.vary, Self.vary)
        return response
    }

    /// Returns a response without a body, with the tag of a session's state.
    func tag(_ status: HTTPStatus, of view: SessionView) -> HTTPResponse {
        HTTPResponse(status, [:], localization(of: view)?.language, of: view, .none)
    }

    /// Returns the language and the rules in which a session is drawn, or `nil` for an application in one language.
    func localization(of view: SessionView) -> Localization? {
        renderer.localization(of: view.application, for: view.record.client)
    }

    /// Returns the response with a new session and its credential.
    func response(_ started: StartedSession, usesCookie: Bool) -> HTTPResponse {
        let view = started.result.view
        let id = view.record.id
        var response = state(.created, view, token: usesCookie ? nil : started.credential.exposed)
        if usesCookie { response.fields.append(.setCookie, setCookie(started.credential, of: id)) }
        response.fields.append(.location, "/v1/sessions/\(id)")
        if started.result.isReplay { response.fields.append(.idempotencyReplayed, "true") }
        return response
    }

    /// The fields of a request on which the representation of a session depends: the whole state, a patch or nothing, as gzip or
    /// not.
    static let vary = "Accept, Accept-Encoding, Prefer"

    /// Returns the preference for a patch from a revision, as it is applied.
    static func patchFrom(_ base: UInt64) -> String { "patch-from=\"\(base)\"" }

    /// Returns a response with the state of a session and a new credential, in the form in which the client presents it.
    private func state(
        _ status: HTTPStatus,
        _ view: SessionView,
        credential: Credential?,
        to call: APICall
    ) -> HTTPResponse {
        guard let credential else { return state(status, view, to: call) }
        guard !presentsCookie(call.request) else {
            var response = state(status, view, to: call)
            response.fields.append(.setCookie, setCookie(credential, of: view.record.id))
            // Scripts can't read cookies, and a page has to know that the user has logged out.
            response.fields.append(.credentialRenewed, "true")
            return response
        }
        return state(status, view, token: credential.exposed)
    }

    /// Returns a response with the state of a session, or with a patch if the client prefers one and the server knows it.
    func state(_ status: HTTPStatus, _ view: SessionView, to call: APICall) -> HTTPResponse {
        guard let base = patchBase(call) else { return state(status, view) }
        let document = renderer.latest(since: view)
        guard let patch = document.patch(from: base, to: view.record.revision) else { return state(status, view) }
        // A later document does not tell whether the document of this commit had a secret.
        let mayHaveSecret = document.hasSecret || document.generation != view.record.generation
        return .patch(status, document.language, of: view, from: base, patch, hasSecret: mayHaveSecret)
    }

    /// Returns the revision from which a client prefers a patch, or `nil` if it prefers the whole state.
    private func patchBase(_ call: APICall) -> UInt64? {
        guard let base = call.preferences.patchFrom else { return nil }
        return call.request.accepts("application/json-patch+json") ? base : nil
    }

    /// Lets the next revisions of a session have patches if the client prefers them.
    func preparePatches(of session: Session, for call: APICall) {
        if patchBase(call) != nil { session.document?.recordPatchRequest() }
    }

    /// Returns a response with the state of a session and its tag.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - view: The session at the commit with the state to send.
    ///   - token: The session's secret, for the only response that contains it.
    /// - Returns: A response with the state document as JSON, and its tag in `ETag`.
    func state(_ status: HTTPStatus, _ view: SessionView, token: String? = nil) -> HTTPResponse {
        .state(status, renderer.drawn(view), of: view, token: token)
    }
}

extension HTTPResponse {
    private static let stateFields: HTTPFields = [.contentType: "application/json"]
    private static let secretStateFields: HTTPFields = [
        .contentType: "application/json", .cacheControl: .untransformed,
    ]
    private static let patchFields: HTTPFields = [.contentType: "application/json-patch+json"]

    /// Returns a response with the state of a session and its tag.
    fileprivate static func state(
        _ status: HTTPStatus,
        _ document: StateDocument,
        of view: SessionView,
        token: String? = nil
    ) -> HTTPResponse {
        let fields = token != nil || document.hasSecret ? secretStateFields : stateFields
        return HTTPResponse(status, fields, document.language, of: view, .bytes(document.json(token: token)))
    }

    /// Returns a response with the patch that leads to the state of a session, and the tag of that state.
    fileprivate static func patch(
        _ status: HTTPStatus,
        _ language: String?,
        of view: SessionView,
        from base: UInt64,
        _ patch: [UInt8],
        hasSecret: Bool
    ) -> HTTPResponse {
        var response = HTTPResponse(status, patchFields, language, of: view, .bytes(patch))
        if hasSecret { response.fields.append(.cacheControl, .untransformed) }
        response.fields.append(.preferenceApplied, StateAPI.patchFrom(base))
        return response
    }

    fileprivate init(
        _ status: HTTPStatus,
        _ fields: HTTPFields,
        _ language: String?,
        of view: SessionView,
        _ body: HTTPBody
    ) {
        var all = HTTPFields()
        // Room for the tag and for the fields that filters add.
        all.reserveCapacity(448)
        all.append(contentsOf: fields)
        all.append(.entityTag, quoting: view.record.revision)
        if let language { all.append(.contentLanguage, language) }
        self.init(status, fields: all, body: body)
    }
}

extension HTTPFieldName {
    static let idempotencyReplayed: HTTPFieldName = "Idempotency-Replayed"
    static let credentialRenewed: HTTPFieldName = "Credential-Renewed"
}

extension String {
    /// The value of `Cache-Control` for content with a credential or another secret: no cache stores it, and neither the server
    /// nor a proxy compresses it (RFC 9111 section 5.2.2.6 and `CompressionFilter`).
    package static let untransformed = "no-store, no-transform"
}
