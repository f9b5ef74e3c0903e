import HTTPCore

/// Every kind of error that clients can meet: the one table from what went wrong to what HTTP says.
///
/// The names are stable; `GET /problems` publishes this table.
enum Problem: String, CaseIterable, Sendable {
    case malformedRequest = "malformed-request"
    case malformedJSON = "malformed-json"
    case unauthorised = "unauthorised"
    case crossSite = "cross-site"
    case unknownApplication = "unknown-app"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case notAcceptable = "not-acceptable"
    case staleScreen = "stale-screen"
    case staleTab = "stale-tab"
    case busy = "busy"
    case keyInUse = "idempotency-key-in-use"
    case ended = "session-ended"
    case expired = "session-expired"
    case unreadable = "session-unreadable"
    case revisionMismatch = "revision-mismatch"
    case bodyTooLarge = "body-too-large"
    case unsupportedMediaType = "unsupported-media-type"
    case unknownOutput = "unknown-output"
    case outputUnavailable = "output-unavailable"
    case invalidPayload = "invalid-payload"
    case unknownLink = "unknown-link"
    case refused = "refused"
    case keyReused = "idempotency-key-reused"
    case keyTooShort = "idempotency-key-too-short"
    case tooManySessions = "too-many-sessions"
    case incident = "incident"
    case unavailable = "unavailable"

    var status: HTTPStatus {
        switch self {
        case .malformedRequest, .malformedJSON, .keyTooShort: .badRequest
        case .unauthorised: .unauthorized
        case .crossSite: .forbidden
        case .unknownApplication, .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .notAcceptable: .notAcceptable
        case .staleScreen, .staleTab, .busy, .keyInUse, .ended: .conflict
        case .expired, .unreadable: .gone
        case .revisionMismatch: .preconditionFailed
        case .bodyTooLarge: .contentTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .unknownOutput, .outputUnavailable, .invalidPayload, .unknownLink, .refused, .keyReused:
            .unprocessableContent
        case .tooManySessions: .tooManyRequests
        case .incident: .internalServerError
        case .unavailable: .serviceUnavailable
        }
    }

    var title: String {
        switch self {
        case .malformedRequest: "The request can't be understood"
        case .malformedJSON: "The body is not JSON"
        case .unauthorised: "No such session, or not yours"
        case .crossSite: "Another site sent this"
        case .unknownApplication: "No such application"
        case .notFound: "Nothing is here"
        case .methodNotAllowed: "Not by this method"
        case .notAcceptable: "Only JSON can be had here"
        case .staleScreen: "The screen is not in front any more"
        case .staleTab: "The tab is not in front any more"
        case .busy: "The screen waits for an answer"
        case .keyInUse: "The first request with this key is still running"
        case .ended: "The session has come to its end"
        case .expired: "The session has expired"
        case .unreadable: "The session can't be taken up any more"
        case .revisionMismatch: "The state has moved on"
        case .bodyTooLarge: "The body is too large"
        case .unsupportedMediaType: "The body must be JSON"
        case .unknownOutput: "The screen has no such output"
        case .outputUnavailable: "The output can't be reported at the moment"
        case .invalidPayload: "The payload does not fit"
        case .unknownLink: "The link leads nowhere"
        case .refused: "The application refused"
        case .keyReused: "The idempotency key was used for something else"
        case .keyTooShort: "The idempotency key is too easy to guess"
        case .tooManySessions: "There are too many sessions"
        case .incident: "Something went wrong on the server"
        case .unavailable: "The server can't do this at the moment"
        }
    }

    /// What a client can do about it.
    var advice: String {
        switch self {
        case .malformedRequest: "Mend the request; the detail says where."
        case .malformedJSON: "Mend the body; the detail says at which byte."
        case .unauthorised: "Send the token of the session as 'Authorization: Bearer …', or start a new session."
        case .crossSite: "Pages of other sites can't use a session's cookie; use a token."
        case .unknownApplication: "GET /v1/apps lists the applications."
        case .notFound: "GET /v1/apps is a good place to begin."
        case .methodNotAllowed: "The Allow field lists the methods."
        case .notAcceptable: "Accept application/json."
        case .staleScreen, .staleTab: "Draw the state in this answer; nothing has changed."
        case .busy: "Wait for the next revision: GET the session with 'Prefer: wait=25'."
        case .keyInUse: "Wait a moment and send the same request with the same key."
        case .ended: "Start a new session."
        case .expired: "Follow 'resume' to start the same application again."
        case .unreadable: "Follow 'resume', where there is one, or start a new session."
        case .revisionMismatch: "Draw the state in this answer, and let the user decide again."
        case .bodyTooLarge: "Send less."
        case .unsupportedMediaType: "Send the body as application/json."
        case .unknownOutput: "The screen's 'outputs' in the state list what it can report."
        case .outputUnavailable: "The screen's 'outputs' in the state list what it can report now."
        case .invalidPayload: "'errors' lists every place that does not fit; the output's schema is in the state."
        case .unknownLink: "A link is usher://APP/PATH; the application's documentation lists the paths."
        case .refused: "'errors' says why; nothing has changed."
        case .keyReused: "Use a new key for each new request."
        case .keyTooShort: "Use a random key of at least 16 characters, such as a UUID."
        case .tooManySessions: "Try again later."
        case .incident: "Tell the operators the incident's id; they find the details in the log. Nothing has changed."
        case .unavailable: "Send the same request with the same idempotency key after the time in Retry-After."
        }
    }

    /// The description for an answer.
    func details(_ detail: String? = nil) -> ProblemDetails {
        ProblemDetails(status, type: "/problems/\(rawValue)", title: title, detail: detail ?? advice)
    }
}
