import Coordination
import HTTPCore
import JSON
import Logging
import Sessions

/// Why a request is not answered as its client wished.
enum APIError: Error {
    case problem(Problem, String? = nil)
    case session(SessionError)
}

extension StateAPI {
    /// Answers an error in terms of HTTP (RFC 9457); what nobody foresaw gets an incident id and a line in the log.
    func response(to error: APIError, _ request: HTTPRequest) -> HTTPResponse {
        var details: ProblemDetails
        switch error {
        case .problem(let problem, let detail):
            details = problem.details(detail)
            if problem == .unauthorised { details.fields.append(.wwwAuthenticate, "Bearer realm=\"usher\"") }
        case .session(let error):
            details = self.details(of: error, request)
        }
        var response = details.response
        response.fields.append(.cacheControl, "no-store")
        return response
    }

    private func details(of error: SessionError, _ request: HTTPRequest) -> ProblemDetails {
        switch error {
        case .unauthorised:
            var details = Problem.unauthorised.details()
            details.fields.append(.wwwAuthenticate, "Bearer realm=\"usher\"")
            return details
        case .expired(let application):
            return Problem.expired.details().adding("resume", Self.resume(application))
        case .unreadable(let application):
            let details = Problem.unreadable.details()
            return application.map { details.adding("resume", Self.resume($0)) } ?? details
        case .unknownApplication(let name):
            return Problem.unknownApplication.details("No application '\(name.prefix(64))' is hosted here.")
        case .navigation(let error, let view):
            return details(of: error, view, request)
        case .revisionMismatch(let view):
            return Problem.revisionMismatch.details().adding(state: view)
        case .keyReused:
            return Problem.keyReused.details()
        case .keyInUse:
            return Problem.keyInUse.details().retrying(after: 1)
        case .keyTooShort:
            return Problem.keyTooShort.details()
        case .full:
            return Problem.tooManySessions.details().retrying(after: 30)
        case .store(let error) where error.kind == .unreadable:
            return incident(error.description, request)
        case .store:
            return Problem.unavailable.details().retrying(after: 1)
        }
    }

    private func details(
        of error: NavigationError,
        _ view: SessionView?,
        _ request: HTTPRequest
    ) -> ProblemDetails {
        switch error {
        case .staleScreen(let key):
            return Problem.staleScreen.details("The screen \(key) can't report; draw the state in this answer.")
                .adding(state: view)
        case .staleTab(let key):
            return Problem.staleTab.details("The tab \(key) can't be selected; draw the state in this answer.")
                .adding(state: view)
        case .busy(let effect):
            return Problem.busy.details("The screen waits for '\(effect)'.").adding(state: view)
        case .unknownOutput(let output, let screen, let declared):
            let list = declared.isEmpty ? "It has none." : "It has \(declared.joined(separator: ", "))."
            return Problem.unknownOutput.details("'\(screen)' has no output '\(output.prefix(64))'. \(list)")
        case .outputUnavailable(let output, let screen):
            return Problem.outputUnavailable.details("'\(screen)' can't report '\(output)' at the moment.")
                .adding(state: view)
        case .invalidPayload(let error):
            var details = Problem.invalidPayload.details()
            details.errors = error.violations.map { .init(pointer: $0.pointer, code: $0.code, detail: $0.detail) }
            return details
        case .unknownLink(let link):
            return Problem.unknownLink.details("'\(link.prefix(200))' leads nowhere here.")
        case .refused(let refusal):
            var details = Problem.refused.details(refusal.detail)
            details.errors = [.init(pointer: refusal.pointer, code: refusal.code, detail: refusal.detail)]
            return details
        case .ended:
            return Problem.ended.details().adding(state: view)
        case .fault(let sentence):
            return incident(sentence, request)
        }
    }

    /// Notes what happened under a new id, and tells the client the id only.
    private func incident(_ reason: String, _ request: HTTPRequest) -> ProblemDetails {
        let id = RequestIdentity.makeID()
        log.error("incident", metadata: ["incident": "\(id)", "request": "\(request.id)", "reason": "\(reason)"])
        var details = Problem.incident.details()
        details.instance = "/incidents/\(id)"
        return details
    }

    /// How to start the same application again.
    private static func resume(_ application: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(["method": "POST", "href": "/v1/sessions", "body": ["app": .string(application)]])
        return writer.bytes
    }
}

extension ProblemDetails {
    fileprivate func adding(_ name: String, _ json: [UInt8]) -> ProblemDetails {
        var details = self
        details.extensions.append(.init(name: name, json: json))
        return details
    }

    /// Adds the current state, so that a client can draw it without asking again.
    fileprivate func adding(state view: SessionView?) -> ProblemDetails {
        guard let view else { return self }
        var details = adding("state", StateDocument(view).json)
        details.fields.append(.entityTag, view.entityTag.description)
        return details
    }

    fileprivate func retrying(after seconds: Int) -> ProblemDetails {
        var details = self
        details.fields.append(.retryAfter, String(seconds))
        return details
    }
}
