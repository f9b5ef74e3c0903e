public import Coordination

/// An event that is submitted to a session, with its conditions.
public struct Submission: Sendable {
    /// The event to apply.
    public var event: Event
    /// The revisions that are accepted as the current one, or `nil` for any.
    public var revisions: [UInt64]?
    /// The screen that must be in front, or `nil` for any.
    public var screen: ScreenCondition?
    /// The idempotency key, which makes a repeated request act once, or `nil` if the client sent none.
    public var idempotency: Idempotency?
    /// The credential that the client presents, or `nil` for the server's own events, which renew no credential.
    public var credential: Credential?
    /// The longest wait for effects.
    public var wait: Duration
    /// The trace that the request belongs to (W3C Trace Context), for the log, or `nil` for none.
    public var trace: String?
    /// The lease under which the effect of the event has run, or `nil` for other events, and if the store is not shared.
    ///
    /// Without the lease the event is not applied (``SessionError/cancelled``), because another server performs the effect.
    var lease: Lease?
    /// Whether the client gets the document of the next state, which is then drawn before the commit.
    ///
    /// If no client gets it, the document is drawn only when a client asks for it, and only a later step finds that it is too
    /// large.
    public var isSeen: Bool
    /// The numeric address of the client, for the effects of the step, or `nil` if it is unknown.
    ///
    /// It is not stored.
    public var client: String?

    /// Describes a submission, which by default accepts any state and waits two seconds.
    public init(
        _ event: Event,
        revisions: [UInt64]? = nil,
        screen: ScreenCondition? = nil,
        idempotency: Idempotency? = nil,
        credential: Credential? = nil,
        wait: Duration = .seconds(2),
        trace: String? = nil,
        isSeen: Bool? = nil,
        client: String? = nil
    ) {
        self.event = event
        self.revisions = revisions
        self.screen = screen
        self.idempotency = idempotency
        self.credential = credential
        self.wait = wait
        self.trace = trace
        self.isSeen = isSeen ?? !event.isInternal
        self.client = client
    }
}

extension Event {
    /// Whether the user leaves a screen by a gesture.
    var isGesture: Bool {
        switch self {
        case .back, .dismiss: true
        case .output, .agentOutput, .violations, .tab, .link, .effect, .progress, .timer, .topic, .discardPending:
            false
        }
    }
}

/// An idempotency key and the request that it was sent with, as digests.
///
/// A request can contain a password, and everything else in it is known from the stored session. So its digest is an HMAC with
/// a key that the server never stores, and a party that reads the store can't test a guess at the password.
public struct Idempotency: Equatable, Sendable {
    /// The digest of the key.
    public let key: Digest
    /// The digest of the method, the path and the body of the request.
    public let request: Digest
    /// The key as the client sent it, which is never stored.
    let exposedKey: String
    private let fingerprint: [UInt8]

    /// Whether the key alone may give a credential again, because it is too long to be guessed.
    var canIssueCredential: Bool { exposedKey.utf8.count >= 16 }

    /// Describes a request to a session, with a digest that has the secret of the session's credential as its key.
    ///
    /// - Parameters:
    ///   - key: The key that the client sent.
    ///   - request: The method, the path and the body.
    ///   - credential: The credential that the client presents.
    public init(key: String, request: [UInt8], credential: Credential) {
        self.init(key: key, request: request, secret: credential.exposed)
    }

    /// Describes a request that starts a session, with a digest that has the idempotency key itself as its key.
    ///
    /// - Parameters:
    ///   - creationKey: The key that the client sent.
    ///   - request: The method, the path and the body.
    public init(creationKey: String, request: [UInt8]) {
        self.init(key: creationKey, request: request, secret: creationKey)
    }

    private init(key: String, request: [UInt8], secret: String) {
        self.key = Digest(of: key)
        self.request = Digest(of: request, key: Array(secret.utf8))
        exposedKey = key
        fingerprint = request
    }

    /// Returns the digest of the same request with another credential's secret as its key.
    func request(under credential: Credential) -> Digest {
        Digest(of: fingerprint, key: Array(credential.exposed.utf8))
    }
}

/// The result of a submission.
public struct SubmissionResult: Sendable {
    /// The state that followed, or the current state for a repeated request.
    public let view: SessionView
    /// Whether the request was a repetition, so that nothing was applied.
    public let isReplay: Bool
    /// The credential that replaces the one of the request, which is invalid from now on, or `nil` if the one of the request
    /// stays valid.
    public var credential: Credential?

    /// Whether an effect keeps the session busy.
    public var isBusy: Bool { view.record.state.busy != nil }
}
