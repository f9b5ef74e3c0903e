/// How long sessions live and how much they keep.
public struct SessionLimits: Equatable, Sendable {
    /// How long a session lives after the last thing that changed it.
    public var idle: Duration = .seconds(86_400)
    /// How long a session lives at all.
    public var absolute: Duration = .seconds(30 * 86_400)
    /// How long a session that has expired is remembered, so that its client is told what happened.
    public var remembered: Duration = .seconds(7 * 86_400)
    /// How many answers a session remembers by their idempotency keys; the oldest are forgotten first.
    public var replies = 64
    /// How many screens a session may have on its stacks; what would put up more is refused.
    public var screens = 500
    /// How many sessions there may be at a time.
    public var sessions = 1_000_000
    /// How many sessions may be in memory; those that were not used for longest are put down first.
    public var liveSessions = 10_000
    /// How long a session that nobody uses stays in memory.
    public var liveIdle: Duration = .seconds(300)
    /// How often sessions are looked for that have expired or that nobody uses.
    public var sweep: Duration = .seconds(30)
    /// How long the creation of a session can be repeated with its idempotency key.
    public var creationReplay: Duration = .seconds(600)

    /// The limits as they are by default.
    public init() {}
}
