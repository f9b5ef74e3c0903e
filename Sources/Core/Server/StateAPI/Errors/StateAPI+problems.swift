package import HTTPCore

extension StateAPI {
    /// Every type of problem that clients can meet, as published at `GET /problems`.
    static let problems: [ProblemType] = ProblemType.http + ProblemType.stateAPI
}

extension ProblemType {
    fileprivate static let stateAPI: [ProblemType] = [
        .malformedJSON, .unknownSession, .unknownRevision, .unauthorized, .operatorTokenRequired, .credentialReplaced,
        .identityRejected, .accountRequired,
        .unknownApplication, .notAcceptable,
        .staleScreen, .staleTab,
        .busy, .idempotencyKeyInUse, .ended, .expired, .notExpired, .handoffUnusable, .unreadable, .revisionMismatch,
        .unsupportedMediaType, .unknownOutput, .outputUnavailable, .invalidPayload, .unknownLink, .rejected,
        .idempotencyKeyReused, .idempotencyKeyTooShort,
        .tooManySessions, .effectQueueFull, .uploadOffset,
    ]

    package static let malformedJSON = ProblemType(
        "malformed-json",
        .badRequest,
        "The body is not valid JSON",
        advice: "Correct the body; 'detail' describes the error and its position."
    )
    package static let unauthorized = ProblemType(
        "unauthorized",
        .unauthorized,
        "Unknown session or invalid credential",
        advice: "Send the session's token as 'Authorization: Bearer …', or start a new session."
    )
    package static let operatorTokenRequired = ProblemType(
        "operator-token-required",
        .unauthorized,
        "The operators' token is missing or wrong",
        advice: "Send the operators' token as 'Authorization: Bearer …'; in a browser, enter it as the password."
    )
    package static let credentialReplaced = ProblemType(
        "credential-replaced",
        .unauthorized,
        "The session has a new credential",
        advice: "Use the token in the response to the request that replaced yours, or repeat that request with its key."
    )
    package static let identityRejected = ProblemType(
        "identity-rejected",
        .unauthorized,
        "The identity is not valid",
        advice: "Get a new token from the system that the user has signed in to, and start the session again."
    )
    package static let accountRequired = ProblemType(
        "account-required",
        .forbidden,
        "The session belongs to a guest",
        advice: "Sign in first; only then does the session have an account."
    )
    package static let unknownApplication = ProblemType(
        "unknown-app",
        .notFound,
        "Unknown application",
        advice: "GET /v1/apps lists the applications."
    )
    package static let unknownSession = ProblemType(
        "unknown-session",
        .notFound,
        "Unknown session",
        advice: "Check the id of the session; it may have ended or expired."
    )
    package static let unknownRevision = ProblemType(
        "unknown-revision",
        .notFound,
        "The revision is not in the history",
        advice: "GET the history of the session for the revisions that are kept."
    )
    package static let notAcceptable = ProblemType(
        "not-acceptable",
        .notAcceptable,
        "Only JSON is available",
        advice: "Send 'Accept: application/json'."
    )
    package static let staleScreen = ProblemType(
        "stale-screen",
        .conflict,
        "The screen is not in focus",
        advice: "Draw the state in this response; nothing has changed."
    )
    package static let staleTab = ProblemType(
        "stale-tab",
        .conflict,
        "The tab is not visible",
        advice: "Draw the state in this response; nothing has changed."
    )
    package static let busy = ProblemType(
        "busy",
        .conflict,
        "The screen is waiting for an effect",
        advice: "Wait for the next revision: GET the session with 'Prefer: wait=25'."
    )
    package static let idempotencyKeyInUse = ProblemType(
        "idempotency-key-in-use",
        .conflict,
        "The first request with this idempotency key is still running",
        advice: "Retry the same request with the same key after the time in Retry-After."
    )
    package static let ended = ProblemType(
        "session-ended",
        .conflict,
        "The session has ended",
        advice: "Start a new session."
    )
    package static let expired = ProblemType(
        "session-expired",
        .gone,
        "The session has expired",
        advice: "Send the request in 'resume' with the same credential, to go on or to start again."
    )
    package static let notExpired = ProblemType(
        "session-not-expired",
        .conflict,
        "The session has not expired",
        advice: "Go on using the session with its credential."
    )
    package static let handoffUnusable = ProblemType(
        "handoff-unusable",
        .gone,
        "The hand-off can't be used",
        advice: "It works once, within two minutes. Make another one on a device that has the session."
    )
    package static let unreadable = ProblemType(
        "session-unreadable",
        .gone,
        "The session can no longer be restored",
        advice: "Send the request in 'resume', if there is one, or start a new session."
    )
    package static let revisionMismatch = ProblemType(
        "revision-mismatch",
        .preconditionFailed,
        "The state has changed",
        advice: "Draw the state in this response and let the user decide again."
    )
    package static let unsupportedMediaType = ProblemType(
        "unsupported-media-type",
        .unsupportedMediaType,
        "The body must be JSON",
        advice: "Send the body with 'Content-Type: application/json'."
    )
    package static let unknownOutput = ProblemType(
        "unknown-output",
        .unprocessableContent,
        "The screen has no such output",
        advice: "Use one of the screen's 'outputs' in the state."
    )
    package static let outputUnavailable = ProblemType(
        "output-unavailable",
        .unprocessableContent,
        "The output is disabled at the moment",
        advice: "Use one of the screen's 'outputs' in the state; disabled outputs are not listed."
    )
    package static let invalidPayload = ProblemType(
        "invalid-payload",
        .unprocessableContent,
        "The payload does not match the schema",
        advice: "See 'errors' for each violation; the output's schema is in the state."
    )
    package static let unknownLink = ProblemType(
        "unknown-link",
        .unprocessableContent,
        "Unknown link",
        advice: "Use a link of the form usher://APP/PATH; the application's documentation lists the paths."
    )
    package static let rejected = ProblemType(
        "rejected",
        .unprocessableContent,
        "The application rejected the request",
        advice: "See 'errors' for the reason; nothing has changed."
    )
    package static let idempotencyKeyReused = ProblemType(
        "idempotency-key-reused",
        .unprocessableContent,
        "The idempotency key was already used for another request",
        advice: "Use a new key for each new request."
    )
    package static let idempotencyKeyTooShort = ProblemType(
        "idempotency-key-too-short",
        .badRequest,
        "The idempotency key is too short",
        advice: "Use a random key of at least 16 characters, such as a UUID."
    )
    package static let tooManySessions = ProblemType(
        "too-many-sessions",
        .tooManyRequests,
        "Too many sessions",
        advice: "Retry after the time in Retry-After."
    )
    package static let uploadOffset = ProblemType(
        "upload-offset",
        .conflict,
        "The upload has another number of bytes",
        advice: "Ask with HEAD for Upload-Offset, and continue from there."
    )
    package static let effectQueueFull = ProblemType(
        "effect-queue-full",
        .tooManyRequests,
        "Too many effects are waiting",
        advice: "Nothing has changed. Retry the same request with the same key after the time in Retry-After."
    )
}
