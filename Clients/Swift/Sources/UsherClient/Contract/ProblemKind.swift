/// The types of problems that the contract knows, as `GET /problems` of a server lists them.
///
/// Types are only added within version 1, so one that this version of the library does not know is ``unknown(_:)``.
public enum ProblemKind: Sendable, Hashable {
    /// Sold out (`out-of-stock`).
    case outOfStock
    /// The request is malformed (`malformed-request`).
    case malformedRequest
    /// A cross-site request was rejected (`cross-site`).
    case crossSite
    /// There is no resource at this path (`not-found`).
    case notFound
    /// The method is not allowed at this path (`method-not-allowed`).
    case methodNotAllowed
    /// A precondition of the request failed (`precondition-failed`).
    case preconditionFailed
    /// The body is too large (`body-too-large`).
    case bodyTooLarge
    /// The request target is too long (`target-too-long`).
    case targetTooLong
    /// The server does not serve this host (`misdirected-request`).
    case misdirectedRequest
    /// Too many requests (`too-many-requests`).
    case tooManyRequests
    /// The header is too large (`header-too-large`).
    case headerTooLarge
    /// Internal server error (`incident`).
    case incident
    /// The method or the transfer coding is not supported (`not-implemented`).
    case notImplemented
    /// The service is temporarily unavailable (`unavailable`).
    case unavailable
    /// The HTTP version is not supported (`http-version-not-supported`).
    case versionNotSupported
    /// The body is not valid JSON (`malformed-json`).
    case malformedJSON
    /// Unknown session or invalid credential (`unauthorized`).
    case unauthorized
    /// The operators' token is missing or wrong (`operator-token-required`).
    case operatorTokenRequired
    /// The session has a new credential (`credential-replaced`).
    case credentialReplaced
    /// The token of the user is not valid (`identity-rejected`).
    case identityRejected
    /// The session belongs to a guest (`account-required`).
    case accountRequired
    /// Unknown application (`unknown-app`).
    case unknownApplication
    /// Unknown session (`unknown-session`).
    case unknownSession
    /// The revision is not in the history (`unknown-revision`).
    case unknownRevision
    /// Only JSON is available (`not-acceptable`).
    case notAcceptable
    /// The screen is not in focus (`stale-screen`).
    case staleScreen
    /// The tab is not visible (`stale-tab`).
    case staleTab
    /// The screen is waiting for an effect (`busy`).
    case busy
    /// The first request with this idempotency key is still running (`idempotency-key-in-use`).
    case idempotencyKeyInUse
    /// The session has ended (`session-ended`).
    case ended
    /// The session has expired (`session-expired`).
    case expired
    /// The session has not expired (`session-not-expired`).
    case notExpired
    /// The hand-off can't be used (`handoff-unusable`).
    case handoffUnusable
    /// The session can no longer be restored (`session-unreadable`).
    case unreadable
    /// The state has changed (`revision-mismatch`).
    case revisionMismatch
    /// The body must be JSON (`unsupported-media-type`).
    case unsupportedMediaType
    /// The screen has no such output (`unknown-output`).
    case unknownOutput
    /// The output is disabled at the moment (`output-unavailable`).
    case outputUnavailable
    /// The payload does not match the schema (`invalid-payload`).
    case invalidPayload
    /// Unknown link (`unknown-link`).
    case unknownLink
    /// The application rejected the request (`rejected`).
    case rejected
    /// The idempotency key was already used for another request (`idempotency-key-reused`).
    case idempotencyKeyReused
    /// The idempotency key is too short (`idempotency-key-too-short`).
    case idempotencyKeyTooShort
    /// Too many sessions (`too-many-sessions`).
    case tooManySessions
    /// Too many effects are waiting (`effect-queue-full`).
    case effectQueueFull
    /// The upload has another number of bytes (`upload-offset`).
    case uploadOffset
    /// A type that this version of the library does not know, by its URI. It is empty in a response without one.
    case unknown(String)
}

extension ProblemKind {
    /// Reads the type from its URI, such as `/problems/stale-screen`.
    public init(uri: String) {
        let name = uri.hasPrefix(Self.prefix) ? String(uri.dropFirst(Self.prefix.count)) : ""
        self = Self.names[name] ?? .unknown(uri == "about:blank" ? "" : uri)
    }

    private static let prefix = "/problems/"

    private static let names: [String: ProblemKind] = [
        "out-of-stock": .outOfStock,
        "malformed-request": .malformedRequest,
        "cross-site": .crossSite,
        "not-found": .notFound,
        "method-not-allowed": .methodNotAllowed,
        "precondition-failed": .preconditionFailed,
        "body-too-large": .bodyTooLarge,
        "target-too-long": .targetTooLong,
        "misdirected-request": .misdirectedRequest,
        "too-many-requests": .tooManyRequests,
        "header-too-large": .headerTooLarge,
        "incident": .incident,
        "not-implemented": .notImplemented,
        "unavailable": .unavailable,
        "http-version-not-supported": .versionNotSupported,
        "malformed-json": .malformedJSON,
        "unauthorized": .unauthorized,
        "operator-token-required": .operatorTokenRequired,
        "credential-replaced": .credentialReplaced,
        "identity-rejected": .identityRejected,
        "account-required": .accountRequired,
        "unknown-app": .unknownApplication,
        "unknown-session": .unknownSession,
        "unknown-revision": .unknownRevision,
        "not-acceptable": .notAcceptable,
        "stale-screen": .staleScreen,
        "stale-tab": .staleTab,
        "busy": .busy,
        "idempotency-key-in-use": .idempotencyKeyInUse,
        "session-ended": .ended,
        "session-expired": .expired,
        "session-not-expired": .notExpired,
        "handoff-unusable": .handoffUnusable,
        "session-unreadable": .unreadable,
        "revision-mismatch": .revisionMismatch,
        "unsupported-media-type": .unsupportedMediaType,
        "unknown-output": .unknownOutput,
        "output-unavailable": .outputUnavailable,
        "invalid-payload": .invalidPayload,
        "unknown-link": .unknownLink,
        "rejected": .rejected,
        "idempotency-key-reused": .idempotencyKeyReused,
        "idempotency-key-too-short": .idempotencyKeyTooShort,
        "too-many-sessions": .tooManySessions,
        "effect-queue-full": .effectQueueFull,
        "upload-offset": .uploadOffset,
    ]
}
