import HTTPCore

extension StateAPI {
    /// Every type of problem that clients can meet, as published at `GET /problems`.
    static let problems: [ProblemType] = ProblemType.http + ProblemType.stateAPI
}

extension ProblemType {
    fileprivate static let stateAPI: [ProblemType] = [
        .malformedJSON, .unauthorised, .crossSite, .unknownApplication, .notAcceptable, .staleScreen, .staleTab,
        .busy, .keyInUse, .ended, .expired, .unreadable, .revisionMismatch, .unsupportedMediaType, .unknownOutput,
        .outputUnavailable, .invalidPayload, .unknownLink, .rejected, .keyReused, .keyTooShort, .tooManySessions,
    ]

    static let malformedJSON = ProblemType(
        "malformed-json",
        .badRequest,
        "The body is not JSON",
        advice: "Correct the body; the detail says at which byte."
    )
    static let unauthorised = ProblemType(
        "unauthorised",
        .unauthorized,
        "No such session, or not yours",
        advice: "Send the session's token as 'Authorization: Bearer …', or start a new session."
    )
    static let crossSite = ProblemType(
        "cross-site",
        .forbidden,
        "Another site sent this",
        advice: "Pages of other sites can't use a session's cookie; use a token."
    )
    static let unknownApplication = ProblemType(
        "unknown-app",
        .notFound,
        "No such application",
        advice: "GET /v1/apps lists the applications."
    )
    static let notAcceptable = ProblemType(
        "not-acceptable",
        .notAcceptable,
        "Only JSON is available here",
        advice: "Accept application/json."
    )
    static let staleScreen = ProblemType(
        "stale-screen",
        .conflict,
        "The screen is no longer in front",
        advice: "Draw the state in this response; nothing has changed."
    )
    static let staleTab = ProblemType(
        "stale-tab",
        .conflict,
        "The tab is no longer in front",
        advice: "Draw the state in this response; nothing has changed."
    )
    static let busy = ProblemType(
        "busy",
        .conflict,
        "The screen is waiting for an effect",
        advice: "Wait for the next revision: GET the session with 'Prefer: wait=25'."
    )
    static let keyInUse = ProblemType(
        "idempotency-key-in-use",
        .conflict,
        "The first request with this key is still running",
        advice: "Wait a moment and send the same request with the same key."
    )
    static let ended = ProblemType(
        "session-ended",
        .conflict,
        "The session has ended",
        advice: "Start a new session."
    )
    static let expired = ProblemType(
        "session-expired",
        .gone,
        "The session has expired",
        advice: "Follow 'resume' to start the same application again."
    )
    static let unreadable = ProblemType(
        "session-unreadable",
        .gone,
        "The session can no longer be restored",
        advice: "Follow 'resume', where there is one, or start a new session."
    )
    static let revisionMismatch = ProblemType(
        "revision-mismatch",
        .preconditionFailed,
        "The state has moved on",
        advice: "Draw the state in this response, and let the user decide again."
    )
    static let unsupportedMediaType = ProblemType(
        "unsupported-media-type",
        .unsupportedMediaType,
        "The body must be JSON",
        advice: "Send the body as application/json."
    )
    static let unknownOutput = ProblemType(
        "unknown-output",
        .unprocessableContent,
        "The screen has no such output",
        advice: "The screen's 'outputs' in the state list its outputs."
    )
    static let outputUnavailable = ProblemType(
        "output-unavailable",
        .unprocessableContent,
        "The output can't be reported at the moment",
        advice: "The screen's 'outputs' in the state list the outputs that can be reported now."
    )
    static let invalidPayload = ProblemType(
        "invalid-payload",
        .unprocessableContent,
        "The payload does not match the schema",
        advice: "'errors' lists every mismatch; the output's schema is in the state."
    )
    static let unknownLink = ProblemType(
        "unknown-link",
        .unprocessableContent,
        "The link leads nowhere",
        advice: "A link is usher://APP/PATH; the application's documentation lists the paths."
    )
    static let rejected = ProblemType(
        "refused",
        .unprocessableContent,
        "The application rejected the request",
        advice: "'errors' says why; nothing has changed."
    )
    static let keyReused = ProblemType(
        "idempotency-key-reused",
        .unprocessableContent,
        "The idempotency key was used for another request",
        advice: "Use a new key for each new request."
    )
    static let keyTooShort = ProblemType(
        "idempotency-key-too-short",
        .badRequest,
        "The idempotency key is too easy to guess",
        advice: "Use a random key of at least 16 characters, such as a UUID."
    )
    static let tooManySessions = ProblemType(
        "too-many-sessions",
        .tooManyRequests,
        "There are too many sessions",
        advice: "Try again later."
    )
}
