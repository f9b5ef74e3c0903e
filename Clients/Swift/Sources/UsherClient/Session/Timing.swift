/// The times of a session.
///
/// The defaults are the same as in the web client.
public struct Timing: Sendable, Hashable {
    /// The pauses before the further tries of a request.
    ///
    /// The last one is followed by ``longPause`` without end.
    public var pauses: [Duration] = [.milliseconds(400), .seconds(1), .seconds(2), .seconds(4), .seconds(8)]
    /// The pause between all further tries, from which on the server counts as unreachable.
    public var longPause = Duration.seconds(10)
    /// The longest pause that a server may ask for.
    ///
    /// A request with a longer one fails instead.
    public var longestAskedPause = Duration.seconds(30)
    /// The time in which a response must have come, beyond the time that the request lets the server wait.
    public var response = Duration.seconds(20)
    /// The time without an event or a comment after which a stream is lost.
    ///
    /// The server sends a comment every 15 seconds.
    public var silence = Duration.seconds(40)
    /// The time for which the server may wait for a newer state, at most 30 seconds.
    public var longPoll = Duration.seconds(25)
    /// The time for which the session is polled when streams do not arrive, before the next stream is tried.
    public var polling = Duration.seconds(600)
    /// The pause after newer streams have taken the place of this one.
    public var replaced = Duration.seconds(30)
    /// The time in which changes are collected before they are stored.
    public var storing = Duration.seconds(1)
    /// The factor of each pause, at random, so that the clients of a server that comes back do not all come at once.
    public var jitter: ClosedRange<Double> = 0.75...1.25

    /// Creates the default times.
    public init() {}

    /// The pause before a further try, and whether the server counts as unreachable by then.
    func pause(before attempt: Int) -> (duration: Duration, isLong: Bool) {
        let isLong = !pauses.indices.contains(attempt)
        return ((isLong ? longPause : pauses[attempt]) * Double.random(in: jitter), isLong)
    }
}
