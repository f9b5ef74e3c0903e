package import Coordination
import Documents
package import HTTPCore
import JSON
import Logging
package import Sessions

/// The reasons for which a request fails.
package enum APIError: Error {
    case problem(ProblemType, LocalizedText? = nil)
    case session(SessionError)
    case limit(ProblemDetails)
    /// An application starts no session, and says why in the language of the client, if it has several.
    case start(NavigationError, Localization?)
}

extension StateAPI {
    /// Returns the response to an error (RFC 9457), and logs an unforeseen one with an incident id.
    package func response(to error: APIError, _ request: HTTPRequest) -> HTTPResponse {
        let localization = localization(of: error)
        let language = localization?.language ?? request.language(among: ProblemTexts.catalog.languages)
        let texts = ProblemTexts.localization(language)
        var details: ProblemDetails
        switch error {
        case .problem(let problem, let detail):
            details = ProblemDetails(problem, detail: detail.map(texts.string))
        case .session(let error):
            details = self.details(of: error, request, texts, localization)
        case .start(let error, _):
            details = self.details(of: error, nil, request, texts, localization)
        case .limit(let problem):
            details = problem
        }
        if let challenge = Authorization.challenge(for: details.type) {
            details.fields.append(.wwwAuthenticate, challenge)
        }
        details.translate(with: texts)
        if !details.fields.contains(.vary) { details.fields.append(.vary, "Accept-Language") }
        return details.response
    }

    /// Returns the language and the rules of the session or the application that a request was for, if it has several languages.
    private func localization(of error: APIError) -> Localization? {
        if case .start(_, let localization) = error { return localization }
        return error.view.flatMap(localization)
    }

    private func details(
        of error: SessionError,
        _ request: HTTPRequest,
        _ texts: Localization,
        _ localization: Localization?
    ) -> ProblemDetails {
        switch error {
        case .unauthorized:
            return ProblemDetails(.unauthorized)
        case .credentialReplaced:
            return ProblemDetails(.credentialReplaced).retrying(after: 1)
        case .handoffUnusable:
            return ProblemDetails(.handoffUnusable)
        case .tooManyDevices(let limit):
            return ProblemDetails(
                .rejected,
                detail: texts.string("The session has \(limit) devices; revoke the credential of one first.")
            )
        case .lastDevice:
            return ProblemDetails(
                .rejected,
                detail: "The credential is the only one of the session; end the session instead."
            )
        case .unknownDevice:
            return ProblemDetails(.notFound, detail: "The session has no such credential.")
        case .noAccount:
            return ProblemDetails(.accountRequired)
        case .expired(let application, let session):
            let resume = Self.resume(application, session, usesCookie: presentsCookie(request))
            return ProblemDetails(.expired).adding("resume", resume)
        case .notExpired:
            return ProblemDetails(.notExpired)
        case .unreadable(let application):
            let details = ProblemDetails(.unreadable)
            return application.map { details.adding("resume", Self.resume($0)) } ?? details
        case .unknownApplication(let name):
            return ProblemDetails(
                .unknownApplication,
                detail: texts.string("This server has no application '\(name.prefix(scalars: 64))'.")
            )
        case .navigation(let error, let view):
            return details(of: error, view, request, texts, localization)
        case .revisionMismatch(let view):
            return ProblemDetails(.revisionMismatch).adding(state: view, renderer)
        case .idempotencyKeyReused:
            return ProblemDetails(.idempotencyKeyReused)
        case .idempotencyKeyInUse:
            return ProblemDetails(.idempotencyKeyInUse).retrying(after: 1)
        case .idempotencyKeyTooShort:
            return ProblemDetails(.idempotencyKeyTooShort)
        case .tooManySessions(let until):
            let wait = (until.milliseconds - registry.now.milliseconds + 999) / 1_000
            return QuotaRejection(
                quota: registry.limits.sessions,
                unit: .requests,
                retryAfter: Int(clamping: max(1, wait))
            ).problem(.tooManySessions, policy: "sessions")
        case .effectQueueFull(let effect, let limit):
            return QuotaRejection(quota: limit, retryAfter: 5).problem(
                .effectQueueFull,
                policy: "effect-queue",
                detail: texts.string("Too many effects '\(effect)' are waiting on this server.")
            )
        case .store(let error) where error.kind == .unreadable:
            return incident(error.description, request)
        case .store(let error) where error.kind == .newer:
            let detail: LocalizedText = "A later release has written the session, and serves it again soon."
            return ProblemDetails(.unavailable, detail: texts.string(detail)).retrying(after: 5)
        case .rowsUnavailable(let name):
            return ProblemDetails(.unavailable, detail: texts.string("The rows '\(name)' can't be read at the moment."))
                .retrying(after: 1)
        case .identityRejected:
            return ProblemDetails(.identityRejected)
        case .identitiesNotSupported:
            var details = ProblemDetails(.invalidPayload)
            let detail = texts.string("This server takes no identity.")
            details.errors = [.init(pointer: "/identity", code: "unexpected", detail: detail)]
            return details
        case .identityUnavailable:
            return ProblemDetails(.unavailable, detail: texts.string("The identity can't be verified at the moment."))
                .retrying(after: 1)
        case .store, .cancelled:
            return ProblemDetails(.unavailable).retrying(after: 1)
        }
    }

    private func details(
        of error: NavigationError,
        _ view: SessionView?,
        _ request: HTTPRequest,
        _ texts: Localization,
        _ localization: Localization?
    ) -> ProblemDetails {
        switch error {
        case .staleScreen(let key):
            return ProblemDetails(
                .staleScreen,
                detail: texts.string("The screen \(key.description) is not in focus; draw the state in this response.")
            )
            .adding(state: view, renderer)
        case .staleTab(let key):
            return ProblemDetails(
                .staleTab,
                detail: texts.string("The tab \(key.description) is not visible; draw the state in this response.")
            )
            .adding(state: view, renderer)
        case .busy(let effect):
            return ProblemDetails(
                .busy,
                detail: texts.string("The screen is waiting for the effect '\(effect)'.")
            )
            .adding(state: view, renderer)
        case .unknownOutput(let output, let screen, let declared):
            let list: LocalizedText =
                declared.isEmpty ? "It has no outputs." : "Its outputs: \(declared.joined(separator: ", "))."
            return ProblemDetails(
                .unknownOutput,
                detail: texts.string(
                    "The screen '\(screen)' has no output '\(output.prefix(scalars: 64))'. \(list)"
                )
            )
        case .outputUnavailable(let output, let screen):
            return ProblemDetails(
                .outputUnavailable,
                detail: texts.string("The output '\(output)' of the screen '\(screen)' is disabled at the moment.")
            )
            .adding(state: view, renderer)
        case .invalidPayload(let error):
            var details = ProblemDetails(.invalidPayload)
            // An application may say it in words of its own.
            let words = localization ?? texts
            details.errors = error.violations.map { violation in
                .init(pointer: violation.pointer, code: violation.code, detail: words.string(violation.detail))
            }
            return details
        case .unknownLink(let link):
            return ProblemDetails(
                .unknownLink,
                detail: texts.string("The application can't open the link '\(link.prefix(scalars: 200))'.")
            )
        case .rejected(let refusal):
            let reason = localization?.string(refusal.detail) ?? refusal.detail.description
            var details = ProblemDetails(.rejected, detail: reason)
            details.errors = [.init(pointer: refusal.pointer, code: refusal.code, detail: reason)]
            if let localization { details.fields.append(.contentLanguage, localization.language) }
            return details
        case .ended:
            return ProblemDetails(.ended).adding(state: view, renderer)
        case .bug(let detail):
            return incident(detail, request)
        }
    }

    /// Logs a reason under a new incident id, and returns a problem that tells the client only the id.
    private func incident(_ reason: String, _ request: HTTPRequest) -> ProblemDetails {
        let id = RequestIDFilter.makeID()
        log.error(
            "Incident recorded",
            metadata: ["incident": "\(id)", "request": "\(request.id)", "reason": "\(reason)"]
        )
        var details = ProblemDetails(.incident)
        details.instance = "/incidents/\(id)"
        return details
    }

    /// The request that starts the same application again, and continues a session if one is given.
    ///
    /// The cookie of a session is sent to the paths below that session only.
    private static func resume(_ application: String, _ session: SessionID? = nil, usesCookie: Bool = false) -> [UInt8]
    {
        var body: JSONValue = ["app": .string(application)]
        var href = "/v1/sessions"
        switch session {
        case let session? where usesCookie:
            body = ["app": .string(application), "credential": "cookie"]
            href = "/v1/sessions/\(session)/resume"
        case let session?: body = ["app": .string(application), "resume": .string(session.description)]
        case nil: break
        }
        var writer = JSONWriter()
        writer.value(["method": "POST", "href": .string(href), "body": body])
        return writer.bytes
    }
}

extension ProblemDetails {
    fileprivate func adding(_ name: String, _ json: [UInt8]) -> ProblemDetails {
        var details = self
        details.extensions.append(.init(name: name, json: json))
        return details
    }

    /// Adds the current state, so that a client can draw it without another request.
    fileprivate func adding(state view: SessionView?, _ renderer: StateRenderer) -> ProblemDetails {
        guard let view else { return self }
        let document = renderer.drawn(view)
        var details = adding("state", document.json)
        if document.hasSecret { details.fields.append(.cacheControl, .untransformed) }
        details.fields.append(.entityTag, view.entityTag.description)
        return details
    }
}
