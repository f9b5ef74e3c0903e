public import Coordination

/// Something that a client wants to happen to a session.
public struct Submission: Sendable {
    /// What happened.
    public var event: Event
    /// The revisions of which one must be the current one; `nil` for any.
    public var revisions: [UInt64]?
    /// What makes a repeated request act once; `nil` when the client gave none.
    public var idempotency: Idempotency?
    /// How long to wait for effects at the most.
    public var wait: Duration
    /// The trace that the request belongs to (W3C Trace Context), for the log; `nil` for none.
    public var trace: String?

    /// Describes what is to happen.
    public init(
        _ event: Event,
        revisions: [UInt64]? = nil,
        idempotency: Idempotency? = nil,
        wait: Duration = .seconds(2),
        trace: String? = nil
    ) {
        self.event = event
        self.revisions = revisions
        self.idempotency = idempotency
        self.wait = wait
        self.trace = trace
    }
}

/// An idempotency key and the request that it stands for.
public struct Idempotency: Equatable, Sendable {
    /// The digest of the key.
    public let key: Digest
    /// The digest of the request: its method, its path and its body.
    public let request: Digest
    /// How many bytes the key has.
    let keyLength: Int

    /// Takes a key as the client gave it.
    public init(key: String, request: Digest) {
        self.key = Digest(of: key)
        self.request = request
        keyLength = key.utf8.count
    }
}

/// What a client is told after a submission.
public struct Answer: Sendable {
    /// The state that followed, or the one as of now for a repeated request.
    public let view: SessionView
    /// Whether the request was a repetition and nothing was done.
    public let isReplay: Bool

    /// Whether an effect keeps the session busy.
    public var isBusy: Bool { view.record.state.busy != nil }
}
