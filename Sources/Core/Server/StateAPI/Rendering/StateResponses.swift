import Coordination
import Documents
package import HTTPCore
package import Sessions

extension APICall {
    /// Returns the response to a submission: the next state, or its tag alone if the client prefers that.
    ///
    /// The preference is `return=minimal` (RFC 7240 section 4.2). It is not applied while an effect keeps the session busy, or
    /// if the client gets a new credential.
    ///
    /// - Parameters:
    ///   - result: The result of the submission.
    ///   - form: The form of the state, or `nil` to let `Accept` decide.
    /// - Returns: The response with the state, a patch, or nothing but a tag.
    func response(_ result: SubmissionResult, in form: (any StateForm)? = nil) -> HTTPResponse {
        let form = form ?? api.forms.form(for: request, api)
        let isBusy = if case .busy = result.view.status { true } else { false }
        var response: HTTPResponse
        if !isBusy, result.credential == nil, preferences.return == .minimal {
            response = api.tag(.noContent, of: result.view)
            response.fields.append(.preferenceApplied, "return=minimal")
        } else {
            response = state(isBusy ? .accepted : .ok, result.view, credential: result.credential, in: form)
        }
        if result.isReplay { response.fields.append(.idempotencyReplayed, "true") }
        response.fields.append(.vary, StateAPI.vary)
        return response
    }

    /// Returns a response with the state of a session and a new credential, in the form in which the client presents it.
    private func state(
        _ status: HTTPStatus,
        _ view: SessionView,
        credential: Credential?,
        in form: (any StateForm)?
    ) -> HTTPResponse {
        guard let credential else { return state(status, view, in: form) }
        guard !api.presentsCookie(request) else {
            var response = state(status, view, in: form)
            response.fields.append(.setCookie, api.setCookie(credential, of: view.record.id))
            // Scripts can't read cookies, and a page has to know that the user has logged out.
            response.fields.append(.credentialRenewed, "true")
            return response
        }
        guard let form else { return api.state(status, view, token: credential.exposed) }
        var response = HTTPResponse.state(status, view, in: form)
        // RFC 7615 section 3: what the client presents next. A form has no member for it.
        response.fields.append(.authenticationInfo, "token=\"\(credential.exposed)\"")
        response.fields[.cacheControl] = .untransformed
        return response
    }

    /// Returns a response with the state of a session, in the form that the client asks for.
    func state(_ status: HTTPStatus, _ view: SessionView) -> HTTPResponse {
        state(status, view, in: api.forms.form(for: request, api))
    }

    /// Returns a response with the state of a session in a form, or without one as JSON, or as a patch if the client prefers that
    /// and the server knows it.
    private func state(_ status: HTTPStatus, _ view: SessionView, in form: (any StateForm)?) -> HTTPResponse {
        if let form { return .state(status, view, in: form) }
        guard let base = patchBase else { return api.state(status, view) }
        let document = api.renderer.latest(since: view)
        guard let patch = document.patch(from: base, to: view.record.revision) else { return api.state(status, view) }
        // A later document does not tell whether the document of this commit had a secret.
        let mayHaveSecret = document.hasSecret || document.generation != view.record.generation
        return .patch(status, document.language, of: view, from: base, patch, hasSecret: mayHaveSecret)
    }

    /// The revision from which the client prefers a patch, or `nil` if it prefers the whole state.
    private var patchBase: UInt64? {
        guard let base = preferences.patchFrom else { return nil }
        return request.accepts("application/json-patch+json") ? base : nil
    }

    /// Lets the next revisions of a session have patches if the client prefers them.
    func preparePatches(of session: Session) {
        if patchBase != nil { session.document?.recordPatchRequest() }
    }
}

extension StateAPI {
    /// Returns a response without a body, with the tag of a session's state.
    func tag(_ status: HTTPStatus, of view: SessionView) -> HTTPResponse {
        HTTPResponse(status, [:], localization(of: view)?.language, of: view, .none)
    }

    /// Returns the language and the rules in which a session is drawn, or `nil` for an application in one language.
    func localization(of view: SessionView) -> Localization? {
        localization(of: view.application, for: view.record.client)
    }

    /// Returns the language and the rules in which a client gets an application, or `nil` for one in one language.
    func localization(of application: Application, for client: ClientInfo) -> Localization? {
        renderer.localization(of: application, for: client)
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

    /// Returns a response with the state of a session in another form, and its tag.
    package static func state(_ status: HTTPStatus, _ view: SessionView, in form: any StateForm) -> HTTPResponse {
        let body = view.withCrashAttribution { form.body(of: view) }
        var fields: HTTPFields = [.contentType: form.mediaType]
        if body.hasSecret { fields.append(.cacheControl, .untransformed) }
        return HTTPResponse(status, fields, body.language, of: view, .bytes(body.bytes))
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
    static let authenticationInfo: HTTPFieldName = "Authentication-Info"
}

extension String {
    /// The value of `Cache-Control` for content with a credential or another secret: no cache stores it, and neither the server
    /// nor a proxy compresses it (RFC 9111 section 5.2.2.6 and `CompressionFilter`).
    package static let untransformed = "no-store, no-transform"
}
